import { Type } from '@sinclair/typebox'
import { sentClock } from '@parallax/shared/sent-clock.js'
import { longText, mostOfText, nameText, noteText, nullable, optional, ratio, shortText } from '../lib/schema.js'
import { document, listOf } from './bounds.shape.js'

/**
 * Requests and answers of the model service about videos and sound (MS-01 to MS-16). Answers may have members that are
 * not named here.
 */
const text = Type.String()
const seconds = Type.Number()
const count = Type.Integer({ minimum: 0 })
const object = Type.Record(Type.String(), Type.Unknown())

const box = Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() })

/** The detector's classes for each word, which take precedence over the model service's own vocabulary. */
const vocabulary = Type.Optional(Type.Record(text, Type.Array(text)))

/** Words (names and synonyms of a persona's types) for which the answer is to contain the classes. */
const typeWords = Type.Optional(Type.Array(text))
/** The detector's classes for those of `type_words` that match a label of the answer. */
const typeLabels = optional(listOf(Type.Object({ word: shortText, labels: listOf(shortText, 1000) }), 1000))

/** The video that a request is about. */
const file = { video_id: text, video_path: Type.Optional(text), video_url: Type.Optional(text) }
export const detectionRequest = Type.Object({
  ...file,
  query: text,
  frame_clock: Type.Optional(sentClock),
  frame_numbers: Type.Array(count),
  confidence_threshold: ratio,
  enable_tracking: Type.Boolean(),
  vocabulary,
  type_words: typeWords,
})
export const detectionAnswer = Type.Object({
  id: shortText,
  query: longText,
  frames: listOf(
    Type.Object({
      frame_number: count,
      timestamp: seconds,
      detections: listOf(
        Type.Object({ label: shortText, bounding_box: box, confidence: Type.Number(), track_id: optional(shortText) }),
        1000,
      ),
    }),
    500,
  ),
  total_detections: count,
  video_width: Type.Optional(count),
  video_height: Type.Optional(count),
  type_labels: typeLabels,
  processing_time: seconds,
})

export const followRequest = Type.Object({
  ...file,
  frame_clock: Type.Optional(sentClock),
  frame_number: count,
  end_frame: Type.Optional(count),
  /** Pixels of the video as displayed, here and in the answer. */
  bounding_box: box,
  tolerance: Type.Optional(Type.Number()),
  vocabulary,
  type_words: typeWords,
})
/** The longest range that is tracked has 108,000 frames. */
const mostFrames = 200_000
export const followAnswer = Type.Object({
  video_id: shortText,
  label: nullable(shortText),
  type_labels: typeLabels,
  keyframes: listOf(Type.Object({ frame_number: count, bounding_box: box, confidence: Type.Number() }), mostFrames, {
    minItems: 1,
  }),
  visibility: listOf(Type.Object({ start_frame: count, end_frame: count, visible: Type.Boolean() }), mostFrames),
  first_frame: count,
  last_frame: count,
  ended: shortText,
  confidence: ratio,
  tolerance: Type.Number(),
  model_used: shortText,
  processing_time: seconds,
})

const positive = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const fraction = Type.Object({ numerator: positive, denominator: positive })

export const examineRequest = Type.Object(file)
export const examineAnswer = Type.Object({
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  codec: Type.String({ minLength: 1, maxLength: 100 }),
  rotation: Type.Union([0, 90, 180, 270].map((angle) => Type.Literal(angle))),
  mirrored: Type.Optional(Type.Boolean()),
  width: positive,
  height: positive,
  duration: Type.Number({ minimum: 0 }),
  frame_count: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  frame_rate: fraction,
  time_base: fraction,
  first_tick: Type.Integer(),
  is_variable: Type.Boolean(),
  /**
   * Base64 of the times of all frames, as packed by frame-ticks.ts; null if they follow exactly from the frame rate.
   */
  ticks: nullable(Type.String({ maxLength: 64 * 1024 * 1024 })),
})

export const summarizeRequest = Type.Object({
  ...file,
  persona_id: text,
  frame_clock: Type.Optional(sentClock),
  persona_role: optional(text),
  information_need: optional(text),
  persona_types: Type.Optional(Type.Array(text)),
  type_words: typeWords,
  vocabulary,
  frame_sample_rate: Type.Number(),
  max_frames: count,
  enable_audio: Type.Boolean(),
  audio_language: optional(text),
  enable_speaker_diarization: Type.Boolean(),
  fusion_strategy: text,
  generation_overrides: Type.Optional(object),
  audio_overrides: Type.Optional(object),
})
const evidence = Type.Object({
  text: Type.String({ minLength: 1, maxLength: mostOfText }),
  source: nameText,
  confidence: optional(ratio),
  start: optional(Type.Number({ minimum: 0 })),
  end: optional(Type.Number({ minimum: 0 })),
  frames: listOf(
    Type.Object({
      frame_number: count,
      timestamp: Type.Number({ minimum: 0 }),
      boxes: listOf(Type.Object({ label: noteText, bounding_box: box, confidence: ratio }), 1000),
    }),
    1000,
  ),
})
/** Segments with times of many hours of speech. */
const transcript = Type.Record(Type.String(), Type.Unknown(), { maxJsonLength: 5_000_000 })
export const summarizeAnswer = Type.Object({
  video_id: shortText,
  summary: longText,
  visual_analysis: optional(longText),
  audio_transcript: optional(longText),
  key_frames: optional(listOf(document, 1000)),
  /** The evidence on which the sentences of the summary rest. */
  evidence: optional(listOf(evidence, 10_000)),
  type_labels: typeLabels,
  confidence: optional(ratio),
  transcript_json: optional(transcript),
  audio_language: optional(shortText),
  speaker_count: optional(count),
  audio_model_used: optional(shortText),
  visual_model_used: optional(shortText),
  fusion_strategy: optional(shortText),
  processing_time_audio: optional(seconds),
  processing_time_visual: optional(seconds),
  processing_time_fusion: optional(seconds),
  thinking: optional(Type.Union([longText, document, listOf(document, 1000)])),
})

export const thumbnailRequest = Type.Object({
  video_id: text,
  video_path: text,
  video_url: Type.Optional(text),
  frame_clock: Type.Optional(sentClock),
  timestamp: seconds,
  size: text,
  boxes: Type.Optional(Type.Boolean()),
})
export const thumbnailAnswer = Type.Object({ thumbnail_path: Type.String({ minLength: 1, maxLength: 4096 }) })

export const transcribeRequest = Type.Object({
  audio_path: text,
  audio_url: Type.Optional(text),
  language: Type.Optional(text),
})
const mostSegments = 200_000
export const transcribeAnswer = Type.Object({
  text: longText,
  segments: listOf(
    Type.Object({ start: seconds, end: seconds, text: longText, confidence: optional(Type.Number()) }),
    mostSegments,
  ),
  language: nullable(shortText),
  duration: nullable(seconds),
  processing_time: seconds,
  model_used: shortText,
})

export const diarizeRequest = Type.Object({
  audio_path: text,
  audio_url: Type.Optional(text),
  num_speakers: Type.Optional(count),
  min_speakers: Type.Optional(count),
  max_speakers: Type.Optional(count),
})
export const diarizeAnswer = Type.Object({
  segments: listOf(Type.Object({ speaker: shortText, start: seconds, end: seconds }), mostSegments),
  speakers: listOf(shortText, 10_000),
  processing_time: seconds,
  model_used: shortText,
})
