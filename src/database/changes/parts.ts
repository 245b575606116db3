import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../driver/client.js'
import { lockTimeoutMs } from '../migrate/patience.js'
import { deleteInBatches } from '../rows/delete-in-batches.js'

// The table of the log of changes is partitioned by time (db/migrations/0300_changes.sql). This module adds the next
// partitions and drops old ones.

/** The schema of the partitions, so that `public` contains only the table itself. */
export const partsSchema = 'parts'
/** The partition for entries outside the times of all others. */
const otherPart = 'changes_other'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** Weeks are counted from the Monday before 1970, in UTC. */
const firstMonday = -3 * dayMs
/** The number of weeks created in advance, so that entries have a partition even if the schedule has not run lately. */
const ahead = 2

interface Part {
  name: string
  /** The end of its time range; null for the partition for other times. */
  upTo: string | null
  options: string[] | null
}

/** Returns the parts in the order of time, the part for other times last. */
async function selectParts(db: Database): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as name, c.reloptions as options,
           substring(pg_get_expr(c.relpartbound, c.oid) from $$ TO [(]'(.*)'[)]$$) as "upTo"
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'public.changes'::regclass
     order by "upTo" nulls last`.execute(db)
  return rows
}

/** Returns a time (epoch milliseconds) as PostgreSQL prints the bounds of parts in a session in UTC. */
const boundAt = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00`

/**
 * Creates the missing parts for the week of `now` and the weeks after it; returns their names. Skips a week that
 * already has entries in the part for other times; these entries stay there until they are old.
 */
export async function addParts(db: Database, now: Date): Promise<string[]> {
  const parts = await selectParts(db)
  const last = parts.findLast(({ upTo }) => upTo !== null)?.upTo ?? boundAt(0)
  const { rows } = await sql<{ at: string }>`
    select at::text from ${sql.table(`${partsSchema}.${otherPart}`)} order by at desc limit 1`.execute(db)
  const taken = [last, rows[0]?.at ?? '']
  const options = parts[0]?.options ?? []
  const monday = firstMonday + Math.floor((now.getTime() - firstMonday) / weekMs) * weekMs
  const added: string[] = []
  for (let week = 0; week <= ahead; week++) {
    const [from, to] = [monday + week * weekMs, monday + (week + 1) * weekMs]
    if (taken.some((at) => boundAt(from) < at)) continue
    const name = `changes_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`
    const statement = `create table ${partsSchema}.${name} partition of public.changes
      for values from ('${boundAt(from)}') to ('${boundAt(to)}')${options.length ? ` with (${options.join(', ')})` : ''}`
    await briefly(db, (tx) => sql.raw(statement).execute(tx))
    added.push(name)
  }
  return added
}

/**
 * Deletes the entries before `before` (`condition` expresses the same in SQL) and returns their number. A part whose
 * entries are all old is dropped, which takes the same time for any number of entries.
 */
export async function deleteOld(db: Database, before: Date, condition: RawBuilder<SqlBool>): Promise<number> {
  let deleted = 0
  for (const { name, upTo } of await selectParts(db)) {
    if (upTo === null) deleted += await deleteInBatches(db, `${partsSchema}.${name}`, condition)
    else if (upTo <= boundAt(before.getTime())) deleted += await dropPart(db, name, condition)
  }
  return deleted
}

/** Drops a part if all its entries are old; returns their number. */
async function dropPart(db: Database, name: string, condition: RawBuilder<SqlBool>): Promise<number> {
  const part = sql.table(`${partsSchema}.${name}`)
  const { rows: young } = await sql`select from ${part} where (${condition}) is not true limit 1`.execute(db)
  if (young.length > 0) return 0
  return briefly(db, async (tx) => {
    // Taken first, so that no statement waits for a lock of this transaction while it waits for the table.
    await sql`lock table public.changes in access exclusive mode`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${part}`.execute(tx)
    await sql`drop table ${part}`.execute(tx)
    return rows[0]?.count ?? 0
  })
}

/** Runs an act in a transaction that fails after waiting a second for a lock; the schedule tries again in an hour. */
function briefly<T>(db: Database, act: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
    return act(tx)
  })
}
