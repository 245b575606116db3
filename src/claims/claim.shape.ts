import { Type } from '@sinclair/typebox'
import { ofReviewState, reviewColumns } from '../access/review.shape.js'
import { forkedColumn } from '../database/rows/forked-from.js'
import { document, integer, number, record, text, times, uuid, word } from '../database/rows/record.js'
import { createSchema, updateSchema, withProperties } from '../database/rows/record-schema.js'
import { anyId, onlyRest, says, typed } from '../lib/described.js'
import { enumeration, gloss, mostOfText, nameText, optional, ratio, shortText } from '../lib/schema.js'
import { evidence } from '../summaries/evidence.shape.js'
import { claimStrategy } from './claim-strategy.js'

export const claimSummaryType = enumeration(
  'ClaimSummaryType',
  'What the summary of a claim describes: a video or a collection.',
  ['video', 'collection'],
)

const place = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const span = Type.Object(
  {
    sentenceIndex: Type.Optional(says('Number of the sentence, counted from 0; null when unknown.', place)),
    charStart: says('Offset of the first character, counted from 0.', place),
    charEnd: says('Offset after the last character (exclusive).', place),
  },
  { additionalProperties: true },
)
const textSpan = typed('TextSpan', 'A range of characters in the text of the summary.', span)
const content = Type.Array(
  enumeration('ClaimContent', 'Content of a picture, or of the metadata of a video, that a claim rests on.', [
    'text',
    'non-text',
  ]),
)
const brief = { nullable: true, shape: shortText } as const
const key = { nullable: true, shape: anyId(shortText) } as const
const richText = { nullable: true, references: true, shape: gloss } as const

/** An assertion of a summary. Claims form trees: a claim may have a parent. */
export const claimRecord = record('claims', 'c', {
  id: uuid('ID of the claim.', { writer: 'server', required: true, exchanged: true, shown: false }),
  summaryId: uuid('ID of the summary it belongs to.', { writer: 'server', required: true, exchanged: true }),
  summaryType: word('What the summary describes: a video or a collection.', {
    asInput: 'What the summary describes: a video (when absent) or a collection.',
    updated: false,
    shape: claimSummaryType,
  }),
  text: text('The statement, as plain text.', {
    asInput: 'The statement, as plain text; blank text is refused.',
    required: true,
    shape: Type.String({ minLength: 1, maxLength: mostOfText, format: 'not-blank' }),
  }),
  gloss: document('The statement as rich text; may be empty.', {
    asInput: 'Rich text of the claim; may be absent, but not null.',
    references: true,
    shape: gloss,
  }),
  parentClaimId: uuid('ID of its parent claim; null for a root claim.', {
    asInput: 'ID of its parent claim, of the same summary.',
    nullable: true,
    copied: false,
  }),
  textSpans: document('Where in the text of the summary it stands.', {
    asInput: 'Where in the text of the summary it stands: {sentenceIndex, charStart, charEnd}, as in TextSpan.',
    inGraphQL: 'Where in the text of the summary it stands.',
    nullable: true,
    references: true,
    shape: Type.Array(textSpan),
  }),
  evidence: document(
    'Evidence it rests on: sentences of the summary with their frames and boxes; null when there is none.',
    {
      asInput:
        'Evidence: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: ' +
        '[{label, x, y, width, height, confidence, typeId, typeName}]}]}; times in seconds, boxes in fractions of the ' +
        'picture.',
      inGraphQL:
        'Evidence it rests on: sentences of the summary with their frames and boxes. Times are in seconds, boxes in ' +
        'fractions of the picture.',
      nullable: true,
      shape: Type.Array(evidence),
    },
  ),
  claimerType: text('Kind of whoever makes the claim, such as `person`.', brief),
  claimerGloss: document('Who makes the claim, as rich text.', richText),
  claimRelation: document('How it is claimed, as rich text: believes, states.', richText),
  claimEventId: text('`key` of the world event that it is about.', key),
  claimTimeId: text('`key` of the world time that it is about.', key),
  claimLocationId: text('`key` of the location, a world entity, that it is about.', key),
  confidence: number('Confidence in the claim, 0 to 1; null when unknown.', {
    asInput: 'Confidence in the claim, 0 to 1.',
    nullable: true,
    shape: ratio,
  }),
  modelUsed: text('Name of the model that extracted it; null if none.', {
    asInput: 'Name of the model that extracted the claim.',
    ...brief,
    updated: false,
  }),
  extractionStrategy: text('How it was extracted, such as `sentence-based`; `manual` when a person wrote it.', {
    asInput: 'How it was extracted; `manual` when absent.',
    nullable: true,
    updated: false,
    shape: claimStrategy(shortText),
  }),
  originalText: text('What the model had said, where a person has changed the text since; null otherwise.', {
    nullable: true,
    writer: 'server',
    exchanged: true,
    copied: true,
  }),
  audio: document('Sound it rests on: `speech`, `non-speech`, or both.', {
    nullable: true,
    set: true,
    shape: Type.Array(enumeration('ClaimAudio', 'Sound that a claim rests on.', ['speech', 'non-speech'])),
  }),
  video: document('Picture content it rests on: `text`, `non-text`, or both.', {
    nullable: true,
    set: true,
    shape: content,
  }),
  metadata: document('Video metadata it rests on: `text`, `non-text`, or both.', {
    nullable: true,
    set: true,
    shape: content,
  }),
  comment: text('Free-text comment on the claim; null when unset.', {
    asInput: 'Free-text comment on the claim.',
    nullable: true,
  }),
  createdBy: uuid('ID of the user who created it; null when unknown.', {
    answeredAs: 'creatorId',
    nullable: true,
    writer: 'server',
  }),
  projectId: uuid('ID of the project it is in; null outside projects.', { nullable: true, writer: 'server' }),
  /** The owner of the summary if another user made the claim, else null; maintained by triggers (migration 0202). */
  summaryOwnerId: uuid({ nullable: true, writer: 'server', printed: false }),
  ...forkedColumn,
  ...reviewColumns,
  version: integer('Increases with every change; pass it as `ifVersion` to avoid overwriting changes of others.', {
    writer: 'server',
    printed: false,
  }),
  ...times,
})

