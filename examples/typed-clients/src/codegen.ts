import { print } from 'graphql'
import { PreviewMutationDocument } from '../generated/graphql/graphql.js'
import { graphqlClient, type Ask } from './graphql-client.js'
import { Refused, type Client } from './job.js'
import { sessionFetch } from './session.js'

/** The documents of graphql-codegen with `fetch` alone, and an upload as the multipart request specification has it. */
export function open(url: string): Client {
  const fetchMine = sessionFetch()

  const ask: Ask = async (document, variables) => {
    const { file, ...others } = variables
    const isUpload = file instanceof File
    const operation = JSON.stringify({
      query: print(document),
      variables: isUpload ? { ...others, file: null } : variables,
    })
    const response = await fetchMine(`${url}/graphql`, {
      method: 'POST',
      ...(isUpload
        ? { body: formOf(operation, file), headers: { 'apollo-require-preflight': 'true' } }
        : { body: operation, headers: { 'content-type': 'application/json' } }),
    })
    const { data, errors } = await response.json()
    if (errors) throw Refused.from(errors[0].message, errors[0].extensions)
    return data
  }
  return {
    ...graphqlClient(url, fetchMine, ask),
    async previewed(file) {
      const { importPreview } = await ask(PreviewMutationDocument, { file })
      return importPreview.report.summary.totalLines
    },
  }
}

function formOf(operation: string, file: File): FormData {
  const form = new FormData()
  form.set('operations', operation)
  form.set('map', JSON.stringify({ 0: ['variables.file'] }))
  form.set('0', file)
  return form
}
