// Compares the CPU time of important reads with budgets (bench/budgets.json), and fails if a read passes its budget by
// more than a tenth. Node's time is divided by that of parsing and printing the same answer as JSON in this process, in
// the same run, so that it depends little on the machine. Of several rounds the least counts, because other work only
// adds to it. Prints PostgreSQL's time as a multiple of the statements that select the same rows as columns, without a
// budget: it varied by a third between two runs, Node's by less than a tenth.
// Usage: node bench/budgets.mjs [--write]
import { readFileSync, writeFileSync } from 'node:fs'
import { httpRequest, load } from './load.mjs'
import { nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { fillReads, fillReferences } from './read-data.mjs'
import { graphqlReads } from './read-graphql.mjs'
import { restReads } from './read-rest.mjs'
import { statementRate } from './reference.mjs'
import { startServer } from './server.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 0.7)
const rounds = Number(process.env.BENCH_ROUNDS ?? 6)
const tolerance = 1.1
const file = new URL('./budgets.json', import.meta.url)
const budgets = JSON.parse(readFileSync(file, 'utf8'))
const isWriting = process.argv.includes('--write')

const server = await startServer()
try {
  server.cookie = await server.user('bench')
  const filled = await fillReads(server.databaseUrl, 'bench')
  const places = { ...filled, referringId: await fillReferences(server.databaseUrl, filled) }
  const found = {}
  for (const row of [...restReads(places), ...graphqlReads(places)])
    if (isWriting || row.what in budgets) found[row.what] = await measured(row)
  if (isWriting) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
  const passed = Object.keys(budgets).filter((what) => found[what] > budgets[what] * tolerance)
  for (const what of passed) console.log(`over the budget of ${budgets[what]} by more than a tenth: ${what}`)
  process.exitCode = passed.length && !isWriting ? 1 : 0
} finally {
  await server.stop()
}

/** Returns the CPU time of Node for the read as a multiple of its reference. */
async function measured({ what, read, rows }) {
  const request = httpRequest({ ...read, headers: { Cookie: server.cookie } })
  const { text } = await server.call(server.cookie, read.method, read.path, read.body && JSON.parse(read.body))
  const postmaster = await postmasterOf(server.databaseUrl)
  await load({ port: server.port, request, concurrency: 4, seconds: 2 })
  const times = { node: [], json: [], postgres: [], rows: [] }
  for (let i = 0; i < rounds; i++) {
    times.json.push(jsonMs(text))
    const idle = postgresMs(postmaster)
    const floor = await statementRate({ databaseUrl: server.databaseUrl, statement: rows, concurrency: 4, seconds: 1 })
    const before = { node: nodeMs(server.pid), postgres: postgresMs(postmaster) }
    times.rows.push((before.postgres - idle) / floor.perSecond)
    const { answered } = await load({ port: server.port, request, concurrency: 4, seconds })
    times.node.push((nodeMs(server.pid) - before.node) / answered)
    times.postgres.push((postgresMs(postmaster) - before.postgres) / answered)
  }
  const least = (name) => Math.min(...times[name])
  const ratio = (one, other) => Number((least(one) / least(other)).toFixed(2))
  const figures = { node: ratio('node', 'json'), postgres: ratio('postgres', 'rows') }
  const ms = Object.fromEntries(Object.keys(times).map((name) => [name, Number(least(name).toFixed(3))]))
  console.log(JSON.stringify({ what, ...figures, ms }))
  return figures.node
}

/** Returns the CPU milliseconds of parsing and printing a text as JSON. */
function jsonMs(text) {
  const began = process.cpuUsage()
  const times = Math.max(20, Math.ceil(2e7 / text.length))
  for (let i = 0; i < times; i++) JSON.stringify(JSON.parse(text))
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000 / times
}
