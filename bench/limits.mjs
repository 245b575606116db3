// Measures the cost of the heaviest GraphQL operation that the cost limit allows, one at a time, and how fast an
// operation just above the limit is refused.
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { forgetPeak, megabytesOf, nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { fillReads, summary } from './read-data.mjs'
import { startServer } from './server.mjs'

const author = 'creator { id username displayName }'
const fields = `id text parentClaimId summaryType confidence modelUsed extractionStrategy claimerType comment version
  createdAt updatedAt gloss { type content refType refPersonaId } ${author}`
const nested = (levels) => (levels === 0 ? '' : `subclaims { ${fields} ${nested(levels - 1)} }`)
/** Trees of 500 claims with the objects of each claim, repeated as often as the limit of objects allows. */
const heavyPart = (alias) =>
  `${alias}: persona(id: $id) { summaries { id ${author} claims { ${fields} ${nested(3)} } } }`
const heavyQuery = (times) =>
  `query Heavy($id: ID!) { ${Array.from({ length: times }, (_, i) => heavyPart(`part${i}`)).join(' ')} }`
/** Counts as 51,100 objects (src/graphql/documents/cost.ts), a little over the default limit of 50,000. */
const refusedQuery = '{ videos(first: 100) { nodes { summaries { claims { id } } } } }'

const server = await startServer()
try {
  const cookie = await server.user('bench')
  const heavyId = await fillHeavy(server.databaseUrl)
  const ask = (times) =>
    server.call(cookie, 'POST', '/graphql', { query: heavyQuery(times), variables: { id: heavyId } })
  const { cost } = (await ask(1)).json().extensions
  await weigh('heaviest allowed', () => ask(Math.floor(cost.maximum / Math.max(cost.requested, cost.actual))))
  await refuse('light operation refused', cookie)
} finally {
  await server.stop()
}

/** Creates 4 summaries of one persona with 500 claims each; returns the id of the persona. */
async function fillHeavy(databaseUrl) {
  const { userId, personaIds } = await fillReads(databaseUrl, 'bench')
  const personaId = personaIds[1]
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let i = 0; i < 4; i++)
    await summary(client, { userId, personaId, video: `video-${i}`, sizes: [20, 80, 160, 240] })
  await client.query('vacuum analyze')
  await client.end()
  return personaId
}

/** Runs an operation five times; prints the median time and processor time and the growth of memory. */
async function weigh(what, act) {
  const postmaster = await postmasterOf(server.databaseUrl)
  const idle = megabytesOf(server.pid, 'VmRSS')
  forgetPeak(server.pid)
  const runs = []
  let answer
  for (let i = 0; i < 5; i++) {
    const [node, postgres, began] = [nodeMs(server.pid), postgresMs(postmaster), performance.now()]
    answer = await act()
    runs.push({
      ms: performance.now() - began,
      nodeMs: nodeMs(server.pid) - node,
      postgresMs: postgresMs(postmaster) - postgres,
    })
  }
  const of = (name) => rounded(median(runs.map((run) => run[name])), 0)
  console.log(
    JSON.stringify({
      what,
      cost: answer.json().extensions.cost,
      bytes: Buffer.byteLength(answer.text),
      ms: of('ms'),
      nodeMs: of('nodeMs'),
      postgresMs: of('postgresMs'),
      memoryMB: rounded(megabytesOf(server.pid, 'VmHWM') - idle, 0),
    }),
  )
}

async function refuse(what, cookie) {
  const times = []
  let said
  for (let i = 0; i < 200; i++) {
    const began = performance.now()
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ query: refusedQuery }),
    })
    said = (await answer.json()).errors[0].message
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  console.log(JSON.stringify({ what, said, p50: rounded(times[100]), p99: rounded(times[198]) }))
}
