import { Type } from '@sinclair/typebox'
import { gloss, nullable, optional, ratio } from '../lib/schema.js'
import { sentClock } from '../lib/sent-clock.js'

/** Requests and answers of the model service (MS-01 to MS-16). Answers may carry more than is named here. */
const text = Type.String()
const seconds = Type.Number()
const count = Type.Integer({ minimum: 0 })
const object = Type.Record(Type.String(), Type.Unknown())

const box = Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() })

/** For each word the detector's classes that it means, which take precedence over what the model service knows. */
const vocabulary = Type.Optional(Type.Record(text, Type.Array(text)))

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
})
export const followAnswer = Type.Object({
  video_id: text,
  label: nullable(text),
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

export const augmentRequest = Type.Object({
  persona_id: text,
  domain: text,
  existing_types: Type.Array(text),
  target_category: text,
  max_suggestions: count,
})
export const augmentAnswer = Type.Object({
  id: text,
  persona_id: text,
  target_category: text,
  suggestions: Type.Array(
    Type.Object({
      name: text,
      description: text,
      parent: optional(text),
      confidence: Type.Number(),
      examples: Type.Optional(Type.Array(text)),
    }),
  ),
  model_used: optional(text),
  reasoning: optional(text),
})

export const extractionRequest = Type.Object({
  summary_id: text,
  summary_text: text,
  sentences: Type.Optional(Type.Array(text)),
  annotations: Type.Optional(Type.Array(Type.Object({ name: text, type: optional(text) }))),
  /** Name or model id of an option of the task; the selected one when absent. */
  model: Type.Optional(text),
  ontology_types: Type.Optional(Type.Array(text)),
  ontology_glosses: Type.Optional(Type.Record(text, text)),
  ontology_definitions: Type.Optional(Type.Array(Type.Object({ category: text, definition: object }))),
  extraction_strategy: text,
  max_claims: count,
  min_confidence: ratio,
})
const offset = optional(count)
const extractedClaim = Type.Recursive((self) =>
  Type.Object({
    text: Type.String({ format: 'not-blank' }),
    sentence_index: offset,
    char_start: offset,
    char_end: offset,
    subclaims: Type.Optional(Type.Union([Type.Array(self), Type.Null()])),
    confidence: ratio,
    claim_type: optional(text),
  }),
)
export const extractionAnswer = Type.Object({
  claims: Type.Array(extractedClaim),
  model_used: text,
  processing_time: seconds,
})

export const synthesisRequest = Type.Object({
  summary_id: text,
  claim_sources: Type.Array(
    Type.Object({ source_id: text, source_type: text, claims: Type.Array(Type.Unknown()), metadata: optional(object) }),
  ),
  claim_relations: Type.Optional(Type.Array(object)),
  ontology_context: Type.Optional(object),
  persona_context: Type.Optional(object),
  synthesis_strategy: text,
  max_length: count,
  include_conflicts: Type.Boolean(),
  include_citations: Type.Boolean(),
})
export const synthesisAnswer = Type.Object({
  summary_gloss: gloss,
  model_used: text,
  processing_time: seconds,
  claims_used: count,
  synthesis_metadata: optional(object),
})

const texts = Type.Array(text)
export const rankRequest = Type.Object({ query: text, texts })
export const rankAnswer = Type.Object({ scores: Type.Array(Type.Number({ minimum: -1.001, maximum: 1.001 })) })
export const equalRequest = Type.Object({ texts })
export const equalAnswer = Type.Object({ pairs: Type.Array(Type.Tuple([count, count])) })

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

const modelOption = Type.Object({ model_id: text, framework: optional(text) })
export const configAnswer = Type.Object({
  models: Type.Record(text, Type.Object({ selected: optional(text), options: Type.Record(text, modelOption) })),
  inference: object,
  cuda_available: Type.Boolean(),
  total_vram_gb: Type.Number(),
})
/** `loaded_models` is an object keyed by task or, from other model services, a list (M-03). */
export const statusAnswer = Type.Object({
  loaded_models: Type.Union([Type.Array(object), Type.Record(text, object)]),
  total_vram_allocated_gb: Type.Number(),
  total_vram_available_gb: Type.Number(),
  cuda_available: Type.Boolean(),
  device: optional(text),
})
export const selectAnswer = Type.Object({
  status: text,
  task_type: text,
  selected_model: text,
  model_id: text,
  message: text,
})
export const validateAnswer = Type.Object({
  valid: Type.Boolean(),
  total_vram_gb: Type.Number(),
  total_required_gb: Type.Number(),
  threshold: Type.Number(),
  max_allowed_gb: Type.Number(),
  model_requirements: Type.Record(text, Type.Object({ model_name: optional(text), vram_gb: Type.Number() })),
  warnings: optional(Type.Array(text)),
})
export const settingsAnswer = object
export const healthAnswer = Type.Object({ status: text })
