import { callWithKey } from '../accounts/provider-call.js'
import type { Context } from '../context.js'
import type { ModelAnswer, ModelRequest } from './model-route.js'

/** A claim in the answer of the model service, with its subclaims. */
export interface ExtractedClaim {
  text: string
  sentence_index?: number | null
  char_start?: number | null
  char_end?: number | null
  subclaims?: ExtractedClaim[] | null
  confidence: number
  claim_type?: string | null
}

export type SynthesisAnswer = ModelAnswer<'synthesizeSummary'>

/** Lets the model service extract claims from the text of a summary (MS-07). */
export async function extractClaims(ctx: Context, body: ModelRequest<'extractClaims'>, signal: AbortSignal) {
  const answer = await callWithKey(
    ctx,
    'claim_extraction',
    (headers) => ctx.modelService.ask('extractClaims', body, { signal, headers }),
    body.model,
  )
  return {
    claims: answer.claims as ExtractedClaim[],
    modelUsed: answer.model_used,
    processingTime: answer.processing_time,
  }
}

/** Lets the model service write a summary from claims and their relations (MS-08). */
export async function synthesizeSummary(
  ctx: Context,
  body: ModelRequest<'synthesizeSummary'>,
  signal: AbortSignal,
): Promise<SynthesisAnswer> {
  return callWithKey(ctx, 'claim_synthesis', (headers) =>
    ctx.modelService.ask('synthesizeSummary', body, { signal, headers }),
  )
}
