import { sql } from 'kysely'
import { visible } from '../access/rules.js'
import { userRows } from '../accounts/user.plan.js'
import { newestFirst, rowNamedBy, type NamedRows, type Plans, type Relation } from '../graphql/plan.js'
import { namedPersonaRows } from '../personas/persona.plan.js'
import { projectRows } from '../projects/project.plan.js'
import { videoRows } from '../videos/video.plan.js'
import { summaryRecord } from './summary.shape.js'
import * as summaries from './summary.service.js'
import { listed, listedFrom, type SummaryFilter } from './summary.sql.js'
import { SummariesArgs, SummaryConnection } from './summary.type.js'

export const summaryRows: NamedRows = {
  name: 'Summary',
  record: summaryRecord,
  needs: {
    summary: ['createdBy', 'projectId'],
    viewerCan: ['id'],
    claimCount: ['id'],
    claimTree: ['id'],
    claimsVersion: ['id'],
    claimsExtractedAt: ['id'],
  },
  object: summaries.withOwnerOfText,
  access: (abilities) => visible(abilities, 'summary', 's'),
  byIds: summaries.summariesByIds,
}

/** Returns the relation to the summaries of a video or a persona, newest first. */
const summariesOf = (to: string): Relation => ({
  kind: 'many',
  type: summaryRows,
  from: 'id',
  to,
  access: summaryRows.access,
  order: sql`s.created_at desc, s.id desc`,
})

export const summaryPlans: Plans = {
  types: [summaryRows],
  fields: {
    'Query.summary': { kind: 'byId', type: summaryRows },
    'Query.summaries': {
      kind: 'page',
      type: summaryRows,
      says: 'Summaries that the caller may read, newest first unless `orderBy` is given.',
      connection: () => SummaryConnection,
      args: () => SummariesArgs,
      list: 'summaries',
      ...newestFirst,
      filter: (args) => ({ ...summaries.summaryFilter(args) }),
      from: (abilities, filter, cut) => listedFrom(abilities, filter as SummaryFilter, cut),
      where: (abilities, filter) => listed(abilities, filter as SummaryFilter),
      countsAll: 'summary',
    },
    'Video.summaries': summariesOf('videoId'),
    'Persona.summaries': summariesOf('personaId'),
    'Summary.persona': rowNamedBy(namedPersonaRows, 'personaId'),
    'Summary.project': rowNamedBy(projectRows, 'projectId'),
    'Summary.video': rowNamedBy(videoRows, 'videoId'),
    'Summary.reviewer': rowNamedBy(userRows, 'reviewedBy'),
    'Summary.creator': rowNamedBy(userRows, 'createdBy'),
  },
}
