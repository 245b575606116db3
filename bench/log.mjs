// Measures the cost of the log of changes for writes: the same requests in turns with its triggers on and off, over 16
// connections; an import of scale 5 (BENCH_EXCHANGE_SCALE); and the disk space of ten edits of each of 10,000
// annotations.
// Usage: node bench/log.mjs [part of a row's name ...]
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { httpRequest, load } from './load.mjs'
import { nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { startServer } from './server.mjs'
import { upload } from './transfer.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const scale = Number(process.env.BENCH_EXCHANGE_SCALE ?? 5)
const wanted = process.argv.slice(2)
const generator = fileURLToPath(new URL('./generate.mjs', import.meta.url))
const { switchChangeLog } = await import('../dist/src/database/changes/switch.js')

const claim = { text: 'a new claim near 東京', confidence: 0.5, gloss: [{ type: 'text', content: 'a new claim' }] }
const boxes = (count, shift = 0) =>
  Array.from({ length: count }, (_, k) => ({
    frameNumber: k * 20,
    x: 10.5 * k + (k === 3 ? shift : 0),
    y: 20.25,
    width: 100,
    height: 80,
    isKeyframe: true,
    visible: true,
  }))
const annotation = (personaId, count, shift) => ({
  videoId: 'bench',
  personaId,
  type: 'type',
  label: 'entity-1',
  confidence: 0.5,
  frames: { interpolationMode: 'linear', boxes: boxes(count, shift) },
})

const server = await startServer({
  SEQUENCES_IN_PARTS: 'true',
  SHORT_LOG_ENTRIES: process.env.SHORT_LOG_ENTRIES ?? 'true',
})
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await client.connect()
  const cookie = await server.user('bench')
  const post = async (path, body) => (await server.call(cookie, 'POST', path, body)).json()
  const { id: personaId } = await post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' })
  const summary = { videoId: 'video', personaId, summary: 'A text.' }
  const { id: summaryId } = await post('/api/summaries', summary)
  const bulk = (count, of) => post('/api/annotations/bulk', { annotations: Array.from({ length: count }, of) })
  const { annotationIds } = await bulk(1000, () => annotation(personaId, 8))
  const long = []
  for (let i = 0; i < 16; i++) long.push((await post('/api/annotations', annotation(personaId, 10_000))).id)
  const put = (id, shift) => {
    const { type, label, confidence, frames } = annotation(personaId, 8, shift)
    return { method: 'PUT', path: `/api/annotations/${id}`, body: { type, label, confidence, frames } }
  }
  const rows = [
    {
      what: 'POST claim',
      status: 201,
      requestOf: () => ({ method: 'POST', path: `/api/summaries/${summaryId}/claims`, body: claim }),
    },
    {
      what: 'PUT annotation, one of 8 boxes moved',
      status: 200,
      requestOf: (socket, sent) => put(annotationIds[(socket + 16 * sent) % 1000], sent % 100),
    },
    {
      what: 'PATCH one keyframe of 8',
      status: 200,
      requestOf: (socket, sent) => ({
        method: 'PATCH',
        path: `/api/annotations/${annotationIds[(socket + 16 * sent) % 1000]}/sequence`,
        body: { upsert: [{ ...boxes(8)[sent % 8], x: sent % 100 }] },
      }),
    },
    {
      what: 'PATCH one keyframe of 10,000',
      status: 200,
      requestOf: (socket, sent) => ({
        method: 'PATCH',
        path: `/api/annotations/${long[socket]}/sequence`,
        body: { upsert: [{ ...boxes(1)[0], frameNumber: 20 * ((sent * 7919) % 10_000), x: sent % 100 }] },
      }),
    },
  ]
  const isWanted = (what) => wanted.length === 0 || wanted.some((part) => what.includes(part))
  for (const row of rows) if (isWanted(row.what)) await inTurns(cookie, row)
  if (isWanted('import')) await importInTurns(cookie)
  if (isWanted('storage')) await storage(cookie, personaId, bulk)
} finally {
  await client.end()
  await server.stop()
}

