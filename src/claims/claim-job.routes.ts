import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { extractSchema, generateClaimsSchema, summaryParams, synthesizeSchema } from './claim.schema.js'
import * as extraction from './extraction.service.js'
import { requestSynthesis } from './synthesis.service.js'

type Summary = { Params: Static<typeof summaryParams> }

const tags = ['Claims']

export const mountClaimJobRoutes: MountRoutes = (server) => {
  server.post<Summary & { Body: Static<typeof extractSchema> }>(
    '/api/summaries/:summaryId/claims/extract',
    {
      schema: { params: summaryParams, body: extractSchema, tags },
      config: { auth: 'required', claimsBucket: 'extraction' },
    },
    async (request, reply) => {
      const { summaryId } = request.params
      const { jobId } = await extraction.requestExtraction(request.ctx, summaryId, request.body)
      return reply.status(202).send({ jobId, status: 'queued', message: 'Claim extraction job started', summaryId })
    },
  )

  server.post<Summary & { Body: Static<typeof generateClaimsSchema> }>(
    '/api/summaries/:summaryId/claims/generate',
    {
      schema: { params: summaryParams, body: generateClaimsSchema, tags },
      config: { auth: 'required', claimsBucket: 'extraction' },
    },
    async (request, reply) => {
      const { summaryId } = request.params
      const { jobId } = await extraction.requestGeneration(request.ctx, summaryId, request.body)
      return reply.status(202).send({ jobId, status: 'queued', message: 'Claim generation job started', summaryId })
    },
  )

  server.post<Summary & { Body: Static<typeof synthesizeSchema> }>(
    '/api/summaries/:summaryId/synthesize',
    {
      schema: { params: summaryParams, body: synthesizeSchema, tags },
      config: { auth: 'required', claimsBucket: 'synthesis' },
    },
    async (request, reply) => {
      const { summaryId } = request.params
      const { jobId } = await requestSynthesis(request.ctx, summaryId, request.body)
      return reply.status(202).send({ jobId, status: 'queued', message: 'Summary synthesis job started', summaryId })
    },
  )
}
