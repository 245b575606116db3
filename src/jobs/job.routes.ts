import { Type, type Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import * as jobs from './job.service.js'
import type { JobRow } from './job.sql.js'

const params = Type.Object({ jobId: Type.String() })
type Params = { Params: Static<typeof params> }

const epoch = (at: string | null) => (at ? Date.parse(at) : null)

/**
 * The body of a job with the fields of both documented forms (J-07). With `processing` it uses the older status words
 * of the two routes for a single queue: `processing` for active and `queued` for delayed (J-08).
 */
function jobBody(job: JobRow, words: 'plain' | 'processing' = 'plain') {
  const { publicId, progress, videoId, personaId, summaryId, createdAt, startedAt, completedAt, failedAt } = job
  const specific: Record<string, string> = { active: 'processing', delayed: 'queued' }
  const result = job.status === 'completed' ? job.result : null
  const error = job.status === 'failed' ? job.error : null
  return {
    jobId: publicId,
    id: publicId,
    status: words === 'processing' ? (specific[job.status] ?? job.status) : job.status,
    state: job.status === 'queued' ? 'waiting' : job.status,
    progress,
    data: { ...(videoId && { videoId }), ...(personaId && { personaId }), ...(summaryId && { summaryId }) },
    result,
    returnvalue: result,
    error,
    failedReason: error,
    createdAt,
    startedAt,
    completedAt,
    failedAt,
    processedOn: epoch(startedAt),
    finishedOn: epoch(completedAt ?? failedAt),
  }
}

export const mountJobRoutes: MountRoutes = (server) => {
  const tags = ['Jobs']
  const poll = (path: string, words: 'plain' | 'processing', queue?: string) =>
    server.get<Params>(path, { schema: { params, tags }, config: { auth: 'required' } }, async (request) =>
      jobBody(await jobs.getJob(request.ctx, request.params.jobId, queue), words),
    )
  poll('/api/jobs/:jobId', 'plain')
  poll('/api/jobs/claims/:jobId', 'processing', 'claim-extraction')
  poll('/api/jobs/synthesis/:jobId', 'processing', 'claim-synthesis')

  server.post<Params>(
    '/api/jobs/:jobId/cancel',
    { schema: { params, tags }, config: { auth: 'required' } },
    async (request) => jobBody(await jobs.cancelJob(request.ctx, request.params.jobId)),
  )
  server.post<Params>(
    '/api/jobs/:jobId/retry',
    { schema: { params, tags }, config: { auth: 'required' } },
    async (request, reply) => reply.status(202).send(jobBody(await jobs.retryJob(request.ctx, request.params.jobId))),
  )
}
