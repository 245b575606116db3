import { Type } from '@sinclair/typebox'
import { document, integer, number, record, text, times, uuid, word } from '../database/record.js'
import { choice, gloss, mostOfText, nameText, ratio, shortText } from '../lib/schema.js'
import { evidenceShape } from '../summaries/evidence.schema.js'

const place = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const span = Type.Object(
  { sentenceIndex: Type.Optional(place), charStart: place, charEnd: place },
  { additionalProperties: true },
)
const spans = Type.Array(span)
const brief = { nullable: true, shape: shortText } as const
const words = Type.Array(choice(['text', 'non-text']))

/** An assertion of a summary. Claims form trees: a claim may have a parent. */
export const claimRecord = record('claims', 'c', {
  id: uuid({ writer: 'server', required: true, exchanged: true }),
  summaryId: uuid({ writer: 'server', required: true, exchanged: true }),
  summaryType: word({ updated: false, shape: choice(['video', 'collection']) }),
  text: text({ required: true, shape: Type.String({ minLength: 1, maxLength: mostOfText, format: 'not-blank' }) }),
  gloss: document({ references: true, shape: gloss }),
  parentClaimId: uuid({ nullable: true, copied: false }),
  textSpans: document({ nullable: true, references: true, shape: spans }),
  /** The evidence of those sentences of the summary from which the claim was made. */
  evidence: document({ nullable: true, shape: Type.Array(evidenceShape) }),
  claimerType: text(brief),
  claimerGloss: document({ nullable: true, references: true, shape: gloss }),
  claimRelation: document({ nullable: true, references: true, shape: gloss }),
  claimEventId: text(brief),
  claimTimeId: text(brief),
  claimLocationId: text(brief),
  confidence: number({ nullable: true, shape: ratio }),
  modelUsed: text({ ...brief, updated: false }),
  extractionStrategy: text({ ...brief, updated: false }),
  /** What the model had said, where a person has changed the text since. */
  originalText: text({ nullable: true, writer: 'server', exchanged: true, copied: true }),
  audio: document({ nullable: true, set: true, shape: Type.Array(choice(['speech', 'non-speech'])) }),
  video: document({ nullable: true, set: true, shape: words }),
  metadata: document({ nullable: true, set: true, shape: words }),
  comment: text({ nullable: true }),
  createdBy: uuid({ nullable: true, writer: 'server' }),
  projectId: uuid({ nullable: true, writer: 'server' }),
  /** The owner of the summary where somebody else made the claim, else null; triggers keep it (migration 0202). */
  summaryOwnerId: uuid({ nullable: true, writer: 'server', printed: false }),
  version: integer({ writer: 'server', printed: false }),
  ...times,
})

/** A typed relation from one claim to another. */
export const claimRelationRecord = record('claimRelations', 'r', {
  id: uuid({ writer: 'server', required: true, exchanged: true }),
  sourceClaimId: uuid({ required: true, updated: false, copied: false }),
  targetClaimId: uuid({ required: true, updated: false, copied: false }),
  relationTypeId: text({ required: true, updated: false, shape: nameText }),
  sourceSpans: document({ nullable: true, updated: false, shape: spans }),
  targetSpans: document({ nullable: true, updated: false, shape: spans }),
  confidence: number({ nullable: true, updated: false, shape: ratio }),
  notes: text({ nullable: true, updated: false }),
  createdBy: uuid({ nullable: true, writer: 'server' }),
  ...times,
})
