// Compares exports with one COPY of byte-identical lines, and imports with COPY FROM of the same rows into the same
// table; reports peak memory and how fast /api/health answers meanwhile. BENCH_EXCHANGE_SCALE: how many times 10,000
// annotations (default 5; over about 8 the file exceeds the upload limit and `parallax import` sends it in parts).
// BENCH_EXCHANGE_HUGE: multiplies the rows in the database at the end and exports them, to measure memory.
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { median } from './compare.mjs'
import { copyIn, copyOut, dumpRows, lineStatement } from './exchange-reference.mjs'
import { forgetPeak, megabytesOf } from './processes.mjs'
import { startServer } from './server.mjs'
import { download, healthDuring, upload } from './transfer.mjs'

const scale = Number(process.env.BENCH_EXCHANGE_SCALE ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const huge = Number(process.env.BENCH_EXCHANGE_HUGE ?? 0)
const largestFile = 100 * 1024 * 1024
const generator = fileURLToPath(new URL('./generate.mjs', import.meta.url))
const command = fileURLToPath(new URL('../bin/parallax.mjs', import.meta.url))

const round = (value, digits = 2) => Number(value.toFixed(digits))
const print = (figures) => console.log(JSON.stringify(figures))

/** Runs `act`; returns its result and seconds, and the server's resident memory before and at its peak, in MB. */
async function measured(server, act) {
  forgetPeak(server.pid)
  const idleMB = megabytesOf(server.pid, 'VmRSS')
  const startedAt = performance.now()
  const result = await act()
  return {
    result,
    seconds: (performance.now() - startedAt) / 1000,
    idleMB: round(idleMB, 0),
    peakMB: round(megabytesOf(server.pid, 'VmHWM'), 0),
  }
}

function run(program, args, env = {}) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('exit', (code) => (code ? fail(new Error(`${program} ended with ${code}`)) : done()))
  })
}

/**
 * Deletes the user's annotations (with `all` personas and worlds too) and vacuums, so that each round starts equally.
 */
async function wipe(client, userId, { all }) {
  await client.query('delete from annotations where created_by_user_id = $1', [userId])
  if (all) {
    await client.query('delete from personas where user_id = $1', [userId])
    await client.query('delete from world_states where user_id = $1', [userId])
  }
  await client.query('vacuum annotations')
  await client.query('checkpoint')
}

async function benchImports(server, client, cookie, userId, file) {
  const times = []
  for (let i = 0; i < rounds; i++) {
    await wipe(client, userId, { all: true })
    const { result, health } = await healthDuring(server, () =>
      measured(server, () => upload(server, cookie, '/api/import', file)),
    )
    const rows = result.result.summary.importedItems.annotations
    if (!result.result.success) throw new Error('the import failed')
    const dump = await dumpRows(client, 'annotations', `where created_by_user_id = '${userId}' order by created_at, id`)
    await wipe(client, userId, { all: false })
    const copySeconds = await copyIn(client, dump)
    times.push({
      ratio: copySeconds / result.seconds,
      rows,
      importSeconds: round(result.seconds),
      copySeconds: round(copySeconds),
      growthMB: result.peakMB - result.idleMB,
      health,
    })
  }
  const ratio = median(times.map((one) => one.ratio))
  print({
    what: 'import of annotations against COPY FROM of the same rows',
    ratio: round(ratio),
    megabytes: round(statSync(file).size / 1e6, 1),
    rounds: times.map((one) => ({ ...one, ratio: round(one.ratio) })),
  })
}

/** Runs the statement with two plans, the one PostgreSQL chooses and the one in index order; returns the faster run. */
async function copyLimit(client, statement) {
  const runs = []
  for (const sort of ['on', 'off']) {
    await client.query(`set enable_sort = ${sort}`)
    runs.push(await copyOut(client, statement))
  }
  return runs.toSorted((a, b) => a.seconds - b.seconds)[0]
}

/**
 * Throws unless the reference prints the same bytes as the export. In the full export (`/all`) the annotations are the
 * last lines, so there the reference must equal the end of the file.
 */
async function requireSameBytes(server, client, cookie, path, statement) {
  const reference = await copyOut(client, statement, { digest: true })
  const { bytes } = await download(server, cookie, path)
  const { digest } = await download(server, cookie, path, { hashFrom: bytes - reference.bytes })
  const whole = path === '/api/export' ? reference.bytes === bytes : true
  if (digest !== reference.digest || !whole) throw new Error(`${path} and its reference differ`)
}

async function benchExports(server, client, cookie, userId) {
  await client.query('vacuum analyze annotations')
  await client.query('checkpoint')
  for (const path of ['/api/export', '/api/export/all']) {
    const statement = lineStatement(userId, path === '/api/export/all')
    await requireSameBytes(server, client, cookie, path, statement)
    const runs = []
    for (let i = 0; i < Math.max(rounds, 5); i++) {
      const limit = await copyLimit(client, statement)
      const { result, seconds } = await measured(server, () => download(server, cookie, path))
      runs.push({
        ratio: result.bytes / seconds / (limit.bytes / limit.seconds),
        seconds,
        limitSeconds: limit.seconds,
        megabytes: result.bytes / 1e6,
      })
    }
    const seconds = median(runs.map((one) => one.seconds))
    print({
      what: `GET ${path} against COPY of the same lines`,
      ratio: round(median(runs.map((one) => one.ratio))),
      ratios: runs.map((one) => round(one.ratio)),
      megabytes: round(runs[0].megabytes, 1),
      megabytesPerSecond: round(runs[0].megabytes / seconds, 0),
      seconds: round(seconds),
      limitSeconds: round(median(runs.map((one) => one.limitSeconds))),
    })
  }
  const { health, result } = await healthDuring(server, () =>
    measured(server, async () => {
      for (let i = 0; i < 3; i++) await download(server, cookie, '/api/export')
    }),
  )
  print({ what: '/api/health during three exports', health, peakMB: result.peakMB })
}

