import { visible } from '../access/rules.js'
import { userRows } from '../accounts/user.plan.js'
import { newestFirst, rowNamedBy, type NamedRows, type Plans } from '../graphql/plan.js'
import { namedPersonaRows, typeNamedBy } from '../personas/persona.plan.js'
import { projectRows } from '../projects/project.plan.js'
import { videoRows } from '../videos/video.plan.js'
import { needBodies } from '../world/referred.service.js'
import { objectRelations } from '../world/world.plan.js'
import { referableTypes } from '../world/world-rows.js'
import { annotationFilter, type AnnotationFilter } from './lists/annotation-list.service.js'
import { listed, listedFrom } from './lists/annotation-list.sql.js'
import { annotationPagesOf } from './lists/annotation-pages.plan.js'
import { annotationRecord } from './annotation.shape.js'
import { annotationsByIds } from './annotation.service.js'
import { rowOfLabel, targetsOfLabels } from './annotation-target.service.js'
import { AnnotationConnection, AnnotationsArgs } from './annotation.type.js'
import { sequenceText } from './sequences/sequence-text.js'

export const annotationRows: NamedRows = {
  name: 'Annotation',
  record: annotationRecord,
  columns: { frames: { sql: sequenceText, kind: 'document' } },
  heavy: ['frames', 'framesHead', 'framesTail', 'sequenceProblems', 'trackId'],
  needs: {
    viewerCan: ['id'],
    target: ['type', 'isObject', 'linkType', 'label', 'personaId', 'createdByUserId', 'projectId'],
  },
  access: (abilities) => visible(abilities, 'annotation', 'a'),
  byIds: annotationsByIds,
}

const below = annotationPagesOf(annotationRows)

export const annotationPlans: Plans = {
  types: [annotationRows],
  fields: {
    'Query.annotation': { kind: 'byId', type: annotationRows },
    'Query.annotations': {
      kind: 'page',
      type: annotationRows,
      says:
        'Annotations that the viewer may read (own, project-readable and shared), of one video or of all, oldest first ' +
        'unless `orderBy` is given.',
      connection: () => AnnotationConnection,
      args: () => AnnotationsArgs,
      list: 'annotations',
      ...newestFirst,
      direction: 'asc',
      filter: (args) => ({ ...annotationFilter(args) }),
      from: (abilities, filter, cut) => listedFrom(abilities, filter as AnnotationFilter, cut),
      where: (abilities, filter) => listed(abilities, filter as AnnotationFilter),
      countsAll: 'annotation',
    },
    'Video.annotations': below.ofVideo,
    ...Object.fromEntries(referableTypes.map((type) => [`${type}.annotations`, below.ofObject])),
    'OntologyType.annotations': below.ofType,
    'Annotation.persona': rowNamedBy(namedPersonaRows, 'personaId'),
    'Annotation.project': rowNamedBy(projectRows, 'projectId'),
    'Annotation.video': rowNamedBy(videoRows, 'videoId'),
    'Annotation.reviewer': rowNamedBy(userRows, 'reviewedBy'),
    'Annotation.creator': rowNamedBy(userRows, 'createdByUserId'),
    'Annotation.target': {
      kind: 'targets',
      rows: { OntologyType: typeNamedBy('reference'), ...objectRelations },
      reference: (_ctx, annotation) => rowOfLabel(annotation),
      otherwise: {
        types: ['OntologyType', ...referableTypes],
        find: (ctx, annotations, fields) => targetsOfLabels(ctx, annotations, needBodies(fields)),
      },
    },
    'AnnotationBox.annotation': rowNamedBy(annotationRows, 'annotationId'),
  },
}
