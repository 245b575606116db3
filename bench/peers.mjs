// Compares operations with PostGraphile 5, which is installed for the run alone, on the same database. The rules of
// access are policies of row level security there, and its person comes from a header instead of a session. Both are
// measured in turns over 16 connections each, by requests a second and by the CPU time of all processes.
// Usage: node bench/peers.mjs [part of an operation's name ...]
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { httpRequest, load } from './load.mjs'
import { operationsOf } from './peers/operations.mjs'
import { nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { fillReads } from './read-data.mjs'
import { startServer } from './server.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const warmUp = Number(process.env.BENCH_WARM_UP ?? 3)
const wanted = process.argv.slice(2)
const version = '5.1.5'
const { freePort } = await import('../dist/src/database/launch/postmaster.js')

const folder = installed()
const server = await startServer()
const peer = { port: await freePort(), process: undefined }
try {
  const cookie = await server.user('bench')
  const places = await fillReads(server.databaseUrl, 'bench')
  await allow(server.databaseUrl)
  const program = fileURLToPath(new URL('./peers/postgraphile.mjs', import.meta.url))
  const node = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  peer.process = spawn(node, ['--max-semi-space-size=32', program, folder, server.databaseUrl, peer.port], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
  })
  await new Promise((done, fail) => {
    peer.process.stdout.once('data', done)
    peer.process.once('exit', () => fail(new Error('PostGraphile did not start')))
  })
  const sides = {
    ours: { port: server.port, pid: server.pid, headers: { Cookie: cookie } },
    theirs: { port: peer.port, pid: peer.process.pid, headers: { 'X-User': places.userId } },
  }
  for (const operation of operationsOf(places))
    if (wanted.length === 0 || wanted.some((part) => operation.what.includes(part))) await compare(operation, sides)
} finally {
  peer.process?.kill('SIGTERM')
  await server.stop()
}

/** Installs PostGraphile in a folder for temporary files, unless an earlier run has, and returns the folder. */
function installed() {
  const home = join(tmpdir(), `parallax-peers-${version}`)
  if (existsSync(join(home, 'installed'))) return home
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{"private":true}')
  // It needs Node 22.
  const packages = [`postgraphile@${version}`, 'pg@8', `node-${process.platform}-${process.arch}@22`]
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(join(home, 'installed'), '')
  return home
}

/**
 * Creates the role of PostGraphile's requests with the rules of access: own content, that of projects with a role, and
 * shares with the user or a group.
 */
async function allow(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(readFileSync(new URL('./peers/policies.sql', import.meta.url), 'utf8'))
  await client.query('vacuum analyze')
  await client.end()
}

async function compare({ what, ours, theirs }, sides) {
  const requestOf = (side, { query, variables }) =>
    httpRequest({
      method: 'POST',
      path: '/graphql',
      headers: sides[side].headers,
      body: JSON.stringify({ query, variables }),
    })
  const bytes = await mustBeEqual(what, sides, { ours, theirs })
  const requests = { ours: requestOf('ours', ours), theirs: requestOf('theirs', theirs) }
  const postmaster = await postmasterOf(server.databaseUrl)
  const run = async (side, forSeconds) => {
    const { port, pid } = sides[side]
    const before = { node: nodeMs(pid), postgres: postgresMs(postmaster) }
    const { answered, perSecond, p50, p99 } = await load({ port, request: requests[side], seconds: forSeconds })
    const node = (nodeMs(pid) - before.node) / answered
    const postgres = (postgresMs(postmaster) - before.postgres) / answered
    return { perSecond, p50, p99, node, postgres, cpu: node + postgres }
  }
  for (const side of ['theirs', 'ours']) await run(side, warmUp)
  const runs = []
  for (let i = 0; i < rounds; i++) runs.push({ theirs: await run('theirs', seconds), ours: await run('ours', seconds) })
  const of = (side, name, digits) => rounded(median(runs.map((one) => one[side][name])), digits)
  const figuresOf = (side) => ({
    perSecond: of(side, 'perSecond', 0),
    p50: of(side, 'p50', 1),
    p99: of(side, 'p99', 1),
    cpuMs: { node: of(side, 'node', 2), postgres: of(side, 'postgres', 2) },
    bytes: bytes[side],
  })
  console.log(
    JSON.stringify({
      what,
      cpuRatio: rounded(median(runs.map((one) => one.ours.cpu / one.theirs.cpu))),
      rounds: runs.map((one) => rounded(one.ours.cpu / one.theirs.cpu)),
      rateRatio: rounded(median(runs.map((one) => one.ours.perSecond / one.theirs.perSecond))),
      ours: figuresOf('ours'),
      postGraphile: figuresOf('theirs'),
      postgres: server.postgres,
    }),
  )
}

/** Throws unless both answer the same data, as each operation reduces it; returns the bytes of both answers. */
async function mustBeEqual(what, sides, operations) {
  const bytes = {}
  const data = {}
  for (const side of ['ours', 'theirs']) {
    const { query, variables, pick } = operations[side]
    const answer = await fetch(`http://127.0.0.1:${sides[side].port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sides[side].headers },
      body: JSON.stringify({ query, variables }),
    })
    const text = await answer.text()
    const body = JSON.parse(text)
    if (body.errors) throw new Error(`${what}, ${side}: ${JSON.stringify(body.errors).slice(0, 500)}`)
    bytes[side] = Buffer.byteLength(text)
    data[side] = pick(body.data)
  }
  if (isDeepStrictEqual(data.ours, data.theirs)) return bytes
  for (const side of ['ours', 'theirs']) console.error(side, JSON.stringify(data[side]).slice(0, 1500))
  throw new Error(`${what}: both sides do not answer the same`)
}
