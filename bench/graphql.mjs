// GraphQL against one nested json_agg statement by pgbench, at the same concurrency, in turns, in one run: nested
// claims, and a page
// of summaries with claims and authors. Then what the heaviest operation that is allowed costs, and how fast the
// lightest
// that is not is refused. The rates need a quiet machine; the milliseconds of processor time hold on a busy one too.
// Usage: node bench/graphql.mjs [seconds per turn, 5] [turns, 3]
import { execFile, fork } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { buildAll, isStale } from '../bin/build.mjs'
import { httpRequest, load as runLoad } from './load.mjs'

const concurrency = 16
const fields = `id text parentClaimId summaryType confidence modelUsed extractionStrategy claimerType comment version createdAt updatedAt
  gloss { type content refType refPersonaId }`
const nested = (levels) => (levels === 0 ? '' : `subclaims { ${fields} ${nested(levels - 1)} }`)
const treeQuery = `query Tree($id: ID!) { summary(id: $id) { id claims { ${fields} ${nested(3)} } } }`
const author = 'creator { id username displayName }'
const pageQuery = `query Page { summaries(first: 20) { nodes { id videoId comment createdAt ${author} claims { id text confidence createdAt ${author} } } } }`
/** 20 trees of 500 claims with what hangs on each claim; asked for as often as the limit of the cost lets through. */
const heavyPart = (alias) =>
  `${alias}: persona(id: $id) { summaries { id ${author} claims { ${fields} ${author} ${nested(3)} } } }`
const heavyQuery = (times) =>
  `query Heavy($id: ID!) { ${Array.from({ length: times }, (_, i) => heavyPart(`part${i}`)).join(' ')} }`
/** One object more than that limit. */
const refusedQuery = '{ videos(first: 100) { nodes { summaries { claims { id } } } } }'

