import { cacheExchange, Client as Urql, fetchExchange } from '@urql/core'
import { OperationTypeNode } from 'graphql'
import { PreviewMutationDocument } from '../generated/graphql/graphql.js'
import { graphqlClient, operationOf, type Ask } from './graphql-client.js'
import { Refused, type Client } from './job.js'
import { sessionFetch } from './session.js'

/** urql, which sends files by itself. */
export function open(url: string): Client {
  const fetchMine = sessionFetch()
  const client = new Urql({
    url: `${url}/graphql`,
    fetch: fetchMine,
    fetchOptions: { headers: { 'apollo-require-preflight': 'true' } },
    exchanges: [cacheExchange, fetchExchange],
    preferGetMethod: false,
  })

  const ask: Ask = async (document, variables) => {
    const isQuery = operationOf(document).operation === OperationTypeNode.QUERY
    const result = await (isQuery ? client.query(document, variables) : client.mutation(document, variables))
    const [first] = result.error?.graphQLErrors ?? []
    if (first) throw Refused.from(first.message, first.extensions)
    if (result.error || !result.data) throw result.error ?? new Error('no data')
    return result.data
  }
  return {
    ...graphqlClient(url, fetchMine, ask),
    async previewed(file) {
      const { importPreview } = await ask(PreviewMutationDocument, { file })
      return importPreview.report.summary.totalLines
    },
  }
}
