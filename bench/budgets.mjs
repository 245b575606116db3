// Compares the CPU time of important reads with budgets (bench/budgets.json), and fails if a read passes its budget by
// more than a tenth. Node's time is divided by that of parsing and printing the same answer as JSON in this process, in
// the same run, so that it depends little on the machine. Of several rounds the least counts, because other work only
// adds to it; a read that is within its budget needs no further round. PostgreSQL's time has no budget: as a multiple
// of that of the statements that select the same rows as columns, it varied by a third between two runs.
// Usage: node bench/budgets.mjs [--write]
import { readFileSync, writeFileSync } from 'node:fs'
import { httpRequest, load } from './load.mjs'
import { nodeMs } from './processes.mjs'
import { fillReads, fillReferences } from './read-data.mjs'
import { graphqlReads } from './read-graphql.mjs'
import { restReads } from './read-rest.mjs'
import { startServer } from './server.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 0.7)
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
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
async function measured({ what, read }) {
  const request = httpRequest({ ...read, headers: { Cookie: server.cookie } })
  const { text } = await server.call(server.cookie, read.method, read.path, read.body && JSON.parse(read.body))
  const once = () => load({ port: server.port, request, concurrency: 4, seconds })
  const least = { node: Infinity, json: Math.min(jsonMs(text), jsonMs(text), jsonMs(text)) }
  const ratio = () => Number((least.node / least.json).toFixed(2))
  await once()
  await once()
  let count = 0
  while (count < rounds && (isWriting || !(ratio() <= budgets[what] * tolerance))) {
    const before = nodeMs(server.pid)
    const { answered } = await once()
    least.node = Math.min(least.node, (nodeMs(server.pid) - before) / answered)
    count++
  }
  const ms = { node: Number(least.node.toFixed(3)), json: Number(least.json.toFixed(3)) }
  console.log(JSON.stringify({ what, ratio: ratio(), budget: budgets[what], rounds: count, ms }))
  return ratio()
}

/** Returns the CPU milliseconds of parsing and printing a text as JSON. */
function jsonMs(text) {
  const began = process.cpuUsage()
  const times = Math.max(20, Math.ceil(2e7 / text.length))
  for (let i = 0; i < times; i++) JSON.stringify(JSON.parse(text))
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000 / times
}