async function inTurns(cookie, { what, status, requestOf }) {
  const request = (socket, sent) => {
    const { method, path, body } = requestOf(socket, sent)
    return httpRequest({ method, path, headers: { Cookie: cookie }, body: JSON.stringify(body) })
  }
  const postmaster = await postmasterOf(server.databaseUrl)
  const run = async (on, forSeconds) => {
    await switchChangeLog(server.databaseUrl, on)
    const before = { node: nodeMs(server.pid), postgres: postgresMs(postmaster) }
    const { perSecond, answered } = await load({
      port: server.port,
      request,
      seconds: forSeconds,
      expectStatus: status,
    })
    const node = (nodeMs(server.pid) - before.node) / answered
    return { perSecond, node, postgres: (postgresMs(postmaster) - before.postgres) / answered }
  }
  const runs = []
  for (const on of [true, false]) await run(on, 1)
  for (let i = 0; i < rounds; i++) {
    const order = i % 2 ? [true, false] : [false, true]
    const found = {}
    for (const on of order) found[on ? 'on' : 'off'] = await run(on, seconds)
    runs.push(found)
  }
  const of = (side, name, digits) => rounded(median(runs.map((one) => one[side][name])), digits)
  const ratios = runs.map(({ on, off }) => rounded(on.perSecond / off.perSecond))
  const ms = (side) => ({ node: of(side, 'node', 3), postgres: of(side, 'postgres', 3) })
  const figures = {
    what,
    ratio: median(ratios),
    ratios,
    perSecond: of('on', 'perSecond', 0),
    on: ms('on'),
    off: ms('off'),
  }
  console.log(JSON.stringify({ ...figures, postgres: server.postgres }))
}

async function importInTurns(cookie) {
  const file = join(server.folder, 'import.jsonl')
  spawnSync(process.execPath, [generator, '--scale', String(scale), '--out', file], { stdio: 'inherit' })
  const wipe = async () => {
    await switchChangeLog(server.databaseUrl, false)
    await client.query(`delete from annotations where video_id <> 'bench'`)
    await client.query('delete from personas where name <> $1 and not is_system_generated', ['p'])
    await client.query('delete from world_states')
    await client.query('vacuum annotations')
    await client.query('checkpoint')
  }
  const times = []
  for (let i = 0; i < rounds; i++) {
    const found = {}
    for (const on of i % 2 ? [true, false] : [false, true]) {
      await wipe()
      await switchChangeLog(server.databaseUrl, on)
      const began = performance.now()
      const { success } = await upload(server, cookie, '/api/import', file)
      if (!success) throw new Error('the import failed')
      found[on ? 'on' : 'off'] = (performance.now() - began) / 1000
    }
    times.push(found)
  }
  const ratios = times.map(({ on, off }) => rounded(off / on))
  const secondsOf = (side) => rounded(median(times.map((one) => one[side])))
  console.log(
    JSON.stringify({
      what: `import of scale ${scale}`,
      ratio: median(ratios),
      ratios,
      on: secondsOf('on'),
      off: secondsOf('off'),
    }),
  )
}

/** Makes ten edits of each of 10,000 annotations: each moves one box. */
async function storage(cookie, personaId, bulk) {
  await switchChangeLog(server.databaseUrl, true)
  await client.query('delete from annotations')
  await client.query('truncate changes')
  await client.query('vacuum full annotations')
  const ids = []
  for (let i = 0; i < 10; i++) ids.push(...(await bulk(1000, () => annotation(personaId, 8))).annotationIds)
  const sizes = async () => {
    const { rows } = await client.query(
      `select pg_table_size('annotations') as rows, pg_total_relation_size('annotations') as whole,
              (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'changes'::regclass) as log`,
    )
    return rows[0]
  }
  const before = await sizes()
  const { boxes: moved } = annotation(personaId, 8).frames
  for (let edit = 1; edit <= 10; edit++) {
    moved[edit % 8].x += edit
    // Each socket edits its share of the annotations once.
    await Promise.all(
      Array.from({ length: 16 }, async (_, socket) => {
        for (let sent = 0; sent * 16 + socket < ids.length; sent++) {
          const { type, label, confidence, frames } = annotation(personaId, 8)
          frames.boxes = moved
          await server.call(cookie, 'PUT', `/api/annotations/${ids[sent * 16 + socket]}`, {
            type,
            label,
            confidence,
            frames,
          })
        }
      }),
    )
  }
  const after = await sizes()
  const log = Number(after.log) - Number(before.log)
  const mb = (bytes) => rounded(Number(bytes) / 1e6, 1)
  const figures = { rowsMB: mb(before.rows), withIndexesMB: mb(before.whole), logMB: mb(log) }
  console.log(
    JSON.stringify({
      what: 'storage of 10 edits of each of 10,000 annotations',
      ...figures,
      ratio: rounded(log / before.whole),
      ratioOfRows: rounded(log / before.rows),
    }),
  )
}
