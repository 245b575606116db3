import { Type } from '@sinclair/typebox'
import { gloss, optional, ratio } from '../lib/schema.js'

/**
 * Requests and answers of the model service about texts and its models (MS-01 to MS-16). Answers may carry more than
 * is named here.
 */
const text = Type.String()
const seconds = Type.Number()
const count = Type.Integer({ minimum: 0 })
const object = Type.Record(Type.String(), Type.Unknown())

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
