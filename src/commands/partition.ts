import { parseArgs } from 'node:util'
import { onConnection } from '../database/driver/on-connection.js'
import { pendingMigrations } from '../database/migrate/migrate.js'
import { partition } from '../database/partition/convert.js'
import { selectSizes } from '../database/partition/sizes.js'
import {
  defaultParts,
  isPartitionable,
  mostParts,
  partitionableTables,
  type PartitionableTable,
} from '../database/partition/tables.js'
import { onInstallation } from './database.js'
import { CommandError, failure } from './remote.js'

const usage = `Usage: parallax partition [TABLE ...]
Partitions large tables while people work: ${partitionableTables.join(', ')}. Without a table it shows how large each is.
The database is that of DATABASE_DIRECT_URL or DATABASE_URL, else the embedded one of PARALLAX_DATA_DIR. All servers and
workers on it must be of this version or newer. The rows are copied, so the disk must have room for the table once more.
  --parts N   the number of parts of annotations and of claims, ${defaultParts} by default, ${mostParts} at most; login attempts
              have one a day, jobs one a week
  --from N    only tables of at least N rows, by the estimate of PostgreSQL
Exit codes: 0 done, 1 failed, 2 wrong usage.
`

/** The command `partition`: shows or partitions large tables. Returns the exit code. */
export async function partitionCommand(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { parts: { type: 'string' }, from: { type: 'string' }, help: { type: 'boolean' } },
    })
    if (values.help) {
      process.stdout.write(usage)
      return 0
    }
    const tables = positionals.map((name) => {
      if (!isPartitionable(name)) throw new CommandError(`${name} is none of ${partitionableTables.join(', ')}`, 2)
      return name
    })
    const parts = numberOf('--parts', values.parts, 2, mostParts) ?? defaultParts
    const from = numberOf('--from', values.from, 0, Number.MAX_SAFE_INTEGER) ?? 0
    await onInstallation(process.env, false, async ({ databaseUrl }) => {
      const pending = await pendingMigrations(databaseUrl)
      if (pending.length)
        throw new CommandError(
          `The schema is not up to date (${pending.length} migrations are pending): migrate first.`,
        )
      if (tables.length) await partitionAll(databaseUrl, tables, parts, from)
      else await show(databaseUrl)
    })
    return 0
  } catch (error) {
    return failure(error, false)
  }
}

function numberOf(option: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new CommandError(
      `${option} must be a whole number from ${least} to ${most}; it is ${JSON.stringify(text)}`,
      2,
    )
  return number
}

async function show(url: string): Promise<void> {
  const sizes = await onConnection({ connectionString: url }, selectSizes)
  const lines = sizes.map(({ table, rows, bytes, parts }) =>
    [
      table.padEnd(16),
      `about ${rows}`.padStart(20),
      `${(bytes / 1e9).toFixed(2)} GB`.padStart(12),
      '  ',
      parts === 0 ? 'whole' : `${parts} parts`,
    ].join(''),
  )
  process.stdout.write(
    `${'table'.padEnd(16)}${'rows'.padStart(20)}${'with indexes'.padStart(14)}\n${lines.join('\n')}\n`,
  )
}

async function partitionAll(url: string, tables: readonly PartitionableTable[], parts: number, from: number) {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const sizes = await onConnection({ connectionString: url }, selectSizes)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  for (const table of tables) {
    const rows = sizes.find((one) => one.table === table)?.rows ?? 0
    if (rows < from) {
      say(`${table} has about ${rows} rows and stays whole.`)
      continue
    }
    const began = performance.now()
    const done = await partition(url, table, parts, say, stop.signal)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    if (done === null) say(`${table} is partitioned.`)
    else
      say(
        `${table}: ${done.rows} rows in ${done.parts} parts after ${seconds} s; ` +
          `nobody could use the table for ${done.switchMs.toFixed(0)} ms.`,
      )
  }
}
