import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { graphqlClient, operationOf } from './graphql-client.js'
import { Refused, type Client } from './job.js'
import { sessionFetch } from './session.js'

/** Apollo Client and its cache. */
export function open(url: string): Client {
  const fetchMine = sessionFetch()
  const client = new ApolloClient({
    link: new HttpLink({ uri: `${url}/graphql`, fetch: fetchMine }),
    // The private fields of a user have no ID of their own.
    cache: new InMemoryCache({ typePolicies: { Account: { keyFields: ['userId'] } } }),
  })
  return graphqlClient(url, fetchMine, async (document, variables) => {
    const isQuery = operationOf(document).operation === OperationTypeNode.QUERY
    const sent = isQuery
      ? client.query({ query: document, variables })
      : client.mutate({ mutation: document, variables })
    const { data } = await sent.catch((error: unknown) => {
      const [first] = CombinedGraphQLErrors.is(error) ? error.errors : []
      throw first ? Refused.from(first.message, first.extensions) : error
    })
    if (!data) throw new Error('no data')
    return data
  })
}
