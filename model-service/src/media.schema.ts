import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { sentClock } from '@parallax/shared/sent-clock.js'

const id = Type.String({ minLength: 1, maxLength: 1000 })
const path = Type.String({ minLength: 1, maxLength: 4096 })
/** The URL of the file in an object store. If an object store is configured, the path is ignored. */
const url = Type.Optional(Type.String({ minLength: 1, maxLength: 8192 }))
const language = Type.Optional(Type.String({ maxLength: 35 }))
const frameNumbers = Type.Array(Type.Integer({ minimum: 0, maximum: 1e9 }), { default: [], maxItems: 10_000 })
const speakers = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 }))

const temperature = Type.Optional(Type.Number({ minimum: 0, maximum: 2 }))

/**
 * Settings for how a provider's model generates its answer. Other properties are accepted and ignored; without a
 * provider all of them are.
 */
const generationOverrides = Type.Object({
  temperature,
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 128_000 })),
})

/** Settings of a provider's transcription; `prompt` shows the spelling of names and terms. */
const audioOverrides = Type.Object({ temperature, prompt: Type.Optional(Type.String({ maxLength: 4000 })) })

export const thumbnailRequest = Type.Object({
  video_id: id,
  video_path: Type.Optional(path),
  video_url: url,
  frame_clock: Type.Optional(sentClock),
  timestamp: Type.Number({ default: 1, minimum: 0 }),
  /** Draws the boxes of the objects that the detector recognises. */
  boxes: Type.Boolean({ default: false }),
  size: Type.Union([Type.Literal('small'), Type.Literal('medium'), Type.Literal('large')], { default: 'medium' }),
})

export const examineRequest = Type.Object({ video_id: id, video_path: Type.Optional(path), video_url: url })

/**
 * The detector's classes that each word maps to; takes precedence over the configuration and WordNet. Class names that
 * the detector does not have are ignored.
 */
const vocabulary = Type.Record(Type.String({ minLength: 1 }), Type.Array(Type.String(), { maxItems: 100 }), {
  default: {},
})

/** Words whose detector classes the answer lists, if they match one of its labels. */
const typeWords = Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { default: [], maxItems: 1000 })

export const summarizeRequest = Type.Object({
  video_id: id,
  persona_id: id,
  video_path: Type.Optional(path),
  video_url: url,
  frame_clock: Type.Optional(sentClock),
  persona_role: Type.Optional(Type.String()),
  information_need: Type.Optional(Type.String()),
  /** Names of the types of the persona's ontology, which are looked for first. */
  persona_types: Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { default: [], maxItems: 1000 }),
  type_words: typeWords,
  vocabulary,
  frame_sample_rate: Type.Number({ default: 1, minimum: 1, maximum: 10 }),
  max_frames: Type.Integer({ default: 30, minimum: 1, maximum: 100 }),
  enable_audio: Type.Boolean({ default: false }),
  audio_language: language,
  enable_speaker_diarization: Type.Boolean({ default: false }),
  fusion_strategy: Type.Union(
    [
      Type.Literal('sequential'),
      Type.Literal('timestamp_aligned'),
      Type.Literal('native_multimodal'),
      Type.Literal('hybrid'),
    ],
    { default: 'sequential' },
  ),
  generation_overrides: Type.Optional(generationOverrides),
  audio_overrides: Type.Optional(audioOverrides),
})

export const detectRequest = Type.Object({
  video_id: id,
  query: Type.String({ minLength: 1 }),
  video_path: Type.Optional(path),
  video_url: url,
  frame_clock: Type.Optional(sentClock),
  frame_numbers: { ...frameNumbers, maxItems: 500 },
  confidence_threshold: Type.Number({ default: 0.3, minimum: 0, maximum: 1 }),
  enable_tracking: Type.Boolean({ default: true }),
  vocabulary,
  type_words: typeWords,
})

export const trackRequest = Type.Object({
  video_id: id,
  video_path: Type.Optional(path),
  video_url: url,
  frame_clock: Type.Optional(sentClock),
  initial_masks: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 50 }),
  object_ids: Type.Array(Type.Integer(), { minItems: 1 }),
  frame_numbers: frameNumbers,
})

const coordinate = Type.Number({ minimum: -1e6, maximum: 1e6 })
const length = Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })

export const followRequest = Type.Object({
  video_id: id,
  video_path: Type.Optional(path),
  video_url: url,
  frame_clock: Type.Optional(sentClock),
  frame_number: Type.Integer({ minimum: 0, maximum: 1e9 }),
  end_frame: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9 })),
  bounding_box: Type.Object({ x: coordinate, y: coordinate, width: length, height: length }),
  tolerance: Type.Number({ default: 0.05, minimum: 0.005, maximum: 0.5 }),
  vocabulary,
  type_words: typeWords,
})

export const transcribeRequest = Type.Object({ audio_path: path, audio_url: url, language })

export const diarizeRequest = Type.Object({
  audio_path: path,
  audio_url: url,
  num_speakers: speakers,
  min_speakers: speakers,
  max_speakers: speakers,
})

export type ThumbnailRequest = Static<typeof thumbnailRequest>
export type ExamineRequest = Static<typeof examineRequest>
export type SummarizeRequest = Static<typeof summarizeRequest>
export type DetectRequest = Static<typeof detectRequest>
export type FollowRequest = Static<typeof followRequest>
export type TrackRequest = Static<typeof trackRequest>
export type TranscribeRequest = Static<typeof transcribeRequest>
export type DiarizeRequest = Static<typeof diarizeRequest>
