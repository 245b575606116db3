import { sql, type SqlBool } from 'kysely'
import type { Database } from '../database/client.js'
import { deleteInBatches } from '../database/delete-in-batches.js'

/** A stored answer, with the hash of the request that it answered. */
export interface KeptAnswer {
  requestHash: string
  status: number
  body: string
}

/**
 * Locks a user's key; false while another request of this user with this key is running. The lock ends with the
 * transaction.
 */
export async function tryLockKey(db: Database, userId: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** The answer that was stored for a user's key after the given moment. */
export async function selectKeptAnswer(
  db: Database,
  userId: string,
  key: string,
  since: Date,
): Promise<KeptAnswer | undefined> {
  const row = await db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'body'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('createdAt', '>', since.toISOString())
    .executeTakeFirst()
  return row && row.status !== null
    ? { requestHash: row.requestHash, status: row.status, body: row.body ?? '' }
    : undefined
}

/** Stores the answer for a user's key, in place of one that has expired. */
export async function keepAnswer(
  db: Database,
  userId: string,
  key: string,
  answer: KeptAnswer,
  at: Date,
): Promise<void> {
  const values = { ...answer, createdAt: at.toISOString() }
  await db
    .insertInto('idempotencyKeys')
    .values({ userId, key, ...values })
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet(values))
    .execute()
}

/** Deletes the answers that were stored before a moment; returns their number. */
export function deleteIdempotencyKeysBefore(db: Database, before: Date): Promise<number> {
  return deleteInBatches(db, 'idempotencyKeys', sql<SqlBool>`created_at < ${before}`)
}
