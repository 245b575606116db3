import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'

/**
 * Takes the advisory lock of a schedule; returns false while another process holds it. The lock ends with the
 * transaction, also when this process dies.
 */
export async function tryLockSchedule(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('parallax schedule'), hashtext(${name})) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** Selects when each schedule last started, by name, in epoch milliseconds. */
export async function selectStarts(db: Database): Promise<Map<string, number>> {
  const rows = await db.selectFrom('schedules').select(['name', 'startedAt']).execute()
  return new Map(rows.map(({ name, startedAt }) => [name, Date.parse(startedAt)]))
}

/** Records the last start of a schedule. */
export async function upsertStart(db: Database, name: string, at: Date): Promise<void> {
  await db
    .insertInto('schedules')
    .values({ name, startedAt: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ startedAt: at }))
    .execute()
}
