import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../driver/client.js'
import { deleteInBatches } from '../rows/delete-in-batches.js'
import { lockTimeoutMs } from '../migrate/patience.js'
import { leafStatement } from './shape.js'
import {
  otherLeaf,
  partitionableTables,
  partsSchema,
  periods,
  timedTables,
  timeKeys,
  type PartitionableTable,
  type TimedTable,
} from './tables.js'

// Tables that are partitioned by time get their next parts here, and lose those of the past.

interface Part {
  name: string
  /** The id or time below which all its rows are; null for the part of those that no other part holds. */
  upTo: string | null
  options: string[] | null
}

/** Returns the parts of a table in the order of time; none where it is not partitioned. */
async function selectParts(db: Database, table: PartitionableTable | TimedTable): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as name, c.reloptions as options,
           substring(pg_get_expr(c.relpartbound, c.oid) from $$ TO [(]'(.*)'[)]$$) as "upTo"
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = ${`public.${table}`}::regclass
     order by "upTo" nulls last`.execute(db)
  return rows
}

/**
 * Has the statistics of the partitioned tables collected, which autovacuum does for their parts only. Returns the names
 * of these tables.
 */
export async function analyzePartitioned(db: Database): Promise<string[]> {
  const tables: string[] = []
  for (const table of partitionableTables) {
    if ((await selectParts(db, table)).length === 0) continue
    await sql`analyze ${sql.table(`public.${table}`)}`.execute(db)
    tables.push(table)
  }
  return tables
}

/**
 * Creates the parts that tables partitioned by time lack for the next periods; returns their names. A period of which
 * rows are already in the part for anything else gets none: these rows stay where they are until they are old.
 */
export async function addParts(db: Database, now: Date): Promise<string[]> {
  const added: string[] = []
  for (const table of timedTables) added.push(...(await addPartsOf(db, table, now)))
  return added
}

async function addPartsOf(db: Database, table: TimedTable, now: Date): Promise<string[]> {
  const parts = await selectParts(db, table)
  if (parts.length === 0) return []
  const { column, bound } = timeKeys[table]
  const other = sql.table(`${partsSchema}.${otherLeaf(table)}`)
  const last = parts.findLast(({ upTo }) => upTo !== null)?.upTo ?? bound(0)
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(column)}::text as key from ${other} order by ${sql.ref(column)} desc limit 1`.execute(db)
  const taken = [last, rows[0]?.key ?? '']
  const missing = periods(table, now.getTime(), now.getTime()).filter(({ from }) =>
    taken.every((key) => bound(from) >= key),
  )
  const options = parts[0]?.options ?? []
  for (const leaf of missing)
    await briefly(db, (tx) => sql.raw(leafStatement(`public.${table}`, leaf.name, leaf.bound, options)).execute(tx))
  return missing.map(({ name }) => name)
}

/**
 * Removes the rows of a table that are old, which `condition` says, and returns how many were removed. Where the table
 * is partitioned, whole parts go, each as soon as all its rows are old; many rows then take no longer than few.
 */
export async function deleteOld(
  db: Database,
  table: TimedTable,
  before: Date,
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const parts = await selectParts(db, table)
  if (parts.length === 0) return deleteInBatches(db, table, condition)
  let removed = 0
  for (const { name, upTo } of parts) {
    if (upTo === null) removed += await deleteInBatches(db, `${partsSchema}.${name}`, condition)
    else if (upTo <= timeKeys[table].bound(before.getTime())) removed += await dropPart(db, table, name, condition)
  }
  return removed
}

/** Drops a part if all its rows are old; returns how many there were. */
async function dropPart(
  db: Database,
  table: TimedTable,
  name: string,
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const part = sql.table(`${partsSchema}.${name}`)
  const { rows: young } = await sql`select from ${part} where (${condition}) is not true limit 1`.execute(db)
  if (young.length > 0) return 0
  return briefly(db, async (tx) => {
    // First, so that nobody can wait for a row of this transaction while it waits for the table.
    await sql`lock table ${sql.table(`public.${table}`)} in access exclusive mode`.execute(tx)
    // A later job may be the repetition of one that goes.
    if (table === 'jobs')
      await sql`update jobs set retry_of = null where retry_of in (select id from ${part})`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${part}`.execute(tx)
    // Dropped while attached, PostgreSQL would object to the foreign key by which jobs name the one that they repeat.
    await sql`alter table ${sql.table(`public.${table}`)} detach partition ${part}`.execute(tx)
    await sql`drop table ${part}`.execute(tx)
    return rows[0]?.count ?? 0
  })
}

/** Runs an act in a transaction that gives up after a second without a lock; the next hour tries again. */
function briefly<T>(db: Database, act: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
    return act(tx)
  })
}
