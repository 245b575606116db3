import { Type, type Static } from '@sinclair/typebox'
import { reviewColumns, reviewState } from '../access/review.shape.js'
import { kindOf } from '../kind-words.js'
import { says, typed } from '../lib/described.js'
import { choice, noteText, nullable, optional, uuid } from '../lib/schema.js'

/** The kinds of content that can be reviewed, in the order in which transactions lock them. */
export const reviewedKinds = ['summary', 'claim', 'annotation'] as const
export type ReviewedKind = (typeof reviewedKinds)[number]

/** The most items of one request. */
const mostReviewed = 1000

export const reviewItemsSchema = Type.Object({
  ids: says(
    'IDs of 1 to 1,000 annotations, claims and summaries, in any mixture.',
    Type.Array(uuid, { minItems: 1, maxItems: mostReviewed }),
  ),
  state: says('The state to set. Open again, they have neither reviewer, time nor note.', reviewState),
  note: optional(says('Why, at most 10,000 characters; refused where the state is to be open.', noteText)),
  versions: optional(
    says(
      'The `version` that the reviewer saw of each, in the order of `ids`: if one has changed since, all are refused ' +
        'with PRECONDITION_FAILED.',
      Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: mostReviewed }),
    ),
  ),
})
export type ReviewInput = Static<typeof reviewItemsSchema>

const shapeOf = ({ nullable: canBeNull, shape }: (typeof reviewColumns)[keyof typeof reviewColumns]) =>
  canBeNull ? nullable(shape) : shape

export const reviewedItem = Type.Object({
  kind: says('What it is.', choice(reviewedKinds)),
  id: says('Its ID.', uuid),
  reviewState: shapeOf(reviewColumns.reviewState),
  reviewedBy: shapeOf(reviewColumns.reviewedBy),
  reviewedAt: shapeOf(reviewColumns.reviewedAt),
  reviewNote: shapeOf(reviewColumns.reviewNote),
})

const count = (sentence: string) => says(sentence, Type.Integer())

/** How far the review of a project's content is, for one author and one kind. */
export const reviewProgress = typed(
  'ReviewProgress',
  'How far the review of what one person made is, for one kind of content.',
  Type.Object({
    userId: says('ID of the user who made it; null if unknown.', nullable(uuid)),
    username: says('User name of that user; null if unknown.', nullable(Type.String())),
    displayName: says('Display name of that user; null if unknown.', nullable(Type.String())),
    kind: says('The kind of content.', kindOf(reviewedKinds)),
    open: count('Number of those that are open.'),
    accepted: count('Number of those that were accepted.'),
    rejected: count('Number of those that were rejected.'),
  }),
)
export type ReviewProgress = Static<typeof reviewProgress>