async function main(seconds, turns) {
  if (isStale()) await buildAll()
  const { startThrowawayPostgres } = await import('../dist/src/database/embedded-postgres.js')
  const { migrate } = await import('../dist/src/database/migrate.js')
  const database = await startThrowawayPostgres(process.env.PARALLAX_POSTGRES_BIN)
  const folder = mkdtempSync(join(tmpdir(), 'parallax-bench-'))
  const generator = fork(fileURLToPath(import.meta.url), ['load'])
  try {
    await migrate(database.url)
    const { summaryId, heavyId, cookie, close, port } = await startServer(database.url, folder)
    const at = {
      generator,
      port,
      cookie,
      database: database.url,
      folder,
      seconds,
      turns,
      postmaster: await postmasterOf(database.url),
    }
    await measure('nested claims', at, { query: treeQuery, variables: { id: summaryId } }, nestedStatement(summaryId))
    await measure('20 summaries with 10 claims each and their authors', at, { query: pageQuery }, pageStatement)
    const heavy = (times) => ({ query: heavyQuery(times), variables: { id: heavyId } })
    const { cost } = JSON.parse(await once(requestOf(at, heavy(1)))).extensions
    await weigh('heaviest allowed', at, heavy(Math.floor(cost.maximum / cost.requested)))
    await refuse('lightest refused', at, { query: refusedQuery })
    await close()
  } finally {
    generator.kill()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const requestOf = ({ port, cookie }, body) => ({
  method: 'POST',
  port,
  path: '/graphql',
  cookie,
  body: JSON.stringify(body),
})

async function measure(what, at, body, statement) {
  const { generator, database, folder, seconds, turns, postmaster } = at
  const options = requestOf(at, body)
  const answer = await once(options)
  const { data, errors } = JSON.parse(answer)
  if (errors) throw new Error(JSON.stringify(errors))
  const statements = await statementsOf(() => once(options))
  const file = join(folder, 'statement.sql')
  writeFileSync(file, `${statement};\n`)
  await load(generator, options, 5)
  const rates = { graphql: [], sql: [] }
  const cpu = { node: [], postgres: [], statement: [] }
  const latency = []
  for (let turn = 0; turn < turns; turn++) {
    const idle = postgresMs(postmaster)
    const tps = await pgbench(database, file, seconds)
    rates.sql.push(tps)
    const before = process.cpuUsage()
    const pgBefore = postgresMs(postmaster)
    cpu.statement.push((pgBefore - idle) / (tps * seconds))
    const { perSecond, p50, p99 } = await load(generator, options, seconds)
    const { user, system } = process.cpuUsage(before)
    cpu.node.push((user + system) / 1000 / (perSecond * seconds))
    cpu.postgres.push((postgresMs(postmaster) - pgBefore) / (perSecond * seconds))
    rates.graphql.push(perSecond)
    latency.push({ p50, p99 })
  }
  const [ours, theirs] = [median(rates.graphql), median(rates.sql)]
  console.log(
    JSON.stringify({
      what,
      objects: JSON.parse(answer).extensions.cost.actual,
      bytes: Buffer.byteLength(answer),
      node: process.version,
      cpus: cpus().length,
      statements,
      graphql: Math.round(ours),
      nestedSql: Math.round(theirs),
      ratio: Number((ours / theirs).toFixed(2)),
      ratios: rates.graphql.map((rate, i) => Number((rate / rates.sql[i]).toFixed(2))),
      cpuMs: Object.fromEntries(Object.entries(cpu).map(([name, values]) => [name, Number(median(values).toFixed(1))])),
      p50: Math.round(median(latency.map((one) => one.p50))),
      p99: Math.round(median(latency.map((one) => one.p99))),
    }),
  )
  return data
}

/** Processor time and memory of one operation at a time. */
async function weigh(what, at, body) {
  const options = requestOf(at, body)
  const { errors, extensions } = JSON.parse(await once(options))
  if (errors) throw new Error(JSON.stringify(errors))
  const idle = process.memoryUsage().rss
  let peak = idle
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5)
  const runs = []
  for (let i = 0; i < 5; i++) {
    const [before, pgBefore, began] = [process.cpuUsage(), postgresMs(at.postmaster), performance.now()]
    const bytes = Buffer.byteLength(await once(options))
    const { user, system } = process.cpuUsage(before)
    runs.push({
      bytes,
      ms: performance.now() - began,
      nodeMs: (user + system) / 1000,
      postgresMs: postgresMs(at.postmaster) - pgBefore,
    })
  }
  clearInterval(watch)
  const of = (name) => Math.round(median(runs.map((run) => run[name])))
  console.log(
    JSON.stringify({
      what,
      cost: extensions.cost,
      bytes: of('bytes'),
      ms: of('ms'),
      nodeMs: of('nodeMs'),
      postgresMs: of('postgresMs'),
      memoryMb: Math.round((peak - idle) / 1e6),
    }),
  )
}

async function refuse(what, at, body) {
  const options = requestOf(at, body)
  const times = []
  let said
  for (let i = 0; i < 200; i++) {
    const began = performance.now()
    said = JSON.parse(await once(options)).errors[0].message
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  console.log(
    JSON.stringify({
      what,
      said,
      p50: Number(times[100].toFixed(2)),
      p99: Number(times[198].toFixed(2)),
      first: Number(times.at(-1).toFixed(2)),
    }),
  )
}

/** How many SQL statements the server, which runs in this process, sends during a request. */
async function statementsOf(act) {
  const send = pg.Client.prototype.query
  let count = 0
  pg.Client.prototype.query = function (...given) {
    count += 1
    return send.apply(this, given)
  }
  try {
    await act()
    return count
  } finally {
    pg.Client.prototype.query = send
  }
}

async function startServer(url, folder) {
  await import('reflect-metadata')
  const { createApp } = await import('../dist/src/app.js')
  const { createApi } = await import('../dist/src/api.js')
  const { readConfig } = await import('../dist/src/config.js')
  const { openSession } = await import('../dist/src/accounts/session.service.js')
  const { pino } = await import('pino')
  const config = readConfig({
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(32),
    API_KEY_ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    ADMIN_PASSWORD: 'password-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    RATE_LIMIT_DISABLED: 'true',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
    STORAGE_PATH: folder,
    GRAPHQL_COMPILED: process.env.GRAPHQL_COMPILED ?? 'true',
  })
  const app = createApp(config, pino({ level: 'silent' }))
  const server = await createApi(app)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { userId, summaryId, heavyId } = await fill(url)
  const session = await openSession(app.context(), userId, 7, { ipAddress: null, userAgent: 'bench' })
  return {
    summaryId,
    heavyId,
    cookie: `session_token=${session.sealed}`,
    port: server.server.address().port,
    close: async () => {
      await server.close()
      await app.close()
    },
  }
}

/**
 * A summary with 500 claims in 4 levels (20 roots, 80, 160 and 240 below them), 20 more like it of another persona, and
 * 20 newer ones with 10 claims each.
 */
async function fill(url) {
  const { v7 } = await import('uuid')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const userId = v7()
  await client.query('insert into users (id, username, display_name) values ($1, $2, $2)', [userId, 'bench'])
  const persona = async (name) => {
    const id = v7()
    await client.query('insert into personas (id, user_id, name, role, information_need) values ($1, $2, $3, $3, $3)', [
      id,
      userId,
      name,
    ])
    return id
  }
  const [personaId, heavyId] = [await persona('Analyst'), await persona('Critic')]
  const gloss = JSON.stringify([
    { type: 'text', content: 'A crane lifts a container onto the ' },
    { type: 'typeRef', content: 'vessel', refType: 'entity', refPersonaId: personaId },
    { type: 'text', content: ' at berth 4 — “slowly”.' },
  ])
  const summary = async (persona, video, sizes) => {
    const id = v7()
    await client.query('insert into videos (id, filename, path) values ($1, $1, $1) on conflict do nothing', [video])
    await client.query(
      "insert into video_summaries (id, video_id, persona_id, summary, created_by) values ($1, $2, $3, '[]', $4)",
      [id, video, persona, userId],
    )
    let above = [null]
    for (const size of sizes) {
      const level = Array.from({ length: size }, () => v7())
      await client.query(
        `insert into claims (id, summary_id, text, gloss, parent_claim_id, confidence, model_used, extraction_strategy, claimer_type, comment, created_by)
         select (r ->> 'id')::uuid, $1, r ->> 'text', $2, (r ->> 'above')::uuid, 0.75, 'baseline-1', 'sentence', 'entity', 'checked', $3 from json_array_elements($4) r`,
        [
          id,
          gloss,
          userId,
          JSON.stringify(
            level.map((one, i) => ({
              id: one,
              above: above[i % above.length],
              text: `Claim ${i}: a crane lifts a container onto the vessel at berth 4 — “slowly”.`,
            })),
          ),
        ],
      )
      above = level
    }
    return id
  }
  const tree = [20, 80, 160, 240]
  const summaryId = await summary(personaId, 'video-0', tree)
  for (let i = 0; i < 20; i++) await summary(heavyId, `video-${i}`, tree)
  for (let i = 1; i <= 20; i++) await summary(personaId, `video-${i}`, [10])
  await client.query('vacuum analyze')
  await client.end()
  return { userId, summaryId, heavyId }
}

const pageStatement =
  `select json_agg(json_build_object('id', s.id, 'videoId', s.video_id, 'comment', s.comment, 'createdAt', s.created_at,
  'creator', (select json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name) from users u where u.id = s.created_by),
  'claims', (select coalesce(json_agg(json_build_object('id', c.id, 'text', c.text, 'confidence', c.confidence, 'createdAt', c.created_at,
    'creator', (select json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name) from users u where u.id = c.created_by))
    order by c.created_at, c.id), '[]') from claims c where c.summary_id = s.id and c.parent_claim_id is null)) order by s.created_at desc, s.id desc)
  from (select * from video_summaries order by created_at desc, id desc limit 20) s`.replace(/\s+/g, ' ')

/** The whole tree with the same fields in one statement. */
function nestedStatement(summaryId) {
  const names = {
    id: 'id',
    text: 'text',
    parentClaimId: 'parent_claim_id',
    summaryType: 'summary_type',
    confidence: 'confidence',
    modelUsed: 'model_used',
    extractionStrategy: 'extraction_strategy',
    claimerType: 'claimer_type',
    comment: 'comment',
    version: 'version',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    gloss: 'gloss',
  }
  const members = (alias) =>
    Object.entries(names)
      .map(([name, column]) => `'${name}', ${alias}.${column}`)
      .join(', ')
  const level = (depth, condition) => {
    const alias = `c${depth}`
    const below =
      depth === 4 ? '' : `, 'subclaims', (${level(depth + 1, (next) => `${next}.parent_claim_id = ${alias}.id`)})`
    return `select coalesce(json_agg(json_build_object(${members(alias)}${below}) order by ${alias}.created_at, ${alias}.id), '[]')
      from claims ${alias} where ${condition(alias)}`
  }
  return level(1, (alias) => `${alias}.summary_id = '${summaryId}' and ${alias}.parent_claim_id is null`).replace(
    /\s+/g,
    ' ',
  )
}

async function pgbench(url, file, seconds) {
  const at = new URL(url)
  const args = [
    '-n',
    '-c',
    String(concurrency),
    '-j',
    '2',
    '-M',
    'prepared',
    '-T',
    String(seconds),
    '-f',
    file,
    '-h',
    at.hostname,
    '-p',
    at.port,
    '-U',
    at.username,
    at.pathname.slice(1),
  ]
  const { stdout } = await promisify(execFile)('pgbench', args, {
    env: { ...process.env, PGPASSWORD: decodeURIComponent(at.password) },
  })
  return Number(/tps = ([\d.]+)/.exec(stdout)[1])
}

async function postmasterOf(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const parent = existsSync('/proc/self/stat') ? Number(statOf(rows[0].pid)[1]) : 0
  await client.end()
  return parent
}

/** What stands behind the name of a process in /proc: state, parent, and so on. */
function statOf(pid) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
}

/** Processor time of the server and all its processes so far, ended ones included; NaN where there is no /proc. */
function postgresMs(postmaster) {
  if (!existsSync('/proc/self/stat')) return NaN
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = statOf(pid).map(Number)
      const [parent, own, ended] = [fields[1], fields[11] + fields[12], fields[13] + fields[14]]
      if (Number(pid) === postmaster) ticks += own + ended
      else if (parent === postmaster) ticks += own
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
    }
  }
  return ticks * 10
}

function once({ port, path, method, cookie, body, status = 200 }) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        port,
        path,
        method,
        host: '127.0.0.1',
        agent: once.agent,
        headers: { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const parts = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () =>
          response.statusCode === status
            ? resolve(Buffer.concat(parts).toString())
            : reject(new Error(`status ${response.statusCode}`)),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
once.agent = new http.Agent({ keepAlive: true, maxSockets: concurrency })

function load(generator, { port, path, method, cookie, body }, seconds) {
  const request = httpRequest({ method, path, headers: { Cookie: cookie }, body }).toString()
  return new Promise((resolve) => {
    generator.once('message', resolve)
    generator.send({ port, request, concurrency, seconds })
  })
}

function loadFromParent() {
  process.on('message', async (options) => process.send(await runLoad(options)))
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

if (process.argv[2] === 'load') await loadFromParent()
else
  await main(
    Number(process.argv[2] ?? process.env.BENCH_SECONDS ?? 5),
    Number(process.argv[3] ?? process.env.BENCH_ROUNDS ?? 3),
  )
