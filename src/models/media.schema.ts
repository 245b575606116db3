import { Type } from '@sinclair/typebox'
import { nullable, optional, ratio } from '../lib/schema.js'
import { sentClock } from '../lib/sent-clock.js'

/**
 * Requests and answers of the model service about videos and sound (MS-01 to MS-16). Answers may carry more than is
 * named here.
 */
const text = Type.String()
const seconds = Type.Number()
const count = Type.Integer({ minimum: 0 })
const object = Type.Record(Type.String(), Type.Unknown())

const box = Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() })

/** For each word the detector's classes that it means, which take precedence over what the model service knows. */
const vocabulary = Type.Optional(Type.Record(text, Type.Array(text)))

/** Words (names and synonyms of a persona's types) of which the answer is to tell the classes. */
const typeWords = Type.Optional(Type.Array(text))
/** The classes that a word stands for, for those of `type_words` that stand for a label of the answer. */
const typeLabels = optional(Type.Array(Type.Object({ word: text, labels: Type.Array(text) })))

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
  id: text,
  query: text,
  frames: Type.Array(
    Type.Object({
      frame_number: count,
      timestamp: seconds,
      detections: Type.Array(
        Type.Object({ label: text, bounding_box: box, confidence: Type.Number(), track_id: optional(text) }),
      ),
    }),
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
export const followAnswer = Type.Object({
  video_id: text,
  label: nullable(text),
  type_labels: typeLabels,
  keyframes: Type.Array(Type.Object({ frame_number: count, bounding_box: box, confidence: Type.Number() }), {
    minItems: 1,
  }),
  visibility: Type.Array(Type.Object({ start_frame: count, end_frame: count, visible: Type.Boolean() })),
  first_frame: count,
  last_frame: count,
  ended: text,
  confidence: ratio,
  tolerance: Type.Number(),
  model_used: text,
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
   * Base64 of the times of all frames, as lib/frame-ticks.ts packs them; null where the frame rate gives them to the
   * tick.
   */
  ticks: nullable(text),
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
  text: Type.String({ minLength: 1 }),
  source: Type.String({ minLength: 1 }),
  confidence: optional(ratio),
  start: optional(Type.Number({ minimum: 0 })),
  end: optional(Type.Number({ minimum: 0 })),
  frames: Type.Array(
    Type.Object({
      frame_number: count,
      timestamp: Type.Number({ minimum: 0 }),
      boxes: Type.Array(Type.Object({ label: text, bounding_box: box, confidence: ratio })),
    }),
  ),
})
export const summarizeAnswer = Type.Object({
  video_id: text,
  summary: text,
  visual_analysis: optional(text),
  audio_transcript: optional(text),
  key_frames: optional(Type.Array(object)),
  /** The evidence on which the sentences of the summary rest. */
  evidence: optional(Type.Array(evidence)),
  type_labels: typeLabels,
  confidence: optional(ratio),
  transcript_json: optional(object),
  audio_language: optional(text),
  speaker_count: optional(count),
  audio_model_used: optional(text),
  visual_model_used: optional(text),
  fusion_strategy: optional(text),
  processing_time_audio: optional(seconds),
  processing_time_visual: optional(seconds),
  processing_time_fusion: optional(seconds),
  thinking: optional(Type.Unknown()),
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
export const thumbnailAnswer = Type.Object({ thumbnail_path: Type.String({ minLength: 1 }) })

export const transcribeRequest = Type.Object({
  audio_path: text,
  audio_url: Type.Optional(text),
  language: Type.Optional(text),
})
export const transcribeAnswer = Type.Object({
  text,
  segments: Type.Array(Type.Object({ start: seconds, end: seconds, text, confidence: optional(Type.Number()) })),
  language: nullable(text),
  duration: nullable(seconds),
  processing_time: seconds,
  model_used: text,
})

export const diarizeRequest = Type.Object({
  audio_path: text,
  audio_url: Type.Optional(text),
  num_speakers: Type.Optional(count),
  min_speakers: Type.Optional(count),
  max_speakers: Type.Optional(count),
})
export const diarizeAnswer = Type.Object({
  segments: Type.Array(Type.Object({ speaker: text, start: seconds, end: seconds })),
  speakers: Type.Array(text),
  processing_time: seconds,
  model_used: text,
})
