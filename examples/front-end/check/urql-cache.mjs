// The normalized cache of urql, filled by a running server: node check/urql-cache.mjs URL COOKIE SUMMARY WORD
import { Client, fetchExchange, gql } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { minifyIntrospectionQuery } from '@urql/introspection'
import { getNullableType, introspectionFromSchema, isCompositeType, isListType, isObjectType } from 'graphql'
import { counted, idOf, report, schema, send, summaryId, texts, url, word } from './client.mjs'

const roots = [schema.getQueryType(), schema.getMutationType()]
const types = Object.values(schema.getTypeMap()).filter(
  (type) => isObjectType(type) && !type.name.startsWith('__') && !roots.includes(type),
)
/** Types without an ID belong to the object that has them. */
const keys = Object.fromEntries(types.filter((type) => !type.getFields().id).map(({ name }) => [name, () => null]))

/** Whether the cache still has an item of a list, or the object in an edge. */
function isThere(cache, item) {
  if (typeof item !== 'string') return true
  const node = cache.resolve(item, 'node')
  return cache.resolve(typeof node === 'string' ? node : item, '__typename') !== undefined
}

/** A resolver that leaves what was deleted out of a list. */
function present(_parent, _args, cache, { parentKey, parentFieldKey }) {
  const items = cache.resolve(parentKey, parentFieldKey)
  return Array.isArray(items) ? items.filter((item) => isThere(cache, item)) : items
}

/** The same resolver for all lists of objects. */
const resolvers = Object.fromEntries(
  types.map((type) => [
    type.name,
    Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => {
          const list = getNullableType(field.type)
          return isListType(list) && isCompositeType(getNullableType(list.ofType))
        })
        .map((field) => [field.name, present]),
    ),
  ]),
)

/** Invalidates what a mutation deleted: the same for all mutations that delete. */
function invalidate(result, _args, cache, { fieldName }) {
  for (const { type, ids } of result[fieldName].deleted ?? [])
    for (const id of ids) cache.invalidate({ __typename: type, id })
}

const mutations = Object.values(schema.getMutationType().getFields())
const deleting = mutations.filter(({ type }) => type.getFields().deletedIds)
const updates = { Mutation: Object.fromEntries(deleting.map(({ name }) => [name, invalidate])) }

const searchQuery = gql`
  query Search($words: String!) {
    search(query: $words, first: 20) {
      edges {
        rank
        node {
          __typename
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

/** A page that shows the claims and the hits of a search, and keeps watching both. */
async function openPage(options) {
  const introspection = minifyIntrospectionQuery(introspectionFromSchema(schema))
  const cache = cacheExchange({ schema: introspection, keys, updates, ...options })
  const client = new Client({ url: `${url}/graphql`, fetch: send, exchanges: [cache, fetchExchange] })
  const watch = async (query, variables) => {
    const seen = []
    client.query(query, variables).subscribe(({ data, error, stale }) => {
      if (error) console.error(error)
      seen.push({ data, stale })
    })
    await client.query(query, variables).toPromise()
    return seen
  }
  const hits = await watch(searchQuery, { words: word })
  const claims = await watch(claimsQuery, { id: summaryId })
  return {
    hits: () => hits.at(-1).data.search.edges.map(({ node }) => node),
    claims: () => claims.at(-1).data.summary.claims,
    /** The texts that the page shows after each change. */
    shown: () => claims.map(({ data, stale }) => ({ texts: texts(data.summary.claims), stale })),
    remove: (id) => client.mutation(deleteMutation, { id }).toPromise(),
  }
}

const plain = await openPage({})
const found = plain.hits()
const claims = texts(plain.claims())
const first = await counted(() => plain.remove(idOf(plain.claims(), '1.2')))

const page = await openPage({ resolvers })
const second = await counted(() => page.remove(idOf(page.claims(), '2')))
report({
  hits: found,
  claims,
  plain: { shown: plain.shown(), requests: first.requests },
  resolved: { shown: page.shown(), hits: page.hits().length, requests: second.requests },
})
