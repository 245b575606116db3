import type { Static } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ifMatch, setEtagOf } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { AppError } from '../lib/errors.js'
import {
  generateSummarySchema,
  pairParams,
  saveSummarySchema,
  summaryParams,
  updateSummarySchema,
  videoParams,
} from './summary.schema.js'
import * as summarization from './summarization.service.js'
import { printSummariesOfVideo, printSummary, type SummaryTarget } from './summary-read.service.js'
import * as summaries from './summary.service.js'

const ranges: Record<string, string> = {
  frameSampleRate: 'must be between 1 and 10',
  maxFrames: 'must be between 1 and 100',
}

/** SU-03: this route names the invalid field in the member `error`. */
function generateRefusal(error: Error): Error {
  if (!(error instanceof AppError) || !error.details) return error
  const details = error.details.map(({ field, message }) => ({
    field,
    message: /at (least|most)/.test(message) ? (ranges[field] ?? message) : message,
  }))
  const first = details[0]
  const text = `Validation error: ${first?.field ?? ''} ${first?.message ?? ''}`
  return new AppError('VALIDATION_ERROR', text, { details, extra: { error: text } })
}

async function sendSummary(request: FastifyRequest, reply: FastifyReply, target: SummaryTarget) {
  const { version, text } = await printSummary(request.ctx, target)
  await setEtagOf(reply, version, text)
  return sendJson(reply, text)
}

/** Answers a summary that the caller has just written, even if they may no longer read it. */
async function sendWritten(request: FastifyRequest, reply: FastifyReply, id: string, status = 200) {
  const { version, text } = await printSummary(request.ctx, { id }, true)
  await setEtagOf(reply, version, text)
  return sendJson(reply, text, status)
}

export const mountSummaryRoutes: MountRoutes = (server) => {
  const tags = ['Summaries']

  server.post<{ Body: Static<typeof generateSummarySchema> }>(
    '/api/videos/summaries/generate',
    { schema: { body: generateSummarySchema, tags }, config: { auth: 'required' }, attachValidation: true },
    async (request, reply) => {
      if (request.validationError) throw generateRefusal(request.validationError)
      const { jobId } = await summarization.requestSummary(request.ctx, request.body)
      const { videoId, personaId } = request.body
      return reply.status(202).send({ jobId, status: 'queued', videoId, personaId })
    },
  )

  server.get<{ Params: Static<typeof videoParams> }>(
    '/api/videos/:videoId/summaries',
    { schema: { params: videoParams, tags }, config: { auth: 'required', listedBy: 'summaries' } },
    async (request, reply) => sendJson(reply, await printSummariesOfVideo(request.ctx, request.params.videoId)),
  )

  server.get<{ Params: Static<typeof pairParams> }>(
    '/api/videos/:videoId/summaries/:personaId',
    { schema: { params: pairParams, tags }, config: { auth: 'required' } },
    async (request, reply) => sendSummary(request, reply, request.params),
  )

  server.delete<{ Params: Static<typeof pairParams> }>(
    '/api/videos/:videoId/summaries/:personaId',
    { schema: { params: pairParams, tags }, config: { auth: 'required', versioned: true } },
    async (request) => {
      await summaries.deleteSummary(request.ctx, request.params, ifMatch(request))
      return { success: true }
    },
  )

  server.post<{ Body: Static<typeof saveSummarySchema> }>(
    '/api/summaries',
    { schema: { body: saveSummarySchema, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      const id = await summaries.saveSummary(request.ctx, request.body)
      return sendWritten(request, reply, id, 201)
    },
  )

  server.put<{ Params: Static<typeof summaryParams>; Body: Static<typeof updateSummarySchema> }>(
    '/api/videos/:videoId/summaries/:summaryId',
    {
      schema: { params: summaryParams, body: updateSummarySchema, tags },
      config: { auth: 'required', versioned: true },
    },
    async (request, reply) => {
      const { videoId, summaryId } = request.params
      const id = await summaries.updateSummary(request.ctx, videoId, summaryId, request.body, ifMatch(request))
      return sendWritten(request, reply, id)
    },
  )
}
