import { sql } from 'kysely'
import { readableInSummary, visible } from '../access/rules.js'
import { userNamedBy } from '../accounts/user.plan.js'
import type { Plans, RowType } from '../graphql/plan.js'
import { projectNamedBy } from '../projects/project.plan.js'
import { summaryRows } from '../summaries/summary.plan.js'
import { claimRecord } from './claim.record.js'
import { noteOwners } from './claim.service.js'
import { targetsOf } from './gloss-targets.js'

/** Columns that name whose worlds the references of an item of rich text are looked up in. */
const whose = ['createdBy', 'projectId']

export const claimRows: RowType = {
  name: 'Claim',
  record: claimRecord,
  needs: {
    gloss: whose,
    claimerGloss: whose,
    claimRelation: whose,
    viewerCan: ['id'],
    outgoing: ['id'],
    incoming: ['id'],
    claimEvent: [...whose, 'claimEventId'],
    claimTime: [...whose, 'claimTimeId'],
    claimLocation: [...whose, 'claimLocationId'],
  },
  object: (row) => {
    noteOwners(row as unknown as Parameters<typeof noteOwners>[0])
    return row
  },
}

export const claimPlans: Plans = {
  types: [claimRows],
  fields: {
    'Query.claim': { kind: 'byId', type: claimRows, access: (abilities) => visible(abilities, 'claim', 'c') },
    'Summary.claims': {
      kind: 'tree',
      type: claimRows,
      from: 'id',
      to: 'summaryId',
      join: sql`join video_summaries s on s.id = c.summary_id`,
      access: readableInSummary,
      order: sql`c.created_at, c.id`,
      below: { field: 'subclaims', parent: 'parentClaimId' },
    },
    'Claim.project': projectNamedBy('projectId'),
    'Claim.summary': {
      kind: 'one',
      type: summaryRows,
      from: 'summaryId',
      to: 'id',
      access: (abilities) => visible(abilities, 'summary', 's'),
    },
    'Claim.parent': {
      kind: 'one',
      type: claimRows,
      from: 'parentClaimId',
      to: 'id',
      access: (abilities) => visible(abilities, 'claim', 'c'),
    },
    'Claim.creator': userNamedBy('createdBy'),
    'GlossItem.target': { kind: 'batched', values: targetsOf },
  },
}
