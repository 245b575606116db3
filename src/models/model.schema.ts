import { Type } from '@sinclair/typebox'
import { gloss, nullable, optional, ratio } from '../lib/schema.js'

/** Requests and answers of the model service (MS-01 to MS-16). Answers may carry more than is named here. */
const text = Type.String()
const seconds = Type.Number()
const count = Type.Integer({ minimum: 0 })
const object = Type.Record(Type.String(), Type.Unknown())

const box = Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() })

export const detectionRequest = Type.Object({
  video_id: text,
  query: text,
  video_path: Type.Optional(text),
  frame_numbers: Type.Array(count),
  confidence_threshold: ratio,
  enable_tracking: Type.Boolean(),
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
  processing_time: seconds,
})

export const summarizeRequest = Type.Object({
  video_id: text,
  persona_id: text,
  video_path: Type.Optional(text),
  persona_role: optional(text),
  information_need: optional(text),
  frame_sample_rate: Type.Number(),
  max_frames: count,
  enable_audio: Type.Boolean(),
  audio_language: optional(text),
  enable_speaker_diarization: Type.Boolean(),
  fusion_strategy: text,
  generation_overrides: Type.Optional(object),
  audio_overrides: Type.Optional(object),
})
export const summarizeAnswer = Type.Object({
  video_id: text,
  summary: text,
  visual_analysis: optional(text),
  audio_transcript: optional(text),
  key_frames: optional(Type.Array(object)),
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

export const thumbnailRequest = Type.Object({ video_id: text, video_path: text, timestamp: seconds, size: text })
export const thumbnailAnswer = Type.Object({ thumbnail_path: Type.String({ minLength: 1 }) })

export const transcribeRequest = Type.Object({ audio_path: text, language: Type.Optional(text) })
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
/** An object by task, or the list that other model services answer (M-03). */
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
