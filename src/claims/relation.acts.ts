import { Type } from '@sinclair/typebox'
import { act, type Acts, type Reply } from '../acts/act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { named, successMessage } from '../http/answers.js'
import { says } from '../lib/described.js'
import { uuid } from '../lib/schema.js'
import { claimRelationRecord, relationSchema } from './claim.shape.js'
import { ClaimRelation } from './claim.type.js'
import * as relations from './relation.service.js'

const relation = named('ClaimRelation', Type.Object(answerShapes(claimRelationRecord)))
const list = Type.Array(relation)
/** With FRONT_END_COMPATIBILITY `asSource` and `asTarget` repeat `outgoing` and `incoming`. */
const both = Type.Object({
  outgoing: says('The relations that start at the claim.', list),
  incoming: says('The relations that end at the claim.', list),
  asSource: Type.Optional(says('The same as `outgoing`, with `FRONT_END_COMPATIBILITY`.', list)),
  asTarget: Type.Optional(says('The same as `incoming`, with `FRONT_END_COMPATIBILITY`.', list)),
})

/** Returns the relations by direction; with FRONT_END_COMPATIBILITY also under the older names (CR-01). */
function sendBoth({ ctx: { config } }: Reply, { outgoing, incoming }: relations.Relations) {
  const older = config.frontEndCompatibility ? { asSource: outgoing, asTarget: incoming } : {}
  return { outgoing, incoming, ...older }
}

const summary = { summaryId: says('ID of the summary.', uuid) }
const claim = { claimId: says('ID of the claim.', uuid) }
const one = { relationId: says('ID of the relation.', uuid) }
const limit = 'relations'

const deleted = { success: true, message: 'Claim relation deleted successfully' }

export const relationActs: Acts = {
  tag: 'Claim relations',
  acts: [
    act({
      says: 'Lists the relations that start and end at a claim.',
      rest: 'GET /api/claims/:claimId/relations',
      id: 'listClaimRelations',
      limit,
      params: claim,
      run: (ctx, { claimId }) => relations.listRelations(ctx, claimId),
      answer: both,
      send: sendBoth,
    }),
    act({
      says:
        'Relates a claim that the caller may change to another that the caller may read. Refused with CONFLICT ' +
        'when the source is already related to the target, or the target to the source by the same type.',
      rest: 'POST /api/claims/:sourceClaimId/relations',
      limit,
      params: { sourceClaimId: says('ID of the claim it starts from.', uuid) },
      body: relationSchema,
      run: (ctx, { sourceClaimId, body }) => relations.createRelation(ctx, sourceClaimId, body),
      answer: relation,
      status: 201,
      mutation: {
        name: 'createClaimRelation',
        input: 'A relation from one claim to another, to be created.',
        payload: { claimRelation: () => ClaimRelation },
      },
    }),
    act({
      says: 'Deletes a relation between claims.',
      rest: 'DELETE /api/claims/relations/:relationId',
      limit,
      params: one,
      run: (ctx, { relationId }) => relations.deleteRelation(ctx, relationId),
      answer: successMessage,
      send: () => deleted,
      mutation: { name: 'deleteClaimRelation', id: 'relationId', input: 'The relation to delete.', deletes: true },
    }),
    act({
      says: 'Lists the relations that start and end at a claim of a summary.',
      rest: 'GET /api/summaries/:summaryId/claims/:claimId/relations',
      id: 'listRelationsOfSummaryClaim',
      limit,
      params: { ...summary, ...claim },
      run: (ctx, { claimId, summaryId }) => relations.listRelations(ctx, claimId, summaryId),
      answer: both,
      send: sendBoth,
    }),
    act({
      says: 'Relates a claim of a summary to another claim.',
      rest: 'POST /api/summaries/:summaryId/claims/:claimId/relations',
      id: 'createRelationOfSummaryClaim',
      limit,
      params: { ...summary, ...claim },
      body: relationSchema,
      run: (ctx, { claimId, summaryId, body }) => relations.createRelation(ctx, claimId, body, summaryId),
      answer: relation,
      status: 201,
    }),
    act({
      says: 'Deletes a relation between claims of a summary.',
      rest: 'DELETE /api/summaries/:summaryId/claims/relations/:relationId',
      id: 'deleteRelationOfSummaryClaim',
      limit,
      params: { ...summary, ...one },
      run: (ctx, { relationId, summaryId }) => relations.deleteRelation(ctx, relationId, summaryId),
      answer: successMessage,
      send: () => deleted,
    }),
  ],
}
