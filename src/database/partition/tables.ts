import type pg from 'pg'
import { firstIdAt } from '../../lib/uuid.js'

// Which tables can be partitioned, and by what. Every one is partitioned by its id, so that the id alone stays unique
// and foreign keys can go on referring to it.

/** The schema that holds the partitions, and a copy in the making; `public` then shows each table once. */
export const partsSchema = 'parts'
/** The schema that holds the former, whole table between the switch and its removal. */
export const formerSchema = 'parts_former'

/** The name under which PostgreSQL shows the connection that partitions a table. */
export const applicationName = 'parallax partition'

/** How a table is cut and copied. */
export interface Partitioning {
  /**
   * The column whose rows are copied together. Claims refer to each other within a summary, so a summary's claims must
   * arrive in one statement.
   */
  unit: 'id' | 'summary_id'
}

const partitionings = {
  annotations: { unit: 'id' },
  claims: { unit: 'summary_id' },
  jobs: { unit: 'id' },
  login_attempts: { unit: 'id' },
} as const satisfies Record<string, Partitioning>

export type PartitionableTable = keyof typeof partitionings

export const partitionableTables = Object.keys(partitionings) as PartitionableTable[]

/** Whether a table of that name can be partitioned. */
export const isPartitionable = (name: string): name is PartitionableTable => Object.hasOwn(partitionings, name)

/** How the table is partitioned. */
export const partitioningOf = (table: PartitionableTable): Partitioning => partitionings[table]

/** The default number of parts of a table that is partitioned by a hash. */
export const defaultParts = 16
/** The largest number of parts that is accepted: each list is looked up in every part. */
export const mostParts = 128

/** One partition: its table in the schema of partitions, and the clause that says which rows it holds. */
export interface Leaf {
  name: string
  bound: string
}

/** The parts of a table that is partitioned by a hash. */
export function hashLeaves(table: string, parts: number): Leaf[] {
  return Array.from({ length: parts }, (_, n) => ({
    name: `${table}_${n}`,
    bound: `for values with (modulus ${parts}, remainder ${n})`,
  }))
}

/** A part of a table that is partitioned by time; `from` and `to` are epoch milliseconds. */
export interface Period extends Leaf {
  from: number
  to: number
}

/** How a table is cut by time: the column, and how a moment (epoch milliseconds) is written as a bound of it. */
export interface TimeKey {
  column: 'id' | 'at'
  days: number
  bound(ms: number): string
}

/** By the time with which ids of the form UUIDv7 begin. */
const byId = (days: number): TimeKey => ({ column: 'id', days, bound: firstIdAt })
/** By a column of time; the text is that in which PostgreSQL prints bounds in a session in UTC. */
const byTime = (days: number): TimeKey => ({
  column: 'at',
  days,
  bound: (ms) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00`,
})

/** The tables with a part for each period: those that are partitioned on request, and those that always are. */
export const timeKeys = { jobs: byId(7), login_attempts: byId(1), changes: byTime(7) } as const

/** A table that may have a part for each period; the others have a number of equal parts by a hash of the id. */
export type TimedTable = keyof typeof timeKeys
export const timedTables = Object.keys(timeKeys) as TimedTable[]
export const isTimed = (table: string): table is TimedTable => Object.hasOwn(timeKeys, table)

const dayMs = 86_400_000
/** How many periods exist in advance, so that rows find their part though nobody looked for some time. */
const ahead = 2

/**
 * The periods from that of `from` to two after that of `now` (epoch milliseconds). Periods are counted from the Monday
 * before 1970, in UTC, so that those of seven days begin on Mondays.
 */
export function periods(table: TimedTable, from: number, now: number): Period[] {
  const { days, bound } = timeKeys[table]
  const origin = -3 * dayMs
  const length = days * dayMs
  const indexOf = (ms: number) => Math.floor((ms - origin) / length)
  const all: Period[] = []
  for (let i = indexOf(from); i <= indexOf(now) + ahead; i++) {
    const begin = origin + i * length
    const end = begin + length
    all.push({
      name: `${table}_${new Date(begin).toISOString().slice(0, 10).replaceAll('-', '')}`,
      bound: `for values from ('${bound(begin)}') to ('${bound(end)}')`,
      from: begin,
      to: end,
    })
  }
  return all
}

/** The name of the part for ids that no period holds. */
export const otherLeaf = (table: string) => `${table}_other`

/** The parts of a table that is partitioned by time from now on: what is older, the next periods, and anything else. */
export function timeLeaves(table: TimedTable, now: number): Leaf[] {
  const coming = periods(table, now, now)
  const first = coming[0] as Period
  return [
    { name: `${table}_before`, bound: `for values from (minvalue) to ('${timeKeys[table].bound(first.from)}')` },
    ...coming,
    { name: otherLeaf(table), bound: 'default' },
  ]
}

/** Returns which of the tables are partitioned. */
export async function selectPartitioned(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`,
  )
  return new Set(rows.map(({ name }) => name))
}
