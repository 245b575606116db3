import { deleteTokensExpiredBefore } from './accounts/api-token.sql.js'
import { deleteExpiredSessions, deleteLoginAttemptsBefore } from './accounts/session.sql.js'
import { deleteDeliveriesBefore } from './changes/webhooks/webhook.sql.js'
import { deleteChangesBefore } from './database/changes/old-changes.js'
import { addParts } from './database/changes/parts.js'
import { sweepExports } from './exchange/frozen/frozen-export.service.js'
import { deleteImportsBefore } from './exchange/import/history.sql.js'
import { deleteIdempotencyKeysBefore } from './http/idempotency.sql.js'
import { deleteExpiredRateLimits } from './http/rate-limit.sql.js'
import { sweepJobs } from './jobs/job-runner.service.js'
import { purgeJobs } from './jobs/job.service.js'
import type { Schedule } from './operations/schedule.service.js'

const hour = 3600
const before = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/**
 * The periodic work of all areas; each schedule runs in one process at a time (ST-02, U-10, J-01, J-05). Rate limits
 * expire by the real clock, because the rate limiter does not know `ctx.now()`.
 */
export const schedules: Schedule[] = [
  { name: 'expired sessions', everySeconds: hour, run: (ctx) => deleteExpiredSessions(ctx.db, ctx.now()) },
  {
    name: 'expired tokens',
    everySeconds: hour,
    run: (ctx) => deleteTokensExpiredBefore(ctx.db, before(ctx.now(), 90)),
  },
  {
    name: 'old login attempts',
    everySeconds: hour,
    run: (ctx) => deleteLoginAttemptsBefore(ctx.db, before(ctx.now(), ctx.config.loginAttemptRetentionDays)),
  },
  {
    name: 'old idempotency keys',
    everySeconds: hour,
    run: (ctx) => deleteIdempotencyKeysBefore(ctx.db, before(ctx.now(), 1)),
  },
  { name: 'old rate limits', everySeconds: hour, run: (ctx) => deleteExpiredRateLimits(ctx.db, new Date()) },
  { name: 'lost jobs', everySeconds: 5, run: sweepJobs },
  {
    name: 'old imports',
    everySeconds: hour,
    run: (ctx) => deleteImportsBefore(ctx.db, before(ctx.now(), ctx.config.importHistoryRetentionDays)),
  },
  { name: 'old frozen exports', everySeconds: hour, run: sweepExports },
  { name: 'finished jobs', everySeconds: hour, run: purgeJobs },
  {
    name: 'old changes',
    everySeconds: hour,
    // By the real clock, which also sets the times of the entries.
    run: (ctx) => deleteChangesBefore(ctx.db, before(new Date(), ctx.config.changes.historyDays)),
  },
  {
    name: 'old messages to webhooks',
    everySeconds: hour,
    run: (ctx) => deleteDeliveriesBefore(ctx.db, before(ctx.now(), ctx.config.webhooks.deliveryDays)),
  },
  { name: 'next parts of the log', everySeconds: hour, run: (ctx) => addParts(ctx.db, new Date()) },
]
