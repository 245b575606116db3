import { sql } from 'kysely'
import type { Database } from '../driver/client.js'
import { deleteOld } from './parts.js'
import { logBegins } from './position.js'

/** Deletes the entries of the log of changes before a time; returns their number. */
export async function deleteChangesBefore(db: Database, before: Date): Promise<number> {
  const { rows } = await sql<{ tx: number; start: number }>`
    select tx, change_start() as start from changes where at < ${before} order by tx desc limit 1`.execute(db)
  // Done first, so that no reader considers the log complete while its oldest entries are deleted.
  const [last] = rows
  if (last && last.tx >= last.start) await sql.raw(logBegins(String(last.tx + 1))).execute(db)
  return deleteOld(db, before, sql`at < ${before}`)
}
