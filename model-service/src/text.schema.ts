import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

const id = Type.String({ minLength: 1, maxLength: 1000 })
const share = Type.Number({ minimum: 0, maximum: 1 })
const optionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]))

export const extractClaimsRequest = Type.Object({
  summary_id: id,
  /** Empty if claims are to be extracted from the annotations and types alone. */
  summary_text: Type.String(),
  /** Name or model id of an option of the task; the selected one if absent. */
  model: Type.Optional(Type.String({ minLength: 1 })),
  sentences: Type.Optional(Type.Array(Type.String())),
  annotations: Type.Optional(Type.Array(Type.Object({ name: Type.String(), type: optionalText }))),
  ontology_types: Type.Optional(Type.Array(Type.String())),
  ontology_glosses: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** The whole documents of the types, with their kinds: entity, event, role or relation. */
  ontology_definitions: Type.Optional(
    Type.Array(Type.Object({ category: Type.String(), definition: Type.Record(Type.String(), Type.Unknown()) })),
  ),
  extraction_strategy: Type.Union(
    [Type.Literal('sentence-based'), Type.Literal('semantic-units'), Type.Literal('hierarchical')],
    { default: 'sentence-based' },
  ),
  max_claims: Type.Integer({ default: 50, minimum: 1, maximum: 200 }),
  min_confidence: Type.Number({ default: 0.5, minimum: 0, maximum: 1 }),
})

export const augmentRequest = Type.Object({
  persona_id: id,
  domain: Type.String({ minLength: 1 }),
  existing_types: Type.Array(Type.String(), { default: [] }),
  target_category: Type.Union([
    Type.Literal('entity'),
    Type.Literal('event'),
    Type.Literal('role'),
    Type.Literal('relation'),
  ]),
  max_suggestions: Type.Integer({ default: 10, minimum: 1, maximum: 50 }),
})

/**
 * A claim of a source. Its subclaims have the same form; they are validated level by level, so that a tree of any depth
 * can be validated.
 */
export const sourceClaim = Type.Object({
  id: optionalText,
  text: Type.String(),
  confidence: Type.Optional(Type.Union([share, Type.Null()])),
  char_start: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  timestamp: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  subclaims: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
})

export const synthesizeRequest = Type.Object({
  summary_id: id,
  claim_sources: Type.Array(
    Type.Object({
      source_id: Type.String(),
      source_type: Type.String(),
      claims: Type.Array(Type.Unknown()),
      metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
    }),
    { minItems: 1 },
  ),
  claim_relations: Type.Optional(
    Type.Array(
      Type.Object({
        source_claim_id: Type.String(),
        target_claim_id: Type.String(),
        relation_type: Type.String(),
        confidence: Type.Optional(Type.Union([share, Type.Null()])),
        notes: optionalText,
      }),
    ),
  ),
  ontology_context: Type.Optional(Type.Object({ types: Type.Optional(Type.Array(Type.Unknown())) })),
  persona_context: Type.Optional(Type.Object({ role: optionalText, information_need: optionalText })),
  synthesis_strategy: Type.Union(
    [
      Type.Literal('hierarchical'),
      Type.Literal('chronological'),
      Type.Literal('narrative'),
      Type.Literal('analytical'),
    ],
    { default: 'hierarchical' },
  ),
  max_length: Type.Integer({ default: 500, minimum: 100, maximum: 2000 }),
  include_conflicts: Type.Boolean({ default: true }),
  include_citations: Type.Boolean({ default: false }),
})

const texts = Type.Array(Type.String({ maxLength: 100_000 }), { minItems: 1, maxItems: 500 })
export const rankRequest = Type.Object({ query: Type.String({ minLength: 1, maxLength: 1000 }), texts })
export const equalRequest = Type.Object({ texts })
/** One side of a comparison; texts of different groups are listed apart. */
const side = Type.Object({
  texts: Type.Array(Type.String({ maxLength: 100_000 }), { minItems: 1, maxItems: 100_000 }),
  groups: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
})
export const alikeRequest = Type.Object({ first: side, second: side })

export type RankRequest = Static<typeof rankRequest>
export type EqualRequest = Static<typeof equalRequest>
export type AlikeRequest = Static<typeof alikeRequest>
export type ExtractClaimsRequest = Static<typeof extractClaimsRequest>
export type AugmentRequest = Static<typeof augmentRequest>
export type SynthesizeRequest = Static<typeof synthesizeRequest>
export type SourceClaim = Static<typeof sourceClaim>
