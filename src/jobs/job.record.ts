import { document, integer, number, record, served, text, time, uuid, word } from '../database/record.js'

/** Jobs: work that workers do in the background. */
export const jobRecord = record('jobs', 'j', {
  id: uuid({ ...served, required: true }),
  publicId: text({ ...served, required: true }),
  queue: word({ ...served, required: true }),
  status: word(served),
  progress: number(served),
  /** Null for jobs of the system, which no user asked for. */
  userId: uuid({ ...served, nullable: true }),
  videoId: text({ ...served, nullable: true }),
  personaId: uuid({ ...served, nullable: true }),
  summaryId: uuid({ ...served, nullable: true }),
  payload: document({ ...served, required: true }),
  result: document({ ...served, nullable: true }),
  error: text({ ...served, nullable: true }),
  attempt: integer(served),
  maxAttempts: integer(served),
  retryOf: uuid({ ...served, nullable: true }),
  leaseOwner: uuid({ ...served, nullable: true, printed: false }),
  leaseUntil: time({ ...served, nullable: true, printed: false }),
  runAt: time(served),
  /** Its priority in the queue; lower values come sooner. */
  turn: integer({ ...served, printed: false }),
  traceContext: document({ ...served, nullable: true, printed: false }),
  createdAt: time(served),
  startedAt: time({ ...served, nullable: true }),
  completedAt: time({ ...served, nullable: true }),
  failedAt: time({ ...served, nullable: true }),
})
