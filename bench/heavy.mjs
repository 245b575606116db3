// Sends the heaviest GraphQL operations, just below and above the cost limit, eight at once from two users, while
// another user reads /api/auth/me. Reports how long those reads take (p50, p99 and the longest), how much the memory of
// the server grows, and the results of the eight operations.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { rounded } from './compare.mjs'
import { startReading } from './other-reader.mjs'
import { forgetPeak, megabytesOf } from './processes.mjs'
import { fillReads, summary } from './read-data.mjs'
import { startServer } from './server.mjs'

const atOnce = 8
const author = 'creator { id username displayName }'
const fields = `id text parentClaimId confidence modelUsed comment createdAt gloss { type content refType target { __typename } } ${author}`
const nested = (levels) => (levels === 0 ? '' : `subclaims { ${fields} ${nested(levels - 1)} }`)
const trees = (count) =>
  `query Trees($id: ID!) { persona(id: $id) { summaries { id ${author} claims { ${fields} ${nested(count)} } } } }`
/** By name: the operation, and the number of trees of 500 claims that it reads. */
const operations = {
  'rich claims, just below the limit': { query: trees(3), trees: 11 },
  'rich claims, over the limit': { query: trees(3), trees: 20 },
  'claims in claims': {
    query: '{ claims(first: 100) { nodes { summary { claims { summary { claims { id text } } } } } } }',
    trees: 20,
  },
  'boxes, just below the limit': {
    query:
      '{ annotations(filter: { videoId: "bench" }, first: 50) { nodes { boxes(from: 0, to: 900) { x y width height } } } }',
    trees: 1,
  },
}

const server = await startServer({ RATE_LIMIT_DISABLED: 'true' })
try {
  const reader = await server.user('reader')
  let number = 0
  for (const [what, { query, trees: count }] of Object.entries(operations)) {
    const name = `heavy-${number++}`
    const cookies = [await server.user(name), await server.user(`${name}-too`)]
    const personaIds = [await fill(name, count), await fill(`${name}-too`, count)]
    await weigh(what, cookies, query, personaIds, reader)
  }
} finally {
  await server.stop()
}

/** Creates `count` summaries of one persona with 500 claims each; returns the id of the persona. */
async function fill(name, count) {
  const { userId, personaIds } = await fillReads(server.databaseUrl, name)
  const personaId = personaIds[1]
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  for (let i = 0; i < count; i++)
    await summary(client, { userId, personaId, video: `video-${i}`, sizes: [20, 80, 160, 240] })
  await client.query('vacuum analyze')
  await client.end()
  return personaId
}

async function weigh(what, cookies, query, personaIds, reader) {
  const alone = await startReading(server.url, reader)
  await sleep(1000)
  const quiet = await alone.stop()
  const before = megabytesOf(server.pid, 'VmRSS')
  forgetPeak(server.pid)
  const reading = await startReading(server.url, reader)
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: atOnce }, async (_, i) => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { cookie: cookies[i % 2], 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: query.includes('$id') ? { id: personaIds[i % 2] } : {} }),
      })
      const text = await response.text()
      const code = /"code":"([A-Z_]+)"/.exec(text.slice(-2000))?.[1]
      const actual = /"actual":(\d+)/.exec(text.slice(-2000))?.[1]
      return code ?? `${actual} objects, ${rounded(text.length / 1e6, 1)} MB`
    }),
  )
  const ms = performance.now() - began
  const times = await reading.stop()
  const ended = {}
  for (const one of answers) ended[one] = (ended[one] ?? 0) + 1
  console.log(
    JSON.stringify({
      what,
      ended,
      ms: rounded(ms, 0),
      others: { count: times.length, p50: at(times, 0.5), p99: at(times, 0.99), longest: at(times, 1) },
      quiet: { p99: at(quiet, 0.99), longest: at(quiet, 1) },
      memoryMB: rounded(megabytesOf(server.pid, 'VmHWM') - before, 0),
    }),
  )
}

function at(times, share) {
  const sorted = [...times].sort((a, b) => a - b)
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN, 1)
}
