// Measures the load that replicas take off the primary: the same mixed load (16 readers and 2 writers of one account)
// on one PostgreSQL server and on the same server with one and two streaming replicas. Prints the share of the
// statements that replicas answered and the processor time of the primary for each request. Usage: node
// bench/replicas.mjs
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { get, graphql, median, rounded } from './compare.mjs'
import { httpRequest, load } from './load.mjs'
import { nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { fillReads } from './read-data.mjs'
import { startServer } from './server.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const { startEmbeddedPostgres } = await import('../dist/src/database/launch/embedded-postgres.js')
const { findBinaries } = await import('../dist/src/database/launch/find-postgres.js')
const { choosePostgresHome } = await import('../dist/src/database/launch/postgres-home.js')
const programs = process.env.PARALLAX_POSTGRES_BIN
const settings = { wal_keep_size: '512MB', max_connections: '200' }
const folders = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-replicas-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

/** Starts a streaming replica from a base backup of the primary. */
async function startReplica(primary, primaryFolder) {
  const folder = newFolder()
  copyFileSync(join(primaryFolder, 'postgres-password'), join(folder, 'postgres-password'))
  const { account } = choosePostgresHome(primaryFolder)
  if (account) chownSync(folder, account.uid, account.gid)
  const { bin } = await findBinaries(choosePostgresHome(folder), programs, undefined)
  const copy = ['-d', primary.url, '-D', join(folder, 'postgres'), '-R', '-X', 'stream', '-c', 'fast']
  execFileSync(join(bin, 'pg_basebackup'), copy, { ...account, cwd: '/' })
  return startEmbeddedPostgres({ dataDir: folder, programs, settings: { ...settings, hot_standby_feedback: 'on' } })
}

const page = `query ($video: ID!) {
  annotations(first: 100, filter: { videoId: $video }) { nodes { id label frames persona { id name } } }
}`
const readsOf = ({ summaryId, videoId }) => [
  { what: 'GET 500 claims of a summary', ...get(`/api/summaries/${summaryId}/claims`) },
  { what: 'GET 500 annotations of a video', ...get(`/api/annotations/${videoId}`) },
  { what: 'GraphQL page of 100 annotations', ...graphql(page, { video: videoId }, (data) => data) },
]
const written = {
  method: 'POST',
  path: '/api/personas',
  body: JSON.stringify({ name: 'Persona', role: 'Analyst', informationNeed: 'Who?' }),
}

const primaryFolder = newFolder()
const primary = await startEmbeddedPostgres({ dataDir: primaryFolder, programs, settings })
process.env.BENCH_DATABASE_URL = primary.url
const replicas = []
try {
  for (const count of [0, 1, 2]) {
    if (count > 0) replicas.push(await startReplica(primary, primaryFolder))
    const server = await startServer({ DATABASE_REPLICA_URLS: replicas.map(({ url }) => url).join(',') })
    try {
      await measure(server, count)
    } finally {
      await server.stop()
    }
  }
} finally {
  for (const one of replicas) await one.stop()
  await primary.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function measure(server, count) {
  const name = `bench-${count}`
  const cookie = await server.user(name)
  const reads = readsOf(await fillReads(primary.url, name))
  const postmaster = await postmasterOf(primary.url)
  const send = ({ method, path, body }, concurrency, expectStatus) =>
    load({
      ...{ port: server.port, concurrency, seconds, expectStatus },
      request: httpRequest({ method, path, body, headers: { Cookie: cookie } }),
    })
  // The server starts to use a replica as soon as it has read the replica's position.
  await new Promise((done) => setTimeout(done, 2000))
  for (const read of reads) {
    const runs = []
    for (let round = 0; round < rounds; round++) {
      const committed = await Promise.all([primary, ...replicas].map(transactions))
      const cpu = { node: nodeMs(server.pid), primary: postgresMs(postmaster) }
      const [reading, writing] = await Promise.all([send(read, 16, 200), send(written, 2, 201)])
      const answered = reading.answered + writing.answered
      const after = await Promise.all([primary, ...replicas].map(transactions))
      const [onPrimary, ...onReplicas] = after.map((one, i) => one - committed[i])
      const replicated = onReplicas.reduce((sum, one) => sum + one, 0)
      runs.push({
        node: (nodeMs(server.pid) - cpu.node) / answered,
        primary: (postgresMs(postmaster) - cpu.primary) / answered,
        share: replicated / (onPrimary + replicated),
        readsPerSecond: reading.perSecond,
        writesPerSecond: writing.perSecond,
      })
    }
    const of = (what, digits) => rounded(median(runs.map((one) => one[what])), digits)
    console.log(
      JSON.stringify({
        replicas: count,
        what: read.what,
        shareOfReplicas: of('share', 2),
        cpuMs: { primary: of('primary', 2), node: of('node', 2) },
        readsPerSecond: of('readsPerSecond', 0),
        writesPerSecond: of('writesPerSecond', 0),
      }),
    )
  }
}

/** Returns the number of transactions that a server has committed in the database so far; a read is one. */
async function transactions({ url }) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Connections report their counts to the statistics after at most a second without work.
  await new Promise((done) => setTimeout(done, 1200))
  const { rows } = await client.query(
    'select xact_commit::float8 as count from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return rows[0].count
}
