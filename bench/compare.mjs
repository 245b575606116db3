// Measures one row of the table of reads: checks that the server's answer and the result of a reference statement
// contain the same data, then loads both in turns.
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { startBareServer } from './bare-server.mjs'
import { httpRequest, load } from './load.mjs'
import { forgetPeak, megabytesOf, nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { statementRate } from './reference.mjs'
import { statementsDuring } from './statements.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const warmUp = Number(process.env.BENCH_WARM_UP ?? 3)
const concurrency = 16

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
export const rounded = (value, digits = 2) => Number(value.toFixed(digits))

/** Returns a read by REST. `pick` selects the part of the parsed body that the reference statement returns. */
export const get = (path, pick = (body) => body) => ({ method: 'GET', path, pick })

/** Returns a read by GraphQL. `pick` selects the part of `data` that the reference statement returns. */
export function graphql(query, variables, pick) {
  const of = (body) => {
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    return pick(body.data)
  }
  return { method: 'POST', path: '/graphql', body: JSON.stringify({ query, variables }), pick: of }
}

/**
 * Measures `read` against `statement`, which prints the same JSON, and against `rows`, the statements that select the
 * same rows as columns: the least that a server on PostgreSQL must ask for, and against a server on Node that only asks
 * for these rows and answers as many bytes (bare-server.mjs). Prints and returns a line of figures.
 * Throws unless the answer and the result of `statement` contain the same members once parsed; timestamps count as
 * equal in either spelling, absent members as null.
 */
export async function compare(server, { what, read, statement, rows }) {
  const request = httpRequest({ ...read, headers: { Cookie: server.cookie } })
  const ask = () => server.call(server.cookie, read.method, read.path, read.body && JSON.parse(read.body))
  const answer = await ask()
  await mustHoldTheSame(what, read.pick(answer.json()), server.databaseUrl, statement)
  const statements = await statementsDuring(server, ask)
  const postmaster = await postmasterOf(server.databaseUrl)
  const bytes = Buffer.byteLength(answer.text)
  const bare = await startBareServer({ databaseUrl: server.databaseUrl, statements: rows, bytes, concurrency })
  for (const { port } of [bare, server]) await load({ port, request, concurrency, seconds: warmUp })
  const runs = []
  forgetPeak(server.pid)
  for (let round = 0; round < rounds; round++) {
    const { databaseUrl } = server
    const idle = postgresMs(postmaster)
    const floor = await statementRate({ databaseUrl, statement: rows, concurrency, seconds })
    const between = postgresMs(postmaster)
    const limit = await statementRate({ databaseUrl, statement, concurrency, seconds })
    const afterLimit = postgresMs(postmaster)
    const bareBefore = nodeMs(bare.pid)
    const least = await load({ port: bare.port, request, concurrency, seconds })
    const bareMs = (nodeMs(bare.pid) - bareBefore) / least.answered
    const before = { node: nodeMs(server.pid), postgres: postgresMs(postmaster) }
    const ours = await load({ port: server.port, request, concurrency, seconds })
    const after = { node: nodeMs(server.pid), postgres: postgresMs(postmaster) }
    runs.push({
      ratio: ours.perSecond / limit.perSecond,
      ofRows: ours.perSecond / floor.perSecond,
      ofBare: ours.perSecond / least.perSecond,
      bareOfRows: least.perSecond / floor.perSecond,
      bareMs,
      perSecond: ours.perSecond,
      limit: limit.perSecond,
      floor: floor.perSecond,
      p50: ours.p50,
      p99: ours.p99,
      node: (after.node - before.node) / ours.answered,
      postgres: (after.postgres - before.postgres) / ours.answered,
      reference: (afterLimit - between) / (limit.perSecond * seconds),
      rows: (between - idle) / (floor.perSecond * seconds),
    })
  }
  bare.stop()
  const of = (name, digits) => rounded(median(runs.map((run) => run[name])), digits)
  const line = {
    what,
    ratio: of('ratio'),
    rounds: runs.map(({ ratio }) => rounded(ratio)),
    ofRows: of('ofRows'),
    roundsOfRows: runs.map(({ ofRows }) => rounded(ofRows)),
    ofBare: of('ofBare'),
    bareOfRows: of('bareOfRows'),
    perSecond: of('perSecond', 0),
    limit: of('limit', 0),
    floor: of('floor', 0),
    p50: of('p50', 1),
    p99: of('p99', 1),
    cpuMs: {
      node: of('node'),
      bareNode: of('bareMs'),
      postgres: of('postgres'),
      reference: of('reference'),
      rows: of('rows'),
    },
    peakMB: rounded(megabytesOf(server.pid, 'VmHWM'), 0),
    statementsBesideSession: statements,
    bytes,
    postgres: server.postgres,
  }
  console.log(JSON.stringify(line))
  return line
}

async function mustHoldTheSame(what, ours, connectionString, statement) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  const [value] = Object.keys(rows[0]).length === 1 ? Object.values(rows[0]) : rows
  const difference = firstDifference(plain(ours), plain(value), '')
  if (difference) throw new Error(`${what}: server and reference do not hold the same at ${difference}`)
}

/** Returns a copy of the value without null members and with timestamps as milliseconds. */
function plain(value) {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(value) ? Date.parse(value) : value
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(members.map(([name, one]) => [name, plain(one)]))
}

function firstDifference(ours, theirs, path) {
  if (isDeepStrictEqual(ours, theirs)) return undefined
  const nested = (one) => one !== null && typeof one === 'object'
  if (!nested(ours) || !nested(theirs)) return `${path}: ${JSON.stringify(ours)} and ${JSON.stringify(theirs)}`
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  for (const name of names) {
    const found = firstDifference(ours[name], theirs[name], `${path}/${name}`)
    if (found) return found
  }
  return undefined
}
