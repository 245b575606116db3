import { Type } from '@sinclair/typebox'
import { named, type Answers } from '../http/answers.js'
import { choice, nullable } from '../lib/schema.js'

const text = Type.String()
const time = nullable(Type.String({ format: 'date-time' }))
const epoch = nullable(Type.Integer())
/** The result of a job, which depends on its type: the summary, or the ids and the number of claims. */
const result = nullable(Type.Object({}, { additionalProperties: true }))

/** The body of a job, with the fields of both documented forms in one (J-07). */
const job = named(
  'Job',
  Type.Object({
    jobId: text,
    id: text,
    status: choice(['queued', 'active', 'processing', 'delayed', 'completed', 'failed']),
    state: choice(['waiting', 'active', 'delayed', 'completed', 'failed']),
    progress: Type.Number(),
    data: Type.Object({ videoId: Type.Optional(text), personaId: Type.Optional(text), summaryId: Type.Optional(text) }),
    result,
    returnvalue: result,
    error: nullable(text),
    failedReason: nullable(text),
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: time,
    completedAt: time,
    failedAt: time,
    processedOn: epoch,
    finishedOn: epoch,
  }),
)

export const jobAnswers: Answers = {
  'GET /api/jobs/:jobId': { id: 'getJob', says: 'Returns the state, the progress and the result of a job.', 200: job },
  'GET /api/jobs/claims/:jobId': {
    id: 'getClaimJob',
    says: 'Returns the state of a job that extracts or generates claims.',
    200: job,
  },
  'GET /api/jobs/synthesis/:jobId': {
    id: 'getSynthesisJob',
    says: 'Returns the state of a job that synthesizes a summary.',
    200: job,
  },
  'POST /api/jobs/:jobId/cancel': { id: 'cancelJob', says: 'Cancels a job.', 200: job },
  'POST /api/jobs/:jobId/retry': { id: 'retryJob', says: 'Starts a failed or cancelled job again.', 202: job },
}
