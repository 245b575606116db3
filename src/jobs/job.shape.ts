import { Type } from '@sinclair/typebox'
import { document, integer, number, record, served, text, time, uuid, word } from '../database/rows/record.js'
import { anyId, says } from '../lib/described.js'
import { choice, enumeration, longText } from '../lib/schema.js'

export const jobStatus = enumeration(
  'JobStatus',
  'Status of a job. DELAYED: waits for its next attempt; COMPLETED and FAILED are final.',
  ['queued', 'active', 'delayed', 'completed', 'failed'],
)

/** Jobs: work that workers do in the background. */
export const jobRecord = record('jobs', 'j', {
  id: uuid('ID of the job.', { ...served, required: true, shown: false }),
  publicId: text({ ...served, required: true }),
  queue: word({ ...served, required: true }),
  status: word('Status of the job.', { ...served, shape: jobStatus }),
  progress: number('Progress of the current attempt in percent, 0 to 100.', served),
  /** Null for jobs of the system, which no user asked for. */
  userId: uuid({ ...served, nullable: true }),
  /** The only projects that the job can reach; null unless a token with such a limit started the job. */
  projectIds: document({ ...served, type: '_uuid', nullable: true, printed: false }),
  videoId: text('ID of the video it is about; null if none.', { ...served, nullable: true, shape: anyId(longText) }),
  personaId: uuid('ID of the persona it is about; null if none.', { ...served, nullable: true }),
  summaryId: uuid('ID of the summary it is about; null if none.', { ...served, nullable: true }),
  payload: document({ ...served, required: true }),
  result: document('Result, which depends on the kind of work; null until completed.', { ...served, nullable: true }),
  error: text('Error message; null unless the job has failed.', { ...served, nullable: true }),
  attempt: integer('Number of attempts begun so far.', served),
  maxAttempts: integer(served),
  retryOf: uuid({ ...served, nullable: true }),
  leaseOwner: uuid({ ...served, nullable: true, printed: false }),
  leaseUntil: time({ ...served, nullable: true, printed: false }),
  runAt: time(served),
  /** Its priority in the queue; jobs with lower values come first. */
  turn: integer({ ...served, printed: false }),
  traceContext: document({ ...served, nullable: true, printed: false }),
  createdAt: time('When it was created.', served),
  startedAt: time('When its first attempt began; null before that.', { ...served, nullable: true }),
  completedAt: time('When it was completed; null unless it was.', { ...served, nullable: true }),
  failedAt: time('When it failed or was cancelled; null otherwise.', { ...served, nullable: true }),
})

/** The answer of routes that have queued a job. */
export const queued = {
  jobId: says('ID of the job, under which its state can be read.', Type.String()),
  status: says('Status of the job: it is queued.', choice(['queued'])),
}
