import { Type } from '@sinclair/typebox'
import { ofReviewState } from '../../access/review.shape.js'
import { anyId, memberAs, says, typed } from '../../lib/described.js'
import { orderedPageQuery } from '../../lib/page-query.js'
import { longText, moment, ratio, shortText, uuid } from '../../lib/schema.js'
import { annotationKind, annotationSource, from, linkType, to } from '../annotation.shape.js'

/** The conditions that the GraphQL filter and the REST query have in common. */
const conditions = {
  videoId: Type.Optional(says('Only annotations of the video with this ID.', anyId(shortText))),
  personaId: Type.Optional(says('Only annotations of the persona with this ID.', uuid)),
  projectId: Type.Optional(says('Only annotations in the project with this ID.', uuid)),
  type: Type.Optional(says('Only annotations with exactly this `type`, such as object.', annotationKind(shortText))),
  linkType: Type.Optional(says('Only annotations whose label names this kind of world object.', linkType)),
  label: Type.Optional(says('Only annotations with exactly this label.', shortText)),
  objectId: Type.Optional(
    says(
      'Only annotations whose label names this object of a world: `<world ID>/<kind>/<key>`, as in `id` of an Entity.',
      anyId(longText),
    ),
  ),
  ontologyTypeId: Type.Optional(
    says(
      'Only annotations whose label names this type of an ontology: `<persona ID>/<kind>/<key>`, as in `id` of an ' +
        'OntologyType.',
      anyId(longText),
    ),
  ),
  source: Type.Optional(
    says('Only annotations from exactly this source, such as manual.', annotationSource(shortText)),
  ),
  creatorId: Type.Optional(says('Only annotations created by the user with this ID.', uuid)),
  minConfidence: Type.Optional(says('Only annotations of at least this confidence, 0 to 1.', ratio)),
  maxConfidence: Type.Optional(says('Only annotations of at most this confidence, 0 to 1.', ratio)),
  reviewState: ofReviewState('annotations'),
  changedSince: Type.Optional(says('Only annotations created or changed at this time or later.', moment)),
}

export const annotationFilterSchema = typed(
  'AnnotationFilter',
  'Which annotations to list. All given conditions must be met; absent fields do not restrict.',
  Type.Object({
    ...conditions,
    visibleIn: Type.Optional(
      says(
        'Only annotations whose boxes reach into this range of frames; gaps ' +
          'between their first and last box count as reached.',
        typed(
          'FrameWindow',
          'A range of frames of a video, both ends included.',
          Type.Object({ from, to }),
          'FrameWindowInput',
        ),
      ),
    ),
  }),
  'AnnotationFilter',
)

/** The query of the REST list: the same conditions, the ends of the window, and the page. */
export const annotationsQuery = Type.Object({
  ...memberAs('creatorId', 'createdBy', conditions),
  from: Type.Optional(from),
  to: Type.Optional(to),
  ...orderedPageQuery(['createdAt', 'updatedAt', 'label', 'confidence', 'firstFrame']),
})
