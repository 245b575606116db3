import { ifExists, isGone, kind } from '../database/rows/kind.js'
import { conflict, validation } from '../lib/errors.js'

const byUser = { createdBy: ifExists('created_by', 'users') }
const belowItself = () => validation([{ field: 'parentClaimId', message: 'A claim cannot stand below itself' }])

export const claimKind = kind('claims', {
  name: 'claim',
  noun: 'Claim',
  type: 'Claim',
  content: 'claim',
  owner: 'createdBy',
  project: 'projectId',
  share: 'claimId',
  log: {
    parent: 'coalesce(it.parent_claim_id, it.summary_id)',
    version: 'it.version',
    derived: ['summaryOwnerId'],
    gone: `${isGone('video_summaries', 's', 'summary_id')}
    or it.parent_claim_id is not null and ${isGone('claims', 'c', 'parent_claim_id')}`,
  },
  judged: ['confidence', 'comment'],
  notice: {
    name: 'x.text',
    video: 's.video_id',
    persona: 's.persona_id',
    join: 'join video_summaries s on s.id = x.summary_id',
  },
  title: "c.before ->> 'text'",
  // A claim is in the project of its summary, which may have moved since the deletion.
  restore: { set: { ...byUser, projectId: '(select s.project_id from video_summaries s where s.id = r.summary_id)' } },
  refusals: {
    claims_parent_in_summary: () => validation([{ field: 'parentClaimId', message: 'Invalid parent claim' }]),
    claims_no_cycle: belowItself,
    claims_not_own_parent: belowItself,
  },
})

export const claimRelationKind = kind('claimRelations', {
  name: 'claim_relation',
  noun: 'Relation',
  type: 'ClaimRelation',
  readThrough: 'sourceClaimId',
  content: 'claim',
  owner: 'createdBy',
  log: {
    project: '(select c.project_id from claims c where c.id = it.source_claim_id)',
    parent: 'it.source_claim_id',
    gone: `${isGone('claims', 'c', 'source_claim_id')}
    or ${isGone('claims', 'c', 'target_claim_id')}`,
  },
  title: "c.before ->> 'relation_type_id'",
  restore: {
    set: byUser,
    // The relation was also deleted with the claim at its other end, and is restored with that claim if this one is
    // restored first.
    only: `exists (select from claims c where c.id = r.source_claim_id)
      and exists (select from claims c where c.id = r.target_claim_id)`,
  },
  isQuiet: true,
  refusals: {
    claim_relations_pair_unique: () => conflict('Relation already exists between these claims', 'targetClaimId'),
  },
})
