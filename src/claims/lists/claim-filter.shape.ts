import { Type } from '@sinclair/typebox'
import { ofReviewState } from '../../access/review.shape.js'
import { anyId, memberAs, says } from '../../lib/described.js'
import { orderedPageQuery } from '../../lib/page-query.js'
import { longText, moment, ratio, shortText, uuid } from '../../lib/schema.js'
import { claimStrategy } from '../claim-strategy.js'
import { claimSummaryType } from '../claim.shape.js'

/** The conditions on single claims, in lists and in trees. */
const claimConditions = {
  search: Type.Optional(says('Only claims whose text or rich text contains this, ignoring case.', longText)),
  minConfidence: Type.Optional(says('Only claims of at least this confidence, 0 to 1.', ratio)),
  maxConfidence: Type.Optional(says('Only claims of at most this confidence, 0 to 1.', ratio)),
  strategy: Type.Optional(says('Only claims with this extraction strategy.', claimStrategy(shortText))),
  model: Type.Optional(says('Only claims that this model extracted.', shortText)),
  reviewState: ofReviewState('claims'),
  creatorId: Type.Optional(says('Only claims created by the user with this ID.', uuid)),
  changedSince: Type.Optional(says('Only claims created or changed at this time or later.', moment)),
  objectId: Type.Optional(
    says(
      'Only claims that refer to this object of a world in their rich text or as their event, time or location: ' +
        '`<world ID>/<kind>/<key>`, as in `id` of an Entity.',
      anyId(longText),
    ),
  ),
  ontologyTypeId: Type.Optional(
    says(
      'Only claims that refer to this type of an ontology in their rich text: `<persona ID>/<kind>/<key>`, as in `id` ' +
        'of an OntologyType.',
      anyId(longText),
    ),
  ),
}

/** The conditions of lists of claims, including those on their summaries. */
export const claimListConditions = {
  summaryId: Type.Optional(says('Only claims of this summary.', uuid)),
  videoId: Type.Optional(says('Only claims of summaries of the video with this ID.', anyId(shortText))),
  personaId: Type.Optional(says('Only claims of summaries of the persona with this ID.', uuid)),
  projectId: Type.Optional(says('Only claims in the project with this ID.', uuid)),
  summaryType: Type.Optional(says('Only claims of summaries of this kind.', claimSummaryType)),
  ...claimConditions,
}
export const claimListFilter = Type.Object(claimListConditions)

/** The query of the REST list: the same conditions, and the page. */
export const claimsQuery = Type.Object({
  ...memberAs('creatorId', 'createdBy', claimListConditions),
  ...orderedPageQuery(['createdAt', 'updatedAt', 'confidence']),
})
