import { Type } from '@sinclair/typebox'
import { choice, gloss, nullable, optional, ratio, uuid } from '../lib/schema.js'

const text = Type.String()
const moment = Type.String({ format: 'date-time' })
/** RF-27: as written, a string or rich text. */
const summary = Type.Unsafe<string | Record<string, unknown>[]>({ anyOf: [Type.String(), gloss] })
const keyFrames = Type.Array(Type.Object({}, { additionalProperties: true }))
const transcript = Type.Object({}, { additionalProperties: true })

/** Every field a caller may write; given ones overwrite, omitted ones stay. */
const written = {
  visualAnalysis: optional(text),
  audioTranscript: optional(text),
  keyFrames: optional(keyFrames),
  confidence: optional(ratio),
  transcriptJson: optional(transcript),
  audioLanguage: optional(text),
  speakerCount: optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  comment: optional(text),
}

export const saveSummarySchema = Type.Object({
  videoId: Type.String({ minLength: 1, maxLength: 255 }),
  personaId: uuid,
  summary,
  ...written,
  audioModelUsed: optional(text),
  visualModelUsed: optional(text),
  fusionStrategy: optional(text),
  processingTimeAudio: optional(Type.Number()),
  processingTimeVisual: optional(Type.Number()),
  processingTimeFusion: optional(Type.Number()),
  processedAtAudio: optional(moment),
  processedAtVisual: optional(moment),
  processedAtFusion: optional(moment),
})

export const updateSummarySchema = Type.Object({ summary: Type.Optional(summary), ...written })

export const fusionStrategies = ['sequential', 'timestamp_aligned', 'native_multimodal', 'hybrid'] as const

export const generateSummarySchema = Type.Object({
  videoId: Type.String({ minLength: 1, maxLength: 255 }),
  personaId: uuid,
  frameSampleRate: Type.Optional(Type.Number({ minimum: 1, maximum: 10 })),
  maxFrames: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  enableAudio: Type.Optional(Type.Boolean()),
  audioLanguage: optional(text),
  enableSpeakerDiarization: Type.Optional(Type.Boolean()),
  fusionStrategy: Type.Optional(nullable(choice(fusionStrategies))),
  audioOverrides: optional(Type.Object({}, { additionalProperties: true })),
  generationOverrides: optional(Type.Object({}, { additionalProperties: true })),
})

export const videoParams = Type.Object({ videoId: Type.String() })
export const pairParams = Type.Object({ videoId: Type.String(), personaId: uuid })
