import { Type } from '@sinclair/typebox'
import { text, time, uuid, word } from '../database/rows/record.js'
import { says } from '../lib/described.js'
import { enumeration, noteText, optional, shortText } from '../lib/schema.js'

export const reviewStates = ['open', 'accepted', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]
export const reviewState = enumeration(
  'ReviewState',
  'Whether somebody has reviewed content: not since it was last edited (OPEN), accepted it or rejected it.',
  reviewStates,
)

const byReviewer = { writer: 'server', nullable: true } as const

/**
 * The review columns of all kinds that can be reviewed. Reviews set them (src/reviews), and PostgreSQL resets them when
 * a user other than the reviewer edits the row (migration 0340).
 */
export const reviewColumns = {
  reviewState: word('Whether it has been reviewed since it was last edited by somebody else than the reviewer.', {
    writer: 'server',
    type: 'review_state',
    shape: reviewState,
  }),
  reviewedBy: uuid(
    'ID of the user who accepted or rejected it, also when the account is gone; null while it is open and when unknown.',
    { answeredAs: 'reviewerId', ...byReviewer },
  ),
  reviewedAt: time('When it was accepted or rejected; null while it is open.', byReviewer),
  reviewNote: text('What the reviewer noted; null without a note.', { ...byReviewer, shape: noteText }),
}
export type ReviewColumn = keyof typeof reviewColumns

/** The GraphQL description of the field with the reviewer. */
export const reviewerSays =
  'The user who accepted or rejected it; null while it is open, when unknown and when the account is gone.'

/** Returns the filter of lists by review state. */
export const ofReviewState = (things: string) =>
  Type.Optional(says(`Only ${things} whose review is in this state.`, reviewState))

/** The review members of an export line, which a line has if its row has been accepted or rejected. */
export const reviewOfLine = {
  reviewState: Type.Optional(says('`accepted` or `rejected`; absent while the review is open.', reviewState)),
  reviewedBy: optional(says('ID of the reviewer; null if unknown.', shortText)),
  reviewedAt: Type.Optional(says('When it was accepted or rejected.', Type.Unknown())),
  reviewNote: optional(says('What the reviewer noted; null without a note.', noteText)),
}
