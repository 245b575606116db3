import { sql, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { deleteInBatches } from '../database/rows/delete-in-batches.js'

/** A stored answer, with the hash of its request. */
export interface KeptAnswer {
  requestHash: string
  status: number
  /** Null if it was too long to be stored. */
  body: string | null
}

/**
 * Locks a user's key; returns false while another request of this user with this key is running. The lock ends with the
 * transaction.
 */
export async function tryLockKey(db: Database, userId: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** Returns the answer that was stored for a user's key after `since`. */
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
  return row && row.status !== null ? { requestHash: row.requestHash, status: row.status, body: row.body } : undefined
}

/** Stores the answer for a user's key, and replaces an expired one. */
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

/** Answers of up to this many bytes are not counted; migration 0210 has an index of the longer ones. */
export const shortAnswer = 4096

const isLong = sql<SqlBool>`octet_length(body) > ${sql.lit(shortAnswer)}`

/** Returns the total bytes of a user's stored answers, without short ones. */
export async function selectKeptBytes(db: Database, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('idempotencyKeys')
    .select(sql<number>`coalesce(sum(octet_length(body)), 0)::float8`.as('bytes'))
    .where('userId', '=', userId)
    .where(isLong)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Deletes the long answers that were stored for a user before a moment; the keys stay used. */
export async function forgetAnswers(db: Database, userId: string, before: Date): Promise<void> {
  await sql`
    update idempotency_keys set body = null where (user_id, key) in (
      select user_id, key from idempotency_keys
       where user_id = ${userId} and created_at < ${before}::timestamptz and ${isLong} for update skip locked)`.execute(
    db,
  )
}

/** Deletes the answers that were stored before a moment; returns their number. */
export function deleteIdempotencyKeysBefore(db: Database, before: Date): Promise<number> {
  return deleteInBatches(db, 'idempotencyKeys', sql<SqlBool>`created_at < ${before}`)
}
