import { Type, type Static } from '@sinclair/typebox'
import type { Context } from '../context.js'
import type { MountRoutes } from '../http/server.js'
import { uuid } from '../lib/schema.js'
import { claimParams, nestedParams, nestedRelationParams, relationParams, relationSchema } from './claim.schema.js'
import * as relations from './relation.service.js'

const sourceParams = Type.Object({ sourceClaimId: uuid })
type Claim = { Params: Static<typeof claimParams> }
type Source = { Params: Static<typeof sourceParams> }
type Nested = { Params: Static<typeof nestedParams> }
type Body = { Body: Static<typeof relationSchema> }

const tags = ['Claim relations']
const config = { auth: 'required', claimsBucket: 'relations' } as const

/** CR-01: the relations by direction; with FRONT_END_COMPATIBILITY also under the older names. */
function relationsBody({ config }: Context, { outgoing, incoming }: relations.Relations) {
  const older = config.frontEndCompatibility ? { asSource: outgoing, asTarget: incoming } : {}
  return { outgoing, incoming, ...older }
}

const deleted = { success: true, message: 'Claim relation deleted successfully' }

export const mountRelationRoutes: MountRoutes = (server) => {
  server.get<Claim>(
    '/api/claims/:claimId/relations',
    { schema: { params: claimParams, tags }, config },
    async (request) => relationsBody(request.ctx, await relations.listRelations(request.ctx, request.params.claimId)),
  )

  server.post<Source & Body>(
    '/api/claims/:sourceClaimId/relations',
    { schema: { params: sourceParams, body: relationSchema, tags }, config },
    async (request, reply) =>
      reply.status(201).send(await relations.createRelation(request.ctx, request.params.sourceClaimId, request.body)),
  )

  server.delete<{ Params: Static<typeof relationParams> }>(
    '/api/claims/relations/:relationId',
    { schema: { params: relationParams, tags }, config },
    async (request) => {
      await relations.deleteRelation(request.ctx, request.params.relationId)
      return deleted
    },
  )

  server.get<Nested>(
    '/api/summaries/:summaryId/claims/:claimId/relations',
    { schema: { params: nestedParams, tags }, config },
    async ({ ctx, params }) => relationsBody(ctx, await relations.listRelations(ctx, params.claimId, params.summaryId)),
  )

  server.post<Nested & Body>(
    '/api/summaries/:summaryId/claims/:claimId/relations',
    { schema: { params: nestedParams, body: relationSchema, tags }, config },
    async (request, reply) =>
      reply
        .status(201)
        .send(
          await relations.createRelation(request.ctx, request.params.claimId, request.body, request.params.summaryId),
        ),
  )

  server.delete<{ Params: Static<typeof nestedRelationParams> }>(
    '/api/summaries/:summaryId/claims/relations/:relationId',
    { schema: { params: nestedRelationParams, tags }, config },
    async (request) => {
      await relations.deleteRelation(request.ctx, request.params.relationId, request.params.summaryId)
      return deleted
    },
  )
}
