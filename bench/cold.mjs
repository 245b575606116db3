// Measures the first requests of a server that is cold: after its start, after the start of the database with an empty
// file cache (as root), after its tables were loaded and never analyzed, and after BENCH_IDLE_MINUTES (default 60)
// without requests; each beside the median of the same request when it is warm. Usage: node bench/cold.mjs
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { fillReads } from './read-data.mjs'
import { startServer } from './server.mjs'

const idleMinutes = Number(process.env.BENCH_IDLE_MINUTES ?? 60)
const query = (name) => readFileSync(new URL(`../db/queries/${name}.graphql`, import.meta.url), 'utf8')

const server = await startServer()
try {
  const cookie = await server.user('bench')
  const { summaryId, videoId, personaIds } = await fillReads(server.databaseUrl, 'bench')
  const graph = (name, variables) => ['POST', '/graphql', { query: query(name), variables }]
  const claim = { text: 'The crane lifts a container.', confidence: 0.5, gloss: [] }
  const boxes = [{ frameNumber: 0, x: 1, y: 2, width: 30, height: 40, isKeyframe: true }]
  const annotation = { videoId: 'cold', personaId: personaIds[0], type: 'type', label: 'entity-1', frames: { boxes } }
  const requests = {
    'GET /api/auth/me': ['GET', '/api/auth/me'],
    '500 claims by REST': ['GET', `/api/summaries/${summaryId}/claims`],
    '500 claims by GraphQL': graph('claims-with-gloss', { id: summaryId }),
    'page of 20 summaries': graph('page-of-summaries'),
    'page of 100 annotations': graph('page-of-annotations', { id: videoId }),
    '22 personas with types': graph('personas-with-types'),
    'POST claim': ['POST', `/api/summaries/${summaryId}/claims`, claim],
    'POST annotation': ['POST', '/api/annotations', annotation],
  }
  const ask = async (request) => {
    const began = performance.now()
    await server.call(cookie, ...request)
    return performance.now() - began
  }
  const first = async () => {
    const times = {}
    for (const [name, request] of Object.entries(requests)) times[name] = await ask(request)
    return times
  }
  const runs = async (prepare, times = 3) => {
    const all = []
    for (let i = 0; i < times; i++) {
      await prepare()
      all.push(await first())
    }
    return Object.fromEntries(
      Object.keys(requests).map((name) => [name, rounded(median(all.map((one) => one[name])), 1)]),
    )
  }
  const print = (what, ms) => console.log(JSON.stringify({ what, ms, postgres: server.postgres }))

  print('warm', await runs(async () => first(), 50))
  print('after the start of the API and the database', await runs(() => server.restarted()))
  print(
    'after the start of both, with an empty file cache',
    await runs(() =>
      server.restarted(() => {
        spawnSync('sync')
        writeFileSync('/proc/sys/vm/drop_caches', '3')
      }),
    ),
  )
  print(
    'after loading, without statistics',
    await runs(async () => {
      await forgetStatistics(server.databaseUrl)
      await server.restarted()
    }),
  )
  await analyze(server.databaseUrl)
  if (idleMinutes > 0)
    print(
      `after ${idleMinutes} idle minutes`,
      await runs(async () => {
        await first()
        await sleep(idleMinutes * 60_000)
      }, 1),
    )
} finally {
  await server.stop()
}

/** Removes what ANALYZE and VACUUM have found out about the tables. */
async function forgetStatistics(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`delete from pg_statistic where starelid in
    (select oid from pg_class where relnamespace = 'public'::regnamespace)`)
  await client.query(`update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
    where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  await client.end()
}

async function analyze(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
