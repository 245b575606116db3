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
  'GET /api/summaries/:summaryId/claims': {
    id: 'listClaims',
    says: 'Lists the claims of a summary as trees.',
    200: tree,
  },
  'POST /api/summaries/:summaryId/claims': { id: 'createClaim', says: 'Adds a claim to a summary.', 201: withTree },
  'DELETE /api/summaries/:summaryId/claims': {
    id: 'deleteClaims',
    says: 'Deletes all claims of a summary.',
    200: successMessage,
  },
  'POST /api/summaries/:summaryId/claims/bulk': {
    id: 'createClaims',
    says: 'Adds up to 1,000 claims to a summary, all or none.',
    201: Type.Object({ created: Type.Integer(), claimIds: Type.Array(uuid) }),
  },
  'GET /api/claims/:claimId': { id: 'getClaim', says: 'Returns a claim with the claims below it.', 200: claim },
  'PUT /api/claims/:claimId': { id: 'updateClaim', says: 'Changes the given fields of a claim.', 200: claim },
  'DELETE /api/claims/:claimId': {
    id: 'deleteClaim',
    says: 'Deletes a claim and the claims below it.',
    200: successMessage,
  },
  'GET /api/summaries/:summaryId/claims/:claimId': {
    id: 'getClaimOfSummary',
    says: 'Returns a claim of a summary with the claims below it.',
    200: claim,
  },
  'PUT /api/summaries/:summaryId/claims/:claimId': {
    id: 'updateClaimOfSummary',
    says: 'Changes the given fields of a claim of a summary.',
    200: withTree,
  },
  'DELETE /api/summaries/:summaryId/claims/:claimId': {
    id: 'deleteClaimOfSummary',
    says: 'Deletes a claim of a summary and the claims below it.',
    200: successMessage,
  },
  'POST /api/videos/:videoId/personas/:personaId/claims': {
    id: 'createClaimForVideo',
    says: 'Adds a claim about a video for a persona, to their summary, which is made where there is none.',
    201: Type.Object({ claim, summaryId: uuid }),
  },
  'POST /api/summaries/:summaryId/claims/extract': {
    id: 'extractClaims',
    says: 'Starts a job in which a model takes claims from the text of a summary.',
    202: accepted,
  },
  'POST /api/summaries/:summaryId/claims/generate': {
    id: 'generateClaims',
    says: 'Starts a job in which a model writes claims about the video of a summary.',
    202: accepted,
  },
  'POST /api/summaries/:summaryId/synthesize': {
    id: 'synthesizeSummary',
    says: 'Starts a job in which a model writes a summary from its claims.',
    202: accepted,
  },
  'GET /api/claims/:claimId/relations': {
    id: 'listClaimRelations',
    says: 'Lists the relations that start and end at a claim.',
    200: both,
  },
  'POST /api/claims/:sourceClaimId/relations': {
    id: 'createClaimRelation',
    says: 'Relates a claim to another.',
    201: relation,
  },
  'DELETE /api/claims/relations/:relationId': {
    id: 'deleteClaimRelation',
    says: 'Removes a relation between claims.',
    200: successMessage,
  },
  'GET /api/summaries/:summaryId/claims/:claimId/relations': {
    id: 'listRelationsOfSummaryClaim',
    says: 'Lists the relations that start and end at a claim of a summary.',
    200: both,
  },
  'POST /api/summaries/:summaryId/claims/:claimId/relations': {
    id: 'createRelationOfSummaryClaim',
    says: 'Relates a claim of a summary to another claim.',
    201: relation,
  },
  'DELETE /api/summaries/:summaryId/claims/relations/:relationId': {
    id: 'deleteRelationOfSummaryClaim',
    says: 'Removes a relation between claims of a summary.',
    200: successMessage,
  },
}
