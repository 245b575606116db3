import { Type } from '@sinclair/typebox'
import { document, integer, number, record, text, time, times, uuid } from '../database/record.js'
import { gloss, ratio } from '../lib/schema.js'
import { evidenceShape } from './evidence.schema.js'

/** Said when a summary is saved, not when it is changed. */
const byModel = { nullable: true, updated: false } as const

/** What a video is about to a persona; one a pair. */
export const summaryRecord = record('videoSummaries', 's', {
  id: uuid({ writer: 'server', required: true, exchanged: true }),
  videoId: text({ required: true, updated: false, shape: Type.String({ minLength: 1, maxLength: 255 }) }),
  personaId: uuid({ required: true, updated: false, copied: false }),
  /** As written, a string or rich text (RF-27). */
  summary: document({
    required: true,
    references: true,
    shape: Type.Unsafe<string | Record<string, unknown>[]>({ anyOf: [Type.String(), gloss] }),
  }),
  visualAnalysis: text({ nullable: true }),
  audioTranscript: text({ nullable: true }),
  keyFrames: document({ nullable: true, shape: Type.Array(Type.Object({}, { additionalProperties: true })) }),
  confidence: number({ nullable: true, shape: ratio }),
  transcriptJson: document({ nullable: true }),
  /** What the sentences rest on, as the model that wrote them says it. */
  evidence: document({ nullable: true, shape: Type.Array(evidenceShape) }),
  audioLanguage: text({ nullable: true }),
  speakerCount: integer({ nullable: true, shape: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
  audioModelUsed: text(byModel),
  visualModelUsed: text(byModel),
  fusionStrategy: text(byModel),
  processingTimeAudio: number(byModel),
  processingTimeVisual: number(byModel),
  processingTimeFusion: number(byModel),
  processedAtAudio: time(byModel),
  processedAtVisual: time(byModel),
  processedAtFusion: time(byModel),
  /** Both say more than is stored: the newest of the claims counts too (RF-29). */
  claimsVersion: text({ ...byModel, copied: false, printed: false }),
  claimsExtractedAt: time({ ...byModel, copied: false, printed: false }),
  comment: text({ nullable: true }),
  createdBy: uuid({ nullable: true, writer: 'server' }),
  projectId: uuid({ nullable: true, exchanged: false, copied: false }),
  version: integer({ writer: 'server', printed: false }),
  ...times,
})
