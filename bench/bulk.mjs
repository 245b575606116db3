// Compares bulk saves with one COPY of the same rows into the same table, with the log of changes on: requests of 1,000
// annotations or claims by 4 clients, and 4 connections that copy 1,000 rows in a transaction each.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { copyIn, dumpRows } from './exchange-reference.mjs'
import { httpRequest, load } from './load.mjs'
import { forgetPeak, megabytesOf, nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { startServer } from './server.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const clients = 4
const rowsEach = 1000

const boxes = Array.from({ length: 8 }, (_, k) => ({
  frameNumber: k * 20,
  x: 10.5 * k,
  y: 20.25,
  width: 100,
  height: 80,
  isKeyframe: true,
  visible: true,
}))

const server = await startServer()
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await client.connect()
  const cookie = await server.user('bench')
  const post = async (path, body) => (await server.call(cookie, 'POST', path, body)).json()
  const { id: personaId } = await post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' })
  const { id: summaryId } = await post('/api/summaries', { videoId: 'video', personaId, summary: 'A text.' })
  const annotation = {
    videoId: 'bench',
    personaId,
    type: 'type',
    label: 'entity-1',
    confidence: 0.5,
    frames: { boxes },
  }
  const claim = { text: 'a new claim near 東京', confidence: 0.5, gloss: [{ type: 'text', content: 'a new claim' }] }
  await measure({
    what: 'POST 1,000 annotations of 8 boxes',
    path: '/api/annotations/bulk',
    body: { annotations: Array(rowsEach).fill(annotation) },
    table: 'annotations',
  })
  await measure({
    what: 'POST 1,000 claims',
    path: `/api/summaries/${summaryId}/claims/bulk`,
    body: { claims: Array(rowsEach).fill(claim) },
    table: 'claims',
  })

  async function measure({ what, path, body, table }) {
    const bytes = httpRequest({ method: 'POST', path, headers: { Cookie: cookie }, body: JSON.stringify(body) })
    const save = () => load({ port: server.port, request: bytes, concurrency: clients, seconds, expectStatus: 201 })
    await save()
    const dump = await dumpRows(client, table, `order by created_at limit ${rowsEach}`)
    const postmaster = await postmasterOf(server.databaseUrl)
    const runs = []
    forgetPeak(server.pid)
    for (let i = 0; i < rounds; i++) {
      // Each round begins with the same rows, so that neither side writes into larger indexes.
      await client.query(
        `delete from ${table} where id not in (select id from ${table} order by created_at limit 1000)`,
      )
      await client.query(`vacuum ${table}`)
      await client.query('checkpoint')
      const idle = postgresMs(postmaster)
      const copied = await copies(dump)
      const before = { node: nodeMs(server.pid), postgres: postgresMs(postmaster) }
      const ours = await save()
      runs.push({
        ratio: (ours.perSecond * rowsEach) / copied.perSecond,
        rows: ours.perSecond * rowsEach,
        copied: copied.perSecond,
        node: (nodeMs(server.pid) - before.node) / ours.answered,
        postgres: (postgresMs(postmaster) - before.postgres) / ours.answered,
        reference: (before.postgres - idle) / copied.times,
      })
    }
    const of = (name, digits) => rounded(median(runs.map((run) => run[name])), digits)
    const cpuMs = { node: of('node', 1), postgres: of('postgres', 1), reference: of('reference', 1) }
    const peakMB = rounded(megabytesOf(server.pid, 'VmHWM'), 0)
    const figures = { ratio: of('ratio'), peakMB, rounds: runs.map(({ ratio }) => rounded(ratio)) }
    const rates = { rowsPerSecond: of('rows', 0), copied: of('copied', 0) }
    console.log(JSON.stringify({ what, ...figures, ...rates, cpuMs, postgres: server.postgres }))
  }
} finally {
  await client.end()
  await server.stop()
}

/** Copies the rows with new ids again and again over all connections. Returns the rows per second and the copies. */
async function copies({ statement, chunks }) {
  // The id is the first column.
  const rests = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
  // In a video of its own, each copy may keep the numbers of its tracks.
  const withNewIds = () => {
    const video = `bench-${randomUUID()}`
    return rests.map((line) => `${randomUUID()}${line.slice(36).replace('bench', video)}\n`).join('')
  }
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  let times = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const own = new pg.Client({ connectionString: server.databaseUrl })
      await own.connect()
      while (performance.now() < until) {
        await copyIn(own, { statement, chunks: [withNewIds()] })
        times++
      }
      await own.end()
    }),
  )
  return { times, perSecond: (times * rowsEach * 1000) / (performance.now() - began) }
}
