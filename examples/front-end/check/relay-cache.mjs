// The store of Relay, filled by a running server: node check/relay-cache.mjs URL COOKIE SUMMARY WORD
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import relay from 'relay-runtime'
import { ask, counted, idOf, report, summaryId, texts, word } from './client.mjs'
import { compile } from './compile.mjs'

const documents = `
  query CacheSearchQuery($words: String!) {
    search(query: $words, first: 20) {
      edges { rank node { __typename ... on Claim { id text } ... on Summary { id claimCount } } }
    }
  }

  query CacheSummaryQuery($id: ID!) {
    summary(id: $id) { ...Cache_claims ...Cache_forward ...Cache_backward }
  }
  fragment Cache_claims on Summary { claims { id text subclaims { id text subclaims { id text } } } }
  fragment Cache_forward on Summary @refetchable(queryName: "CacheForwardQuery")
    @argumentDefinitions(first: { type: "Int", defaultValue: 3 }, after: { type: "String" }) {
    claimTree(first: $first, after: $after) @connection(key: "Cache_claimTree") { edges { depth node { id text } } }
  }
  fragment Cache_backward on Summary @refetchable(queryName: "CacheBackwardQuery")
    @argumentDefinitions(last: { type: "Int", defaultValue: 3 }, before: { type: "String" }) {
    backward: claimTree(last: $last, before: $before) @connection(key: "Cache_backward") {
      edges { depth node { id text } }
    }
  }

  mutation CacheDeleteMutation($id: ID!, $connections: [ID!]!) {
    deleteClaim(input: { id: $id }) { edges: deletedIds @deleteEdge(connections: $connections) deletedIds @deleteRecord }
  }

  query CacheNodeQuery($id: ID!) { node(id: $id) { ...Cache_node } }
  fragment Cache_node on Node @refetchable(queryName: "CacheNodeRefetchQuery") {
    __typename id ... on Claim { text version }
  }

  query CachePeopleQuery($id: ID!) {
    viewer { userId username user { id username } }
    summary(id: $id) {
      creator { id username }
      persona { id name owner { id } ontology { id types { id name } } }
      history(first: 9) { edges { node { operation actor { userId username user { id username } } } } }
      claims { id history(first: 9) { edges { node { actor { userId user { id username } } } } } }
    }
    trash(first: 9) { edges { node { id thingId title deletedBy { userId user { id username } } } } }
    world { id entities { id name } owner { id username } }
  }`

const folder = mkdtempSync(join(tmpdir(), 'parallax-relay-'))
const artifacts = createRequire(`${folder}/src/`)
const artifact = (name) => artifacts(`./__generated__/${name}.graphql.js`)

const network = relay.Network.create(({ text }, variables) => ask(text, variables))
const environment = new relay.Environment({ network, store: new relay.Store(new relay.RecordSource()) })

/** Returns the data of a query, read from the store; what the query names stays there. */
async function read(name, variables) {
  environment.retain(operationOf(name, variables))
  return relay.fetchQuery(environment, artifact(name), variables).toPromise()
}

const operationOf = (name, variables) => relay.createOperationDescriptor(relay.getRequest(artifact(name)), variables)

/** Returns the data of a fragment, read from the store. */
function lookUp(fragment, reference) {
  return environment.lookup(relay.getSingularSelector(artifact(fragment), reference)).data
}

/** Loads the next page of a connection, as usePaginationFragment does; returns false at the end of the list. */
async function loadMore(fragment, reference, direction, count) {
  const { connectionPathInFragmentData, paginationRequest, paginationMetadata } = relay.getPaginationMetadata(
    artifact(fragment),
    'check',
  )
  const { pageInfo } = relay.getValueAtPath(lookUp(fragment, reference), connectionPathInFragmentData)
  const isForward = direction === 'forward'
  if (!(isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return false
  const cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor
  const own = { id: summaryId }
  const variables = relay.getPaginationVariables(direction, count, cursor, own, {}, paginationMetadata)
  await relay.fetchQuery(environment, paginationRequest, variables).toPromise()
  return true
}

/** Returns the texts in a connection as they grow page by page. */
async function pages(fragment, reference, direction, field) {
  const list = () => lookUp(fragment, reference)[field].edges.map(({ node }) => node?.text ?? null)
  const seen = [list()]
  while (await loadMore(fragment, reference, direction, 3)) seen.push(list())
  return seen
}

function remove(id, connections) {
  return new Promise((onCompleted, onError) => {
    const variables = { id, connections }
    relay.commitMutation(environment, { mutation: artifact('CacheDeleteMutation'), variables, onCompleted, onError })
  })
}

try {
  compile(folder, [['Cache', documents]], { language: 'javascript', eagerEsModules: false })
  writeFileSync(`${folder}/package.json`, '{ "type": "commonjs" }')

  const { search } = await read('CacheSearchQuery', { words: word })
  const { summary } = await read('CacheSummaryQuery', { id: summaryId })
  const { claims } = lookUp('Cache_claims', summary)
  const forward = await pages('Cache_forward', summary, 'forward', 'claimTree')
  const backward = await pages('Cache_backward', summary, 'backward', 'backward')

  const { node } = await read('CacheNodeQuery', { id: idOf(claims, '3') })
  const before = lookUp('Cache_node', node)
  const edited = `mutation ($input: UpdateClaimInput!) { updateClaim(input: $input) { claim { id } } }`
  await ask(edited, { input: { id: before.id, text: `${word} 3 edited` } })
  await relay.fetchQuery(environment, artifact('CacheNodeRefetchQuery'), { id: before.id }).toPromise()
  const refetched = { before, after: lookUp('Cache_node', node), inList: texts(lookUp('Cache_claims', summary).claims) }

  const connections = [relay.ConnectionHandler.getConnectionID(summaryId, 'Cache_claimTree')]
  const deletion = await counted(async () => {
    for (const number of ['1.2', '2']) await remove(idOf(claims, number), connections)
    return texts(lookUp('Cache_claims', summary).claims)
  })
  const deleted = {
    claims: deletion.result,
    requests: deletion.requests,
    withEdges: lookUp('Cache_forward', summary).claimTree.edges.map((edge) => edge.node?.text ?? null),
    withoutEdges: lookUp('Cache_backward', summary).backward.edges.map((edge) => edge.node?.text ?? null),
    availability: environment.check(operationOf('CacheSummaryQuery', { id: summaryId })).status,
  }

  const people = await read('CachePeopleQuery', { id: summaryId })
  report({
    hits: search.edges.map((edge) => edge.node),
    claims: texts(claims),
    forward,
    backward,
    refetched,
    deleted,
    people,
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
