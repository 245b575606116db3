import { Type, type Static } from '@sinclair/typebox'
import type { Context } from '../context.js'
import { gloss, nullable, optional } from '../lib/schema.js'
import { checkAnswer } from './model-answer.js'
import { providerHeaders } from './provider-headers.js'

export interface ExtractedClaim {
  text: string
  sentence_index?: number | null
  char_start?: number | null
  char_end?: number | null
  subclaims?: ExtractedClaim[] | null
  confidence: number
  claim_type?: string | null
}

const offset = optional(Type.Integer({ minimum: 0 }))
const claim = Type.Recursive((self) =>
  Type.Object({
    text: Type.String({ minLength: 1, format: 'not-blank' }),
    sentence_index: offset,
    char_start: offset,
    char_end: offset,
    subclaims: Type.Optional(Type.Union([Type.Array(self), Type.Null()])),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    claim_type: optional(Type.String()),
  }),
)

const extractionAnswer = Type.Object({
  summary_id: Type.Optional(Type.String()),
  claims: Type.Array(claim),
  model_used: Type.String(),
  processing_time: Type.Number(),
})

const synthesisAnswer = Type.Object({
  summary_id: Type.Optional(Type.String()),
  summary_gloss: gloss,
  model_used: Type.String(),
  processing_time: Type.Number(),
  claims_used: Type.Integer(),
  synthesis_metadata: Type.Optional(nullable(Type.Object({}, { additionalProperties: true }))),
})
export type SynthesisAnswer = Static<typeof synthesisAnswer>

/** MS-07. */
export async function extractClaims(ctx: Context, body: object, signal: AbortSignal) {
  const timeoutMs = ctx.config.modelService.timeoutsMs.extractClaims
  const answer = await ctx.modelService.call<unknown>('POST', '/api/extract-claims', { body, timeoutMs, signal, headers: await providerHeaders(ctx) })
  const checked = checkAnswer(extractionAnswer, answer)
  return { claims: checked.claims as ExtractedClaim[], modelUsed: checked.model_used, processingTime: checked.processing_time }
}

/** MS-08. */
export async function synthesizeSummary(ctx: Context, body: object, signal: AbortSignal): Promise<SynthesisAnswer> {
  const timeoutMs = ctx.config.modelService.timeoutsMs.synthesize
  const answer = await ctx.modelService.call<unknown>('POST', '/api/synthesize-summary', { body, timeoutMs, signal, headers: await providerHeaders(ctx) })
  return checkAnswer(synthesisAnswer, answer)
}
