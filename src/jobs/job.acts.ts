import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { named } from '../http/answers.js'
import { pageShape } from '../http/page-answer.js'
import { anyId, says } from '../lib/described.js'
import { partsOfQuery, pageQuery } from '../lib/page-query.js'
import { choice, nullable, shortText, uuid } from '../lib/schema.js'
import { jobNode } from './job.resolver.js'
import * as jobs from './job.service.js'
import { jobRecord, jobStatus } from './job.shape.js'
import type { JobRow } from './job.sql.js'
import { Job, refuseUnknownQueue } from './job.type.js'

const text = Type.String()
const milliseconds = nullable(Type.Integer())
const { progress, result, error, createdAt, startedAt, completedAt, failedAt } = answerShapes(jobRecord)
const aboutError = error!.description!

/** The body of a job, with the fields of both documented forms in one (J-07). */
const job = named(
  'Job',
  Type.Object({
    jobId: says('ID of the job.', text),
    id: says('ID of the job, the same as `jobId`.', text),
    status: says(
      'Status of the job. Under the paths of a single kind of work, `processing` stands for `active` and `queued` for ' +
        '`delayed` too.',
      choice(['queued', 'active', 'processing', 'delayed', 'completed', 'failed']),
    ),
    state: says(
      'Status of the job, with `waiting` for `queued`.',
      choice(['waiting', 'active', 'delayed', 'completed', 'failed']),
    ),
    progress: progress!,
    data: says(
      'What the job is about.',
      Type.Object({
        videoId: Type.Optional(says('ID of the video, if it is about one.', text)),
        personaId: Type.Optional(says('ID of the persona, if it is about one.', text)),
        summaryId: Type.Optional(says('ID of the summary, if it is about one.', text)),
      }),
    ),
    result: result!,
    returnvalue: says('The same as `result`.', result!),
    error: says(aboutError, nullable(text)),
    failedReason: says('The same as `error`.', nullable(text)),
    createdAt: createdAt!,
    startedAt: startedAt!,
    completedAt: completedAt!,
    failedAt: failedAt!,
    processedOn: says('`startedAt` in milliseconds since 1970.', milliseconds),
    finishedOn: says('When it was completed or failed, in milliseconds since 1970.', milliseconds),
  }),
)

const epoch = (at: string | null) => (at ? Date.parse(at) : null)

/**
 * Returns a job with the fields of both documented forms (J-07). `processing` selects the older status words of the two
 * routes for a single queue: `processing` for active and `queued` for delayed (J-08).
 */
function jobBody(row: JobRow, words: 'plain' | 'processing' = 'plain') {
  const { publicId, videoId, personaId, summaryId } = row
  const specific: Record<string, string> = { active: 'processing', delayed: 'queued' }
  const outcome = row.status === 'completed' ? row.result : null
  const reason = row.status === 'failed' ? row.error : null
  return {
    jobId: publicId,
    id: publicId,
    status: words === 'processing' ? (specific[row.status] ?? row.status) : row.status,
    state: row.status === 'queued' ? 'waiting' : row.status,
    progress: row.progress,
    data: { ...(videoId && { videoId }), ...(personaId && { personaId }), ...(summaryId && { summaryId }) },
    result: outcome,
    returnvalue: outcome,
    error: reason,
    failedReason: reason,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    failedAt: row.failedAt,
    processedOn: epoch(row.startedAt),
    finishedOn: epoch(row.completedAt ?? row.failedAt),
  }
}

const jobsQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(says('Only jobs with this status.', jobStatus)),
  queue: Type.Optional(says('Only jobs of this kind of work, such as `claim-extraction`.', shortText)),
  videoId: Type.Optional(says('Only jobs about this video.', anyId(shortText))),
  personaId: Type.Optional(says('Only jobs about this persona.', uuid)),
  summaryId: Type.Optional(says('Only jobs about this summary.', uuid)),
  everyones: Type.Optional(
    says("Whether to list everybody's jobs; for administrators only, false by default.", Type.Boolean()),
  ),
})

const jobId = (sentence: string) => ({ jobId: says(sentence, anyId(text)) })
const one = jobId('ID of the job.')

export const jobActs: Acts = {
  tag: 'Jobs',
  acts: [
    act({
      says:
        "Lists the caller's jobs and, for administrators, those of the system, newest first. With `everyones`, for " +
        "administrators alone, everybody's.",
      rest: 'GET /api/jobs',
      id: 'listJobs',
      listedBy: 'jobs',
      query: jobsQuery,
      run: async (ctx, { query }) => {
        const { filter, page, totalCount } = partsOfQuery(query)
        refuseUnknownQueue(filter.queue)
        const { nodes, pageInfo, countAll } = await jobs.pageOfJobs(ctx, page, filter)
        return { jobs: nodes.map((row) => jobBody(row)), pageInfo, ...(totalCount && { totalCount: await countAll() }) }
      },
      answer: pageShape('jobs', job),
    }),
    act({
      says: 'Returns the state, the progress and the result of a job.',
      rest: 'GET /api/jobs/:jobId',
      id: 'getJob',
      params: one,
      run: (ctx, { jobId: id }) => jobs.getJob(ctx, id),
      answer: job,
      send: (_to, row) => jobBody(row),
    }),
    act({
      says: 'Returns the state of a job that extracts or generates claims.',
      rest: 'GET /api/jobs/claims/:jobId',
      id: 'getClaimJob',
      params: one,
      run: (ctx, { jobId: id }) => jobs.getJob(ctx, id, 'claim-extraction'),
      answer: job,
      send: (_to, row) => jobBody(row, 'processing'),
    }),
    act({
      says: 'Returns the state of a job that synthesizes a summary.',
      rest: 'GET /api/jobs/synthesis/:jobId',
      id: 'getSynthesisJob',
      params: one,
      run: (ctx, { jobId: id }) => jobs.getJob(ctx, id, 'claim-synthesis'),
      answer: job,
      send: (_to, row) => jobBody(row, 'processing'),
    }),
    act({
      says: 'Stops a job: its status becomes FAILED with the error `Cancelled`. Refused with CONFLICT once it has ended.',
      rest: 'POST /api/jobs/:jobId/cancel',
      params: one,
      run: (ctx, { jobId: id }) => jobs.cancelJob(ctx, id),
      answer: job,
      send: (_to, row) => jobBody(row),
      mutation: {
        name: 'cancelJob',
        input: 'The job to stop.',
        id: 'jobId',
        payload: { job: () => Job },
        node: (_ctx, row) => jobNode(row),
      },
    }),
    act({
      says:
        'Runs a failed job again as a new job, and returns that, or an equal job that has not ended. Refused with ' +
        'CONFLICT unless the job has failed.',
      rest: 'POST /api/jobs/:jobId/retry',
      params: jobId('ID of the failed job.'),
      run: (ctx, { jobId: id }) => jobs.retryJob(ctx, id),
      status: 202,
      answer: job,
      send: ({ reply }, row) => reply.status(202).send(jobBody(row)),
      mutation: {
        name: 'retryJob',
        input: 'The failed job to run again.',
        id: 'jobId',
        payload: { job: () => Job },
        node: (_ctx, row) => jobNode(row),
      },
    }),
  ],
}
