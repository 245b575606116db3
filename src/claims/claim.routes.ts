import type { Static } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ifMatch, setEtag, setEtagOf } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { joinBytes, withoutEnds, type Chunks } from '../lib/bytes.js'
import {
  bulkClaimsSchema,
  claimParams,
  claimBody,
  listClaimsQuery,
  nestedParams,
  summaryParams,
  updateClaimSchema,
  videoPersonaParams,
} from './claim.schema.js'
import { printClaim, printClaims, type PrintedClaim } from './claim-read.service.js'
import * as claims from './claim.service.js'
import { createClaimForPair } from './pair-claim.service.js'

type Summary = { Params: Static<typeof summaryParams> }
type Claim = { Params: Static<typeof claimParams> }
type Nested = { Params: Static<typeof nestedParams> }

const tags = ['Claims']
const config = { auth: 'required', claimsBucket: 'claims' } as const
const versioned = { ...config, versioned: true } as const
const reading = { auth: 'required', claimsBucket: 'reads' } as const

/**
 * C-06: answers the claim alone; with FRONT_END_COMPATIBILITY also the summary's whole tree, unless the caller sends
 * `Prefer: return=minimal`.
 */
async function sendClaimOf(
  request: FastifyRequest,
  reply: FastifyReply,
  summaryId: string,
  claim: Chunks,
  status: number,
) {
  const minimal = /\breturn=minimal\b/.test(String(request.headers['prefer'] ?? ''))
  if (minimal) reply.header('preference-applied', 'return=minimal')
  if (minimal || !request.ctx.config.frontEndCompatibility) return sendJson(reply, claim, status)
  const tree = await printClaims(request.ctx, summaryId)
  return sendJson(reply, ['{', ...withoutEnds(claim), ',"claims":', ...tree, '}'], status)
}

const deletedText = (below: number) => `Claim and ${below} subclaims deleted successfully`

/**
 * Mounts the documented routes in both forms, flat (`/api/claims/…`) and nested (`/api/summaries/…/claims/…`). Both
 * count against the same rate limits, reads apart from writes (L-01).
 */
export const mountClaimRoutes: MountRoutes = (server) => {
  server.get<Summary & { Querystring: Static<typeof listClaimsQuery> }>(
    '/api/summaries/:summaryId/claims',
    { schema: { params: summaryParams, querystring: listClaimsQuery, tags }, config: reading },
    async (request, reply) => sendJson(reply, await printClaims(request.ctx, request.params.summaryId, request.query)),
  )

  server.post<Summary & { Body: Static<typeof claimBody> }>(
    '/api/summaries/:summaryId/claims',
    { schema: { params: summaryParams, body: claimBody, tags }, config },
    async (request, reply) => {
      const { summaryId } = request.params
      const { members } = await claims.createClaim(request.ctx, summaryId, request.body)
      return sendClaimOf(request, reply, summaryId, [joinBytes(['{', members, ',"subclaims":[]}'])], 201)
    },
  )

  server.delete<Summary>(
    '/api/summaries/:summaryId/claims',
    { schema: { params: summaryParams, tags }, config },
    async (request) => {
      const count = await claims.deleteClaims(request.ctx, request.params.summaryId)
      return { success: true, message: `Deleted ${count} claims successfully` }
    },
  )

  server.post<Summary & { Body: Static<typeof bulkClaimsSchema> }>(
    '/api/summaries/:summaryId/claims/bulk',
    { schema: { params: summaryParams, body: bulkClaimsSchema, tags }, config },
    async (request, reply) => {
      const claimIds = await claims.createClaims(request.ctx, request.params.summaryId, request.body.claims)
      return reply.status(201).send({ created: claimIds.length, claimIds })
    },
  )

  server.get<Claim>(
    '/api/claims/:claimId',
    { schema: { params: claimParams, tags }, config: reading },
    async (request, reply) => sendClaim(reply, await printClaim(request.ctx, request.params.claimId)),
  )

  server.put<Claim & { Body: Static<typeof updateClaimSchema> }>(
    '/api/claims/:claimId',
    { schema: { params: claimParams, body: updateClaimSchema, tags }, config: versioned },
    async (request, reply) => {
      const { claimId } = request.params
      await claims.updateClaim(request.ctx, claimId, request.body, versionOf(request))
      return sendClaim(reply, await printClaim(request.ctx, claimId))
    },
  )

  server.delete<Claim>(
    '/api/claims/:claimId',
    { schema: { params: claimParams, tags }, config: versioned },
    async (request) => ({
      success: true,
      message: deletedText(await claims.deleteClaim(request.ctx, request.params.claimId, versionOf(request))),
    }),
  )

  server.get<Nested>(
    '/api/summaries/:summaryId/claims/:claimId',
    { schema: { params: nestedParams, tags }, config: reading },
    async (request, reply) =>
      sendClaim(reply, await printClaim(request.ctx, request.params.claimId, request.params.summaryId)),
  )

  server.put<Nested & { Body: Static<typeof updateClaimSchema> }>(
    '/api/summaries/:summaryId/claims/:claimId',
    { schema: { params: nestedParams, body: updateClaimSchema, tags }, config: versioned },
    async (request, reply) => {
      const { summaryId, claimId } = request.params
      await claims.updateClaim(request.ctx, claimId, request.body, { inSummary: summaryId, ...versionOf(request) })
      const { text, version } = await printClaim(request.ctx, claimId)
      setEtag(reply, version)
      return sendClaimOf(request, reply, summaryId, text, 200)
    },
  )

  server.delete<Nested>(
    '/api/summaries/:summaryId/claims/:claimId',
    { schema: { params: nestedParams, tags }, config: versioned },
    async (request) => {
      const { summaryId, claimId } = request.params
      const options = { inSummary: summaryId, ...versionOf(request) }
      return { success: true, message: deletedText(await claims.deleteClaim(request.ctx, claimId, options)) }
    },
  )

  server.post<{ Params: Static<typeof videoPersonaParams>; Body: Static<typeof claimBody> }>(
    '/api/videos/:videoId/personas/:personaId/claims',
    { schema: { params: videoPersonaParams, body: claimBody, tags }, config },
    async (request, reply) => {
      const { videoId, personaId } = request.params
      const { members, summaryId } = await createClaimForPair(request.ctx, videoId, personaId, request.body)
      return sendJson(reply, ['{"claim":{', members, `,"subclaims":[]},"summaryId":"${summaryId}"}`], 201)
    },
  )
}

async function sendClaim(reply: FastifyReply, { text, version }: PrintedClaim) {
  await setEtagOf(reply, version, text)
  return sendJson(reply, text)
}

function versionOf(request: FastifyRequest): { ifVersion?: number } {
  const ifVersion = ifMatch(request)
  return ifVersion === undefined ? {} : { ifVersion }
}
