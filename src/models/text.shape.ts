import { Type } from '@sinclair/typebox'
import { glossItem, longText, mostOfNote, mostOfText, noteText, optional, ratio, shortText } from '../lib/schema.js'
import { document, listOf } from './bounds.shape.js'

/**
 * Requests and answers of the model service about texts (MS-01 to MS-16). Answers may have members that are not named
 * here.
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
  id: shortText,
  persona_id: shortText,
  target_category: shortText,
  suggestions: listOf(
    Type.Object({
      name: shortText,
      description: noteText,
      parent: optional(shortText),
      confidence: Type.Number(),
      examples: Type.Optional(listOf(noteText, 1000)),
    }),
    1000,
  ),
  model_used: optional(shortText),
  reasoning: optional(longText),
})

export const extractionRequest = Type.Object({
  summary_id: text,
  summary_text: text,
  sentences: Type.Optional(Type.Array(text)),
  annotations: Type.Optional(Type.Array(Type.Object({ name: text, type: optional(text) }))),
  /** Name or model id of an option of the task; by default the selected one. */
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
    text: Type.String({ format: 'not-blank', maxLength: mostOfNote }),
    sentence_index: offset,
    char_start: offset,
    char_end: offset,
    subclaims: Type.Optional(Type.Union([listOf(self, 1000), Type.Null()])),
    confidence: ratio,
    claim_type: optional(shortText),
  }),
)
export const extractionAnswer = Type.Object({
  claims: listOf(extractedClaim, 1000),
  model_used: shortText,
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
  summary_gloss: listOf({ ...glossItem, maxJsonLength: mostOfText } as typeof glossItem, 100_000),
  model_used: shortText,
  processing_time: seconds,
  claims_used: count,
  synthesis_metadata: optional(document),
})

const texts = Type.Array(text)
export const rankRequest = Type.Object({ query: text, texts })
export const rankAnswer = Type.Object({ scores: listOf(Type.Number({ minimum: -1.001, maximum: 1.001 }), 10_000) })
export const equalRequest = Type.Object({ texts })
export const equalAnswer = Type.Object({ pairs: listOf(Type.Tuple([count, count]), 1_000_000) })
const side = Type.Object({ texts, groups: Type.Optional(Type.Array(count)) })
export const alikeRequest = Type.Object({ first: side, second: side })
const similarity = Type.Number({ minimum: -1.001, maximum: 1.001 })
export const alikeAnswer = Type.Object({
  pairs: listOf(Type.Tuple([count, count, similarity]), 10_000_000),
  threshold: similarity,
  model_used: shortText,
})
