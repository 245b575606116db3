// The cache of Apollo Client, filled by a running server: node check/apollo-cache.mjs URL COOKIE SUMMARY WORD
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { isAbstractType } from 'graphql'
import { counted, idOf, quiet, report, schema, send, summaryId, texts, url, word } from './client.mjs'

const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType)
const possibleTypes = Object.fromEntries(
  abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
)
const cache = new InMemoryCache({
  possibleTypes,
  typePolicies: {
    // The private fields of a user have no ID of their own.
    Account: { keyFields: ['userId'] },
    Query: { fields: { search: relayStylePagination(['query', 'kinds', 'semantic']) } },
    Summary: { fields: { claimTree: relayStylePagination(['depth', 'search', 'orderBy']) } },
  },
})
const client = new ApolloClient({ cache, link: new HttpLink({ uri: `${url}/graphql`, fetch: send }) })

const searchQuery = gql`
  query Search($words: String!) {
    search(query: $words, first: 20) {
      edges {
        rank
        node {
          ... on Claim {
            id
            text
          }
          ... on Summary {
            id
            claimCount
          }
        }
      }
    }
  }
`
const claimsQuery = gql`
  query Claims($id: ID!) {
    summary(id: $id) {
      id
      claims {
        id
        text
        subclaims {
          id
          text
          subclaims {
            id
            text
          }
        }
      }
    }
  }
`
const treeQuery = gql`
  query Tree($id: ID!, $first: Int, $after: String) {
    summary(id: $id) {
      id
      claimTree(first: $first, after: $after) {
        edges {
          depth
          node {
            id
            text
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`
const deleteMutation = gql`
  mutation Delete($id: ID!) {
    deleteClaim(input: { id: $id }) {
      deleted {
        type
        ids
      }
    }
  }
`
const peopleQuery = gql`
  query People($id: ID!) {
    viewer {
      userId
      username
      user {
        id
        username
      }
    }
    summary(id: $id) {
      id
      history(first: 9) {
        edges {
          node {
            position
            actor {
              userId
              user {
                id
                username
              }
            }
          }
        }
      }
    }
  }
`

/** Evicts what a mutation deleted: the same for all mutations that delete. */
function update(cache, { data }) {
  for (const { deleted = [] } of Object.values(data))
    for (const { type, ids } of deleted)
      for (const id of ids) cache.evict({ id: cache.identify({ __typename: type, id }) })
  cache.gc()
}

/** A query that a page keeps watching; `data()` is what the page shows. */
async function watch(query, variables) {
  await client.query({ query, variables })
  const watched = client.watchQuery({ query, variables })
  watched.subscribe({ error: (error) => console.error(error) })
  return { watched, data: () => watched.getCurrentResult().data }
}

const search = await watch(searchQuery, { words: word })
const page = await watch(claimsQuery, { id: summaryId })
const tree = await watch(treeQuery, { id: summaryId, first: 3 })

const hits = () => search.data().search.edges.map(({ node }) => node)
const shown = () => texts(page.data().summary.claims)
const listed = () => tree.data().summary.claimTree.edges.map(({ node }) => node.text)

const found = hits()
const claims = shown()
const forward = [listed()]
while (tree.data().summary.claimTree.pageInfo.hasNextPage) {
  await tree.watched.fetchMore({ variables: { after: tree.data().summary.claimTree.pageInfo.endCursor } })
  await quiet()
  forward.push(listed())
}

const all = page.data().summary.claims
const deletion = await counted(async () => {
  for (const number of ['1.2', '2'])
    await client.mutate({ mutation: deleteMutation, variables: { id: idOf(all, number) }, update })
})
const deleted = { claims: shown(), tree: listed(), hits: hits().length, requests: deletion.requests }
const { data: people } = await client.query({ query: peopleQuery, variables: { id: summaryId } })
report({ hits: found, claims, forward, deleted, people })
client.stop()
