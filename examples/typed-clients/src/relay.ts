import type { TypedDocumentNode as Typed } from '@graphql-typed-document-node/core'
import { OperationTypeNode } from 'graphql'
import { createRequire } from 'node:module'
import relay, { type ConcreteRequest, type GraphQLResponse } from 'relay-runtime'
import { graphqlClient, operationOf } from './graphql-client.js'
import { Refused, type Client } from './job.js'
import { sessionFetch } from './session.js'

/** What relay-compiler makes of the same documents. */
const artifacts = createRequire(new URL('../../generated/relay/src/', import.meta.url))
const artifact = (name: string) => artifacts(`./__generated__/${name}.graphql.js`) as ConcreteRequest

/** The runtime of Relay, its compiler and its store. */
export function open(url: string): Client {
  const fetchMine = sessionFetch()
  const network = relay.Network.create(async ({ text: query }, variables) => {
    const response = await fetchMine(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const answer = (await response.json()) as GraphQLResponse & { errors?: { message: string; extensions: unknown }[] }
    const [error] = answer.errors ?? []
    if (error) throw Refused.from(error.message, error.extensions)
    return answer
  })
  const environment = new relay.Environment({ network, store: new relay.Store(new relay.RecordSource()) })

  return graphqlClient(
    url,
    fetchMine,
    async <Data, Variables extends Record<string, unknown>>(document: Typed<Data, Variables>, given: Variables) => {
      const { name, operation } = operationOf(document)
      const compiled = artifact(name?.value ?? '')
      const variables = { ...given }
      const data = await (operation === OperationTypeNode.QUERY
        ? relay.fetchQuery(environment, compiled, variables).toPromise()
        : new Promise((onCompleted, onError) => {
            relay.commitMutation(environment, { mutation: compiled, variables, onCompleted, onError })
          }))
      return data as Data
    },
  )
}
