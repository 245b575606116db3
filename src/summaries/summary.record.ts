import { Type } from '@sinclair/typebox'
import { document, integer, number, record, text, time, times, uuid } from '../database/record.js'
import { gloss, longText, ratio, shortText } from '../lib/schema.js'
import { evidence } from './evidence.shape.js'

/** Options of columns that may be set when a summary is saved, but not changed later. */
const byModel = { nullable: true, updated: false } as const
const modelName = { ...byModel, shape: shortText } as const

/** What a video is about from the perspective of a persona; there is one summary per video and persona. */
export const summaryRecord = record('videoSummaries', 's', {
  id: uuid({ writer: 'server', required: true, exchanged: true }),
  videoId: text({ required: true, updated: false, shape: Type.String({ minLength: 1, maxLength: 255 }) }),
  personaId: uuid({ required: true, updated: false, copied: false }),
  /** The text as it was written: a string or rich text (RF-27). */
  summary: document({
    required: true,
    references: true,
    shape: Type.Unsafe<string | Record<string, unknown>[]>({ anyOf: [longText, gloss] }),
  }),
  visualAnalysis: text({ nullable: true }),
  audioTranscript: text({ nullable: true }),
  keyFrames: document({ nullable: true, shape: Type.Array(Type.Object({}, { additionalProperties: true })) }),
  confidence: number({ nullable: true, shape: ratio }),
  transcriptJson: document({ nullable: true }),
  /** The evidence for the sentences, as reported by the model that wrote them. */
  evidence: document({ nullable: true, shape: Type.Array(evidence) }),
  audioLanguage: text({ nullable: true, shape: shortText }),
  speakerCount: integer({ nullable: true, shape: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
  audioModelUsed: text(modelName),
  visualModelUsed: text(modelName),
  fusionStrategy: text(modelName),
  processingTimeAudio: number(byModel),
  processingTimeVisual: number(byModel),
  processingTimeFusion: number(byModel),
  processedAtAudio: time(byModel),
  processedAtVisual: time(byModel),
  processedAtFusion: time(byModel),
  /** The API answers both with more than is stored here: the newest change among the claims counts too (RF-29). */
  claimsVersion: text({ ...modelName, copied: false, printed: false }),
  claimsExtractedAt: time({ ...byModel, copied: false, printed: false }),
  comment: text({ nullable: true }),
  createdBy: uuid({ nullable: true, writer: 'server' }),
  projectId: uuid({ nullable: true, exchanged: false, copied: false }),
  /** The digests of what models wrote into the fields above (migration 0230). */
  modelDigests: document({ writer: 'server', type: 'jsonb', printed: false }),
  version: integer({ writer: 'server', printed: false }),
  ...times,
})
