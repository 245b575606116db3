import { sql, type SqlBool } from 'kysely'
import { visible } from '../access/rules.js'
import { userNamedBy } from '../accounts/user.plan.js'
import type { Plans, RowType } from '../graphql/plan.js'
import { parse } from '../lib/validate.js'
import { personaNamedBy } from '../personas/persona.plan.js'
import { projectNamedBy } from '../projects/project.plan.js'
import { videoNamedBy } from '../videos/video.plan.js'
import { countOfAnnotations, type AnnotationFilter } from './annotation-list.service.js'
import { filtered } from './annotation-list.sql.js'
import { annotationRecord } from './annotation.record.js'
import { annotationFilterSchema } from './annotation.schema.js'

export const annotationRows: RowType = {
  name: 'Annotation',
  record: annotationRecord,
  columns: { frames: 'frames', interpolatedFrameCount: 'interpolatedCount', userId: 'createdByUserId' },
  heavy: ['frames', 'sequenceProblems', 'trackId'],
  needs: { viewerCan: ['id'] },
}

export const annotationPlans: Plans = {
  types: [annotationRows],
  fields: {
    'Query.annotation': {
      kind: 'byId',
      type: annotationRows,
      access: (abilities) => visible(abilities, 'annotation', 'a'),
    },
    'Query.annotations': {
      kind: 'page',
      type: annotationRows,
      list: 'annotations',
      direction: 'asc',
      key: [
        { field: 'createdAt', kind: 'time' },
        { field: 'id', kind: 'uuid' },
      ],
      filter: ({ videoId, filter }) => ({ ...parse(annotationFilterSchema, { ...(filter as object) }), videoId }),
      where: (abilities, { videoId, ...filter }) =>
        sql<SqlBool>`a.video_id = ${videoId} and ${visible(abilities, 'annotation', 'a')}
          and ${filtered(filter as AnnotationFilter)}`,
      count: (ctx, { videoId, ...filter }) => countOfAnnotations(ctx, String(videoId), filter),
    },
    'Annotation.persona': personaNamedBy('personaId'),
    'Annotation.project': projectNamedBy('projectId'),
    'Annotation.video': videoNamedBy('videoId'),
    'Annotation.creator': userNamedBy('createdByUserId'),
  },
}
