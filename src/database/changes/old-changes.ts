import { sql } from 'kysely'
import type { Database } from '../driver/client.js'
import { deleteOld } from './parts.js'
import { logBegins } from './position.js'

/** Removes the entries of the log of changes from before a moment; returns how many they were. */
export async function deleteChangesBefore(db: Database, before: Date): Promise<number> {
  const { rows } = await sql<{ tx: number; start: number }>`
    select tx, change_start() as start from changes where at < ${before} order by tx desc limit 1`.execute(db)
  // First, so that no reader takes the log for whole while its oldest part goes.
  const [last] = rows
  if (last && last.tx >= last.start) await sql.raw(logBegins(String(last.tx + 1))).execute(db)
  return deleteOld(db, before, sql`at < ${before}`)
}