/** A new claim; only the text is required (C-07). */
export const createClaimSchema = createSchema(claimRecord)
export const updateClaimSchema = updateSchema(claimRecord)

/** Some clients also name the summary in the body, where it is ignored: the path names the summary. */
const named = { summaryId: onlyRest(optional(says('Not read: the path names the summary.', shortText))) }
/** The body of the REST request that creates a claim. */
export const claimBody = withProperties(createClaimSchema, named)
const confidentClaim = withProperties(createSchema(claimRecord, { demanded: ['confidence'] }), named)

/** C-13: 1 to 1000 claims, each with a confidence. */
export const bulkClaimsSchema = Type.Object({
  claims: says(
    '1 to 1000 claims; each must give `confidence`, or null for it.',
    Type.Array(typed('NewClaim', 'A claim to be created.', confidentClaim, 'NewClaimInput'), {
      minItems: 1,
      maxItems: 1000,
    }),
  ),
})

export const listClaimsQuery = Type.Object({
  includeSubclaims: Type.Optional(
    says('Whether to answer the claims below the roots; true when absent.', Type.Boolean()),
  ),
  minConfidence: Type.Optional(says('Only claims of at least this confidence, 0 to 1.', ratio)),
  search: Type.Optional(says('Only claims whose text or rich text contains this, ignoring case.', Type.String())),
  strategy: Type.Optional(says('Only claims with this extraction strategy.', Type.String())),
  model: Type.Optional(says('Only claims that this model extracted.', Type.String())),
  summaryType: Type.Optional(says('Only claims of summaries of this kind.', claimSummaryType)),
  reviewState: ofReviewState('claims'),
})

const fixed = { nullable: true, updated: false } as const

/** A typed relation from one claim to another. */
export const claimRelationRecord = record('claimRelations', 'r', {
  id: uuid('ID of the relation.', { writer: 'server', required: true, exchanged: true, shown: false }),
  sourceClaimId: uuid('ID of the claim it starts from.', { required: true, updated: false, copied: false }),
  targetClaimId: uuid('ID of the claim it points to.', {
    asInput: 'ID of the claim it points to; must be another claim.',
    required: true,
    updated: false,
    copied: false,
  }),
  relationTypeId: text("ID of a relation type of the persona's ontology, or any other word.", {
    required: true,
    updated: false,
    shape: nameText,
  }),
  sourceSpans: document('Where in the source it applies: {sentenceIndex, charStart, charEnd}, as in TextSpan.', {
    inGraphQL: 'Where in the text of the source it applies.',
    ...fixed,
    shape: Type.Array(textSpan),
  }),
  targetSpans: document('Where in the target it applies: {sentenceIndex, charStart, charEnd}, as in TextSpan.', {
    inGraphQL: 'Where in the text of the target it applies.',
    ...fixed,
    shape: Type.Array(textSpan),
  }),
  confidence: number('Confidence in the relation, 0 to 1; null when unset.', {
    asInput: 'Confidence in the relation, 0 to 1.',
    ...fixed,
    shape: ratio,
  }),
  notes: text('Free-text note on the relation; null when unset.', {
    asInput: 'Free-text note on the relation.',
    ...fixed,
  }),
  createdBy: uuid('ID of the user who created it; null when unknown.', {
    answeredAs: 'creatorId',
    nullable: true,
    writer: 'server',
  }),
  ...forkedColumn,
  ...times,
})

/** A new relation; the path names the source claim. */
export const relationSchema = createSchema(claimRelationRecord, { but: ['sourceClaimId'] })
