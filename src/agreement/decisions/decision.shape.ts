import { Type, type Static } from '@sinclair/typebox'
import { document, record, text, times, uuid, word } from '../../database/rows/record.js'
import { anyId, says, typed } from '../../lib/described.js'
import { noteText, nullable, shortText, uuid as uuidShape } from '../../lib/schema.js'
import { disagreementKind } from '../disagreements/disagreement.shape.js'

/** The most things that one decision is about. */
const mostThings = 100

const decidedThing = typed(
  'DecidedThing',
  'An annotation or a claim that a decision is about, and the version that was seen.',
  Type.Object({
    id: says('ID of the annotation or claim.', uuidShape),
    version: says('The version that was seen; a later version opens the disagreement again.', Type.Integer()),
  }),
  'DecidedThingInput',
)
export type DecidedThing = Static<typeof decidedThing>

const server = { writer: 'server' } as const
/** Options of the columns that `settleSchema` fills: a decision is never changed, copied or exported. */
const fixed = { updated: false, copied: false, exchanged: false } as const

/** How a disagreement of personas about a video is settled. */
export const decisionRecord = record('agreementDecisions', 'd', {
  id: uuid('ID of the decision.', { ...server, required: true, shown: false }),
  videoId: text('ID of the video.', { ...fixed, required: true, shape: anyId(shortText) }),
  personaId: uuid('ID of the persona for which the disagreement is settled.', { ...fixed, required: true }),
  kind: word('In what personas disagree.', { ...fixed, required: true, shape: disagreementKind }),
  /** The kind and the ids of the things from the oldest, which name the disagreement. */
  thingKey: text({ ...server, required: true, printed: false }),
  things: document('What they disagree about, the oldest first.', {
    ...fixed,
    required: true,
    shape: Type.Array(decidedThing),
  }),
  adoptedId: uuid('ID of the thing that is adopted; null if all are kept.', { ...fixed, nullable: true }),
  copyId: uuid('ID of the copy of the adopted thing under the persona; null if all are kept.', {
    ...server,
    nullable: true,
  }),
  note: text('Why it is settled so; null without a note.', { ...fixed, nullable: true, shape: noteText }),
  createdBy: uuid('ID of the user who decided; null when unknown.', {
    answeredAs: 'creatorId',
    nullable: true,
    ...server,
  }),
  ...times,
})

/** The body of a request that settles a disagreement. */
export const settleSchema = Type.Object({
  kind: says('In what the personas disagree, from the list of disagreements.', disagreementKind),
  things: says(
    'What they disagree about: the things of the disagreement with the versions that were seen.',
    Type.Array(decidedThing, { minItems: 1, maxItems: mostThings }),
  ),
  personaId: says('ID of the persona for which it is settled; the caller must be allowed to change it.', uuidShape),
  adoptId: Type.Optional(
    says(
      'ID of the thing to adopt: it is copied into the persona. All things are kept if it is absent.',
      nullable(uuidShape),
    ),
  ),
  note: Type.Optional(says('Why it is settled so; required if nothing is adopted.', nullable(noteText))),
})
export type SettleInput = Static<typeof settleSchema>

export const decisionsQuery = Type.Object({
  personaId: Type.Optional(says('Only decisions for the persona with this ID.', uuidShape)),
})
