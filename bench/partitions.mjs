// What partitioning the large tables costs, and what they cost afterwards:
// node bench/partitions.mjs --folder FOLDER [--scale 1000] [--parts 16]
// FOLDER holds the database that `node bench/big-tables.mjs --scale 1000 --folder FOLDER` has filled. A copy of it is
// partitioned by `parallax partition` while three clients write and three read; prints how long their requests took
// before and meanwhile, how many failed, and whether any acknowledged write is missing. Then it prints for statements
// on both databases the blocks of 8 kB that they touched and their time in PostgreSQL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { startServer } from './server.mjs'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    parts: { type: 'string', default: '16' },
    scale: { type: 'string', default: '1000' },
  },
})
const whole = `scale_${values.scale}`
if (!values.folder) throw new Error('--folder names the folder of a database that bench/big-tables.mjs has filled')
const { startEmbeddedPostgres } = await import('../dist/src/database/launch/embedded-postgres.js')
const cluster = await startEmbeddedPostgres({
  dataDir: values.folder,
  programs: process.env.PARALLAX_POSTGRES_BIN,
  settings: { shared_buffers: '2GB', max_wal_size: '4GB' },
})
const urlOf = (name) => new URL(`/${name}`, cluster.url).href
const on = async (name, act) => {
  const client = new pg.Client({ connectionString: urlOf(name) })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
try {
  await on('postgres', async (client) => {
    await client.query('drop database if exists parts')
    await client.query(`create database parts template ${whole}`)
  })
  await partitionUnderLoad()
  await compareStatements()
} finally {
  await on('postgres', (client) => client.query('drop database if exists parts with (force)'))
  await cluster.stop()
}

async function partitionUnderLoad() {
  process.env.BENCH_DATABASE_URL = urlOf('parts')
  const server = await startServer()
  try {
    const cookie = await server.login('owner', 'benchmark-1')
    const ids = await on('parts', async (client) => {
      const one = async (text) => Object.values((await client.query(text)).rows[0])[0]
      const of = `(select id from users where username = 'owner')`
      return {
        persona: await one(`select id from personas where user_id = ${of} and name = 'Persona 0/0'`),
        summary: await one(`select id from video_summaries where created_by = ${of} order by id limit 1`),
      }
    })
    const load = startLoad(server, cookie, ids)
    await sleep(15_000)
    load.phase('before')
    const began = performance.now()
    const command = spawn(
      process.execPath,
      ['dist/src/main.js', 'partition', '--parts', values.parts, 'annotations', 'claims', 'jobs', 'login_attempts'],
      { env: { ...process.env, DATABASE_URL: urlOf('parts') }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    command.stdout.on('data', (piece) => {
      for (const line of piece.toString().split('\n').filter(Boolean))
        console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`)
    })
    const [code] = await once(command, 'exit')
    if (code !== 0) throw new Error(`the command ended with ${code}`)
    load.phase('meanwhile')
    await sleep(15_000)
    load.phase('after')
    const missing = await load.stop()
    console.log(`\nacknowledged writes: ${load.acknowledged()}, missing or changed afterwards: ${missing}`)
  } finally {
    await server.stop()
  }
}

/** Three clients that write and three that read, each one request after the other. */
function startLoad(server, cookie, ids) {
  const kept = new Map()
  let acknowledged = 0
  let taken = []
  let failed = []
  let stopped = false
  const send = async (method, path, body) => {
    const began = performance.now()
    try {
      return (await server.call(cookie, method, path, body)).text
    } catch (error) {
      failed.push(error.message)
      return undefined
    } finally {
      taken.push(performance.now() - began)
    }
  }
  const write = async (method, path, body, at, label) => {
    const text = await send(method, path, body)
    if (text === undefined) return undefined
    acknowledged += 1
    const id = at ?? JSON.parse(text).id
    kept.set(id, label)
    return id
  }
  const box = { frameNumber: 1, x: 1, y: 1, width: 10, height: 10, isKeyframe: true }
  const frames = { boxes: [box], interpolationSegments: [], visibilityRanges: [] }
  const writer = async (n) => {
    for (let i = 0; !stopped; i++) {
      const label = `made ${n}/${i}`
      const id = await write(
        'POST',
        '/api/annotations',
        { videoId: 'video-0', personaId: ids.persona, annotationType: 'type', type: 'type', label, frames },
        undefined,
        label,
      )
      if (id && i % 2) await write('PUT', `/api/annotations/${id}`, { label: `${label}!` }, id, `${label}!`)
      if (id && i % 5 === 0) await write('DELETE', `/api/annotations/video-0/${id}`, undefined, id, null)
      const claim = await write('POST', `/api/summaries/${ids.summary}/claims`, { text: label }, undefined, label)
      if (claim && i % 5 === 0)
        await write('DELETE', `/api/summaries/${ids.summary}/claims/${claim}`, undefined, claim, null)
    }
  }
  const reader = async (n) => {
    for (let i = n; !stopped; i++)
      await send(
        ...(i % 2 ? ['GET', `/api/annotations/video-${i % 900}`] : ['GET', `/api/summaries/${ids.summary}/claims`]),
      )
  }
  const clients = [0, 1, 2].flatMap((n) => [writer(n), reader(n)])
  return {
    acknowledged: () => acknowledged,
    phase(name) {
      const sorted = taken.sort((a, b) => a - b)
      const at = (share) => rounded(sorted[Math.floor((sorted.length - 1) * share)] ?? 0, 1)
      console.log(
        `${name}: ${sorted.length} requests, median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, longest ${at(1)} ms, ` +
          `${failed.length} failed${failed.length ? ` (${failed[0]})` : ''}`,
      )
      taken = []
      failed = []
    },
    async stop() {
      stopped = true
      await Promise.all(clients)
      return on('parts', async (client) => {
        const { rows } = await client.query(
          `select id, label from annotations where id = any($1::uuid[]) union all select id, text from claims where id = any($1::uuid[])`,
          [[...kept.keys()]],
        )
        const found = new Map(rows.map(({ id, label }) => [id, label]))
        return [...kept].filter(([id, label]) => (found.get(id) ?? null) !== label).length
      })
    },
  }
}

async function compareStatements() {
  const user = `(select id from users where username = 'user-7')`
  const project = `(select id from projects where slug = 'project-7')`
  const { id, columns } = await on(whole, async (client) => ({
    ...(await client.query('select id from annotations order by id limit 1')).rows[0],
    ...(
      await client.query(`select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
        where attrelid = 'annotations'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
    ).rows[0],
  }))
  const summary = `(select id from video_summaries order by id desc limit 1)`
  const statements = {
    'page of 20 annotations of a video': `select id, label from annotations where video_id = 'video-7' order by created_at, id limit 21`,
    'all 500 annotations of a video': `select id, label from annotations where video_id = 'video-7' order by created_at, id`,
    'page of 20 annotations of a user': `select id, label from annotations where created_by_user_id = ${user} order by created_at, id limit 21`,
    'annotations of a window of 5,000 frames': `select id from annotations where video_id = 'video-7' and last_frame >= 0 and first_frame <= 5000`,
    'count of the annotations of a project': `select count(*) from annotations where project_id = ${project}`,
    'an annotation by its id': `select label from annotations where id = '${id}'`,
    'claims of a summary': `select id, text from claims where summary_id = ${summary} order by created_at, id`,
    'failed logins of a name within a day': `select count(*) from login_attempts where username = 'user-7' and not success and failed_at > now() - interval '1 day'`,
    'adding 1,000 annotations': `insert into annotations (${columns}) select ${columns.replace('id', 'gen_random_uuid()')}
      from annotations where created_by_user_id = ${user} limit 1000`,
  }
  console.log(`\n| statement | blocks, whole | blocks, ${values.parts} parts | ms, whole | ms, ${values.parts} parts |`)
  console.log('|---|---|---|---|---|')
  for (const [what, text] of Object.entries(statements)) {
    const found = []
    for (const name of [whole, 'parts']) found.push(await on(name, (client) => measured(client, text)))
    console.log(`| ${[what, ...found.map((one) => one.blocks), ...found.map((one) => one.ms)].join(' | ')} |`)
  }
}

/** The blocks and the median time of seven runs, each of which is taken back. */
async function measured(client, statement) {
  const times = []
  let blocks = 0
  await client.query('set jit = off')
  for (let i = 0; i < 7; i++) {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) ${statement}`)
    await client.query('rollback')
    const [{ Plan: plan, 'Execution Time': ms, 'Planning Time': planning }] = rows[0]['QUERY PLAN']
    times.push(ms + planning)
    blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return { blocks, ms: rounded(median(times), 2) }
}
