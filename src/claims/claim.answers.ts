import { Type, type TSchema } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { named, reference, successMessage, type Answers } from '../http/answers.js'
import { choice, uuid } from '../lib/schema.js'
import { claimRecord, claimRelationRecord } from './claim.record.js'

const text = Type.String()

const shapes = { ...answerShapes(claimRecord), subclaims: Type.Array(reference('Claim')) }
/** A claim with all its subclaims. */
export const claim = named('Claim', Type.Object(shapes))
const tree = Type.Array(claim)
/** C-06: the claim; with FRONT_END_COMPATIBILITY also the tree of its summary. */
const withTree = named('ClaimWithTree', Type.Object({ ...shapes, claims: Type.Optional(tree) }))

const relation = named('ClaimRelation', Type.Object(answerShapes(claimRelationRecord)))
const relations = Type.Array(relation)
/** With FRONT_END_COMPATIBILITY `asSource` and `asTarget` repeat `outgoing` and `incoming`. */
const both = Type.Object({
  outgoing: relations,
  incoming: relations,
  asSource: Type.Optional(relations),
  asTarget: Type.Optional(relations),
})

const job = { jobId: text, status: choice(['queued']), message: text, summaryId: uuid } satisfies Record<
  string,
  TSchema
>
const accepted = Type.Object(job)

export const claimAnswers: Answers = {
  'GET /api/summaries/:summaryId/claims': { 200: tree },
  'POST /api/summaries/:summaryId/claims': { 201: withTree },
  'DELETE /api/summaries/:summaryId/claims': { 200: successMessage },
  'POST /api/summaries/:summaryId/claims/bulk': {
    201: Type.Object({ created: Type.Integer(), claimIds: Type.Array(uuid) }),
  },
  'GET /api/claims/:claimId': { 200: claim },
  'PUT /api/claims/:claimId': { 200: claim },
  'DELETE /api/claims/:claimId': { 200: successMessage },
  'GET /api/summaries/:summaryId/claims/:claimId': { 200: claim },
  'PUT /api/summaries/:summaryId/claims/:claimId': { 200: withTree },
  'DELETE /api/summaries/:summaryId/claims/:claimId': { 200: successMessage },
  'POST /api/videos/:videoId/personas/:personaId/claims': { 201: Type.Object({ claim, summaryId: uuid }) },
  'POST /api/summaries/:summaryId/claims/extract': { 202: accepted },
  'POST /api/summaries/:summaryId/claims/generate': { 202: accepted },
  'POST /api/summaries/:summaryId/synthesize': { 202: accepted },
  'GET /api/claims/:claimId/relations': { 200: both },
  'POST /api/claims/:sourceClaimId/relations': { 201: relation },
  'DELETE /api/claims/relations/:relationId': { 200: successMessage },
  'GET /api/summaries/:summaryId/claims/:claimId/relations': { 200: both },
  'POST /api/summaries/:summaryId/claims/:claimId/relations': { 201: relation },
  'DELETE /api/summaries/:summaryId/claims/relations/:relationId': { 200: successMessage },
}
