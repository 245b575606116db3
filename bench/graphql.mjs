// Nested claims over GraphQL against one nested json_agg statement by pgbench, at the same concurrency, in turns, in one run.
// The rates need a quiet machine; the milliseconds of processor time beside them (of Node, of PostgreSQL) hold on a busy one too.
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

const concurrency = 16
const fields = `id text parentClaimId summaryType confidence modelUsed extractionStrategy claimerType comment version createdAt updatedAt
  gloss { type content refType refPersonaId }`
const nested = (levels) => (levels === 0 ? '' : `subclaims { ${fields} ${nested(levels - 1)} }`)
const query = `query Tree($id: ID!) { summary(id: $id) { id claims { ${fields} ${nested(3)} } } }`

if (process.argv[2] === 'load') await loadFromParent()
else await main(Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3))

async function main(seconds, turns) {
  if (isStale()) await buildAll()
  const { startThrowawayPostgres } = await import('../dist/src/database/embedded-postgres.js')
  const { migrate } = await import('../dist/src/database/migrate.js')
  const database = await startThrowawayPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'parallax-bench-'))
  try {
    await migrate(database.url)
    const { summaryId, cookie, close, port } = await startServer(database.url, folder)
    const options = { method: 'POST', port, path: '/graphql', cookie, body: JSON.stringify({ query, variables: { id: summaryId } }) }
    const answer = await once(options)
    const tree = JSON.parse(answer)
    if (tree.errors) throw new Error(JSON.stringify(tree.errors))
    const generator = fork(fileURLToPath(import.meta.url), ['load'])
    const statement = nestedStatement(summaryId)
    const file = join(folder, 'nested.sql')
    writeFileSync(file, `${statement};\n`)
    await load(generator, options, 5)
    const rates = { graphql: [], sql: [] }
    const postmaster = await postmasterOf(database.url)
    const cpu = { node: [], postgres: [], nestedSql: [] }
    let latency = []
    for (let turn = 0; turn < turns; turn++) {
      const idle = postgresMs(postmaster)
      const tps = await pgbench(database.url, file, seconds)
      rates.sql.push(tps)
      const before = process.cpuUsage()
      const pgBefore = postgresMs(postmaster)
      cpu.nestedSql.push((pgBefore - idle) / (tps * seconds))
      const { rate, times } = await load(generator, options, seconds)
      const { user, system } = process.cpuUsage(before)
      cpu.node.push((user + system) / 1000 / times.length)
      cpu.postgres.push((postgresMs(postmaster) - pgBefore) / times.length)
      rates.graphql.push(rate)
      latency = latency.concat(times)
    }
    generator.kill()
    latency.sort((a, b) => a - b)
    const [ours, theirs] = [median(rates.graphql), median(rates.sql)]
    const report = {
      claims: countClaims(tree.data.summary.claims), bytes: answer.length, concurrency, node: process.version, cpus: cpus().length,
      graphql: Math.round(ours), nestedSql: Math.round(theirs), ratio: Number((ours / theirs).toFixed(2)),
      cpuMs: Object.fromEntries(Object.entries(cpu).map(([name, values]) => [name, Number(median(values).toFixed(1))])),
      p50: Math.round(latency[Math.floor(latency.length / 2)]), p99: Math.round(latency[Math.floor(latency.length * 0.99)]),
    }
    console.log(JSON.stringify(report))
    await close()
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
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
    DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32), API_KEY_ENCRYPTION_KEY: '0123456789abcdef'.repeat(4), ADMIN_PASSWORD: 'password-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: '', RATE_LIMIT_DISABLED: 'true', LOG_LEVEL: 'silent', NODE_ENV: 'production', STORAGE_PATH: folder,
    GRAPHQL_COMPILED: process.env.GRAPHQL_COMPILED ?? 'true',
  })
  const app = createApp(config, pino({ level: 'silent' }))
  const server = await createApi(app)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { userId, summaryId } = await fill(url)
  const session = await openSession(app.context(), userId, 7, { ipAddress: null, userAgent: 'bench' })
  return {
    summaryId,
    cookie: `session_token=${session.sealed}`,
    port: server.server.address().port,
    close: async () => {
      await server.close()
      await app.close()
    },
  }
}