/**
 * Compares a frozen export, from its request to the end of its file, with the same export streamed with gzip and
 * discarded by the client.
 */
async function benchFrozen(server, cookie) {
  server.startWorker()
  const order = async () => {
    const { id } = (await server.call(cookie, 'POST', '/api/exports', { contents: 'all' })).json()
    for (;;) {
      const made = (await server.call(cookie, 'GET', `/api/exports/${id}`)).json()
      if (made.status === 'failed') throw new Error(made.error)
      if (made.fileUrl !== null) {
        await server.call(cookie, 'DELETE', `/api/exports/${id}`)
        return made
      }
      await new Promise((done) => setTimeout(done, 20))
    }
  }
  await order()
  const runs = []
  for (let i = 0; i < Math.max(rounds, 5); i++) {
    const headers = { 'accept-encoding': 'gzip' }
    const streamed = await measured(server, () => download(server, cookie, '/api/export/all', { headers }))
    const { result, seconds } = await measured(server, order)
    runs.push({ ratio: streamed.seconds / seconds, seconds, streamed: streamed.seconds, bytes: result.manifest.bytes })
  }
  print({
    what: 'frozen export against GET /api/export/all, both compressed',
    ratio: round(median(runs.map((one) => one.ratio))),
    ratios: runs.map((one) => round(one.ratio)),
    megabytes: round(runs[0].bytes / 1e6, 1),
    seconds: round(median(runs.map((one) => one.seconds))),
    streamedSeconds: round(median(runs.map((one) => one.streamed))),
  })
}

async function main() {
  const server = await startServer()
  const client = new pg.Client({ connectionString: server.databaseUrl, options: '-c timezone=UTC' })
  await client.connect()
  try {
    const cookie = await server.user('exchange')
    const all = join(server.folder, 'all.jsonl')
    await run(generator, ['--out', all, '--scale', '1'])
    const first = await measured(server, () => upload(server, cookie, '/api/import', all))
    print({
      what: 'import of scale 1, every type',
      lines: first.result.summary.totalLines,
      megabytes: round(statSync(all).size / 1e6, 1),
      seconds: round(first.seconds),
      idleMB: first.idleMB,
      peakMB: first.peakMB,
    })

    const file = join(server.folder, 'annotations.jsonl')
    await run(generator, [
      '--out',
      file,
      '--scale',
      String(scale),
      '--only',
      'persona,ontology,entity,event,time,annotation',
      '--seed',
      '2',
    ])
    const other = await server.user('annotations')
    const {
      rows: [{ id: userId }],
    } = await client.query(`select id from users where username = 'annotations'`)
    if (statSync(file).size <= largestFile) await benchImports(server, client, other, userId, file)
    else {
      const { seconds, idleMB, peakMB } = await measured(server, () =>
        run(command, ['import', file, '--url', server.url, '--user', 'annotations'], {
          PARALLAX_PASSWORD: 'benchmark-1',
        }),
      )
      print({
        what: 'parallax import in parts',
        megabytes: round(statSync(file).size / 1e6, 1),
        seconds: round(seconds),
        idleMB,
        peakMB,
      })
    }
    await benchExports(server, client, other, userId)
    const peaks = [
      ['scale 1', cookie],
      [`scale ${scale}`, other],
    ]
    for (const [what, who] of peaks) {
      const { result, peakMB } = await measured(server, () => download(server, who, '/api/export'))
      print({ what: `memory of an export of ${what}`, megabytes: round(result.bytes / 1e6, 1), peakMB })
    }
    if (huge > 1) {
      const {
        rows: [{ names }],
      } = await client.query(`select string_agg(attname, ',' order by attnum) as names from pg_attribute
        where attrelid = 'annotations'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('id', 'number')`)
      await client.query(
        `insert into annotations (id, ${names}) select gen_random_uuid(), ${names} from annotations cross join generate_series(2, ${huge}) where created_by_user_id = '${userId}'`,
      )
      await client.query('analyze annotations')
      const { result, seconds, peakMB } = await measured(server, () => download(server, other, '/api/export'))
      print({
        what: `memory of an export of scale ${scale * huge}`,
        megabytes: round(result.bytes / 1e6, 1),
        seconds: round(seconds),
        peakMB,
      })
    }
    await benchFrozen(server, other)
    const interpolated = await measured(server, () => download(server, cookie, '/api/export?includeInterpolated=true'))
    const stats = (await server.call(cookie, 'GET', '/api/export/stats?includeInterpolated=true')).json()
    const frames = stats.interpolatedFrameCount
    print({
      what: 'interpolated export of scale 1',
      frames,
      framesPerSecond: round(frames / interpolated.seconds, 0),
      megabytes: round(interpolated.result.bytes / 1e6, 1),
      peakMB: interpolated.peakMB,
    })
  } finally {
    await client.end()
    await server.stop()
  }
}

await main()
