import type { Database } from '../database/client.js'

/** Counters whose window is over; the limiter itself would keep them until the same key comes again. */
export async function deleteExpiredRateLimits(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('rateLimits').where('expire', '<', now.getTime()).executeTakeFirst()
  return Number(numDeletedRows)
}