/** 500 claims in 4 levels: 20 roots, 80, 160 and 240 below them. */
async function fill(url) {
  const { v7 } = await import('uuid')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const [userId, personaId, summaryId] = [v7(), v7(), v7()]
  await client.query('insert into users (id, username, display_name) values ($1, $2, $2)', [userId, 'bench'])
  await client.query('insert into personas (id, user_id, name, role, information_need) values ($1, $2, $3, $3, $3)', [personaId, userId, 'Analyst'])
  await client.query("insert into videos (id, filename, path) values ('video-1', 'a.mp4', '/videos/a.mp4')")
  await client.query("insert into video_summaries (id, video_id, persona_id, summary, created_by) values ($1, 'video-1', $2, '[]', $3)", [summaryId, personaId, userId])
  const gloss = JSON.stringify([
    { type: 'text', content: 'A crane lifts a container onto the ' },
    { type: 'typeRef', content: 'vessel', refType: 'entity', refPersonaId: personaId },
    { type: 'text', content: ' at berth 4 — “slowly”.' },
  ])
  let above = [null]
  for (const size of [20, 80, 160, 240]) {
    const level = Array.from({ length: size }, () => v7())
    for (const [i, id] of level.entries()) {
      await client.query(
        `insert into claims (id, summary_id, text, gloss, parent_claim_id, confidence, model_used, extraction_strategy, claimer_type, comment, created_by)
         values ($1, $2, $3, $4, $5, 0.75, 'baseline-1', 'sentence', 'entity', 'checked', $6)`,
        [id, summaryId, `Claim ${i}: a crane lifts a container onto the vessel at berth 4 — “slowly”.`, gloss, above[i % above.length], userId])
    }
    above = level
  }
  await client.query('vacuum analyze')
  await client.end()
  return { userId, summaryId }
}

/** The whole tree with the same fields in one statement. */
function nestedStatement(summaryId) {
  const names = { id: 'id', text: 'text', parentClaimId: 'parent_claim_id', summaryType: 'summary_type', confidence: 'confidence', modelUsed: 'model_used',
    extractionStrategy: 'extraction_strategy', claimerType: 'claimer_type', comment: 'comment', version: 'version', createdAt: 'created_at',
    updatedAt: 'updated_at', gloss: 'gloss' }
  const members = (alias) => Object.entries(names).map(([name, column]) => `'${name}', ${alias}.${column}`).join(', ')
  const level = (depth, condition) => {
    const alias = `c${depth}`
    const below = depth === 4 ? '' : `, 'subclaims', (${level(depth + 1, (next) => `${next}.parent_claim_id = ${alias}.id`)})`
    return `select coalesce(json_agg(json_build_object(${members(alias)}${below}) order by ${alias}.created_at, ${alias}.id), '[]')
      from claims ${alias} where ${condition(alias)}`
  }
  return level(1, (alias) => `${alias}.summary_id = '${summaryId}' and ${alias}.parent_claim_id is null`).replace(/\s+/g, ' ')
}

async function pgbench(url, file, seconds) {
  const at = new URL(url)
  const args = ['-n', '-c', String(concurrency), '-j', '2', '-M', 'prepared', '-T', String(seconds), '-f', file,
    '-h', at.hostname, '-p', at.port, '-U', at.username, at.pathname.slice(1)]
  const { stdout } = await promisify(execFile)('pgbench', args, { env: { ...process.env, PGPASSWORD: decodeURIComponent(at.password) } })
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
  return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')
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

function once({ port, path, method, cookie, body }) {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path, method, host: '127.0.0.1', agent: once.agent,
      headers: { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => (response.statusCode === 200 ? resolve(Buffer.concat(parts).toString()) : reject(new Error(`status ${response.statusCode}`))))
    })
    request.on('error', reject)
    request.end(body)
  })
}
once.agent = new http.Agent({ keepAlive: true, maxSockets: concurrency })

function load(generator, options, seconds) {
  return new Promise((resolve) => {
    generator.once('message', resolve)
    generator.send({ options, seconds })
  })
}

function loadFromParent() {
  process.on('message', async ({ options, seconds }) => {
    const times = []
    const started = performance.now()
    const until = started + seconds * 1000
    await Promise.all(Array.from({ length: concurrency }, async () => {
      while (performance.now() < until) {
        const at = performance.now()
        await once(options)
        times.push(performance.now() - at)
      }
    }))
    process.send({ rate: (times.length * 1000) / (performance.now() - started), times })
  })
}

function countClaims(claims = []) {
  return claims.reduce((sum, { subclaims }) => sum + 1 + countClaims(subclaims), 0)
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
