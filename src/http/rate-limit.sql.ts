import { sql, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { deleteInBatches } from '../database/rows/delete-in-batches.js'

/** Deletes counters whose window is over; the limiter itself would keep them until the same key recurs. */
export function deleteExpiredRateLimits(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'rateLimits', sql<SqlBool>`expire < ${now.getTime()}`)
}
