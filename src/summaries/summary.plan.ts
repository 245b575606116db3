import { sql } from 'kysely'
import { visible } from '../access/rules.js'
import { userNamedBy } from '../accounts/user.plan.js'
import type { Plans, Relation, RowType } from '../graphql/plan.js'
import { personaNamedBy } from '../personas/persona.plan.js'
import { projectNamedBy } from '../projects/project.plan.js'
import { videoNamedBy } from '../videos/video.plan.js'
import { summaryRecord } from './summary.record.js'
import { numberOfSummaries } from './summary.service.js'
import { listed, type SummaryFilter } from './summary.sql.js'

export const summaryRows: RowType = {
  name: 'Summary',
  record: summaryRecord,
  needs: {
    viewerCan: ['id'],
    claimCount: ['id'],
    claimTree: ['id'],
    claimsVersion: ['id'],
    claimsExtractedAt: ['id'],
    claimsJson: ['id'],
  },
}

/** Those of a video or a persona, newest first. */
const summariesOf = (to: string): Relation => ({
  kind: 'many',
  type: summaryRows,
  from: 'id',
  to,
  access: (abilities) => visible(abilities, 'summary', 's'),
  order: sql`s.created_at desc, s.id desc`,
})

export const summaryPlans: Plans = {
  types: [summaryRows],
  fields: {
    'Query.summary': { kind: 'byId', type: summaryRows, access: (abilities) => visible(abilities, 'summary', 's') },
    'Query.summaries': {
      kind: 'page',
      type: summaryRows,
      list: 'summaries',
      direction: 'desc',
      key: [
        { field: 'createdAt', kind: 'time' },
        { field: 'id', kind: 'uuid' },
      ],
      filter: ({ videoId, personaId, projectId, mine }) => ({
        ...(videoId ? { videoId } : {}),
        ...(personaId ? { personaId } : {}),
        ...(projectId ? { projectId } : {}),
        ...(mine ? { mine } : {}),
      }),
      where: (abilities, filter) => listed(abilities, filter as SummaryFilter),
      count: (ctx, filter) => numberOfSummaries(ctx, filter as SummaryFilter),
    },
    'Video.summaries': summariesOf('videoId'),
    'Persona.summaries': summariesOf('personaId'),
    'Summary.persona': personaNamedBy('personaId'),
    'Summary.project': projectNamedBy('projectId'),
    'Summary.video': videoNamedBy('videoId'),
    'Summary.creator': userNamedBy('createdBy'),
  },
}
