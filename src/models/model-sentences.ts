import type { Context } from '../context.js'
import { AppError } from '../lib/errors.js'

/**
 * Returns the similarity in meaning of each text to the query, from -1 to 1, in the order of `texts`. Throws
 * MODEL_SERVICE_UNREACHABLE (503) without a model service and MODEL_SERVICE_ERROR if it cannot compare sentences; both
 * messages explain that the semantic order needs this.
 */
export async function rankTexts(ctx: Context, query: string, texts: readonly string[]): Promise<number[]> {
  const answer = await ctx.modelService
    .ask('rankTexts', { query, texts: [...texts] }, { waits: ctx.budget.person })
    .catch((error: unknown) => {
      throw semanticFault(error)
    })
  if (answer.scores.length !== texts.length)
    throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The model service ranked other texts')
  return answer.scores
}

function semanticFault(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code === 'RATE_LIMITED') return error
  const isOfService = error.code.startsWith('MODEL_SERVICE_')
  const why = error.code === 'NOT_FOUND' ? 'it cannot compare sentences' : error.message
  const extra = error.code === 'MODEL_SERVICE_UNREACHABLE' ? { ...error.extra, status: 503 } : error.extra
  return new AppError(
    isOfService ? error.code : 'MODEL_SERVICE_ERROR',
    `The semantic order needs a model service that can compare sentences: ${why}`,
    { ...(extra && { extra }), cause: error },
  )
}

/**
 * Returns pairs of texts, by their indexes, that have the same meaning in other words. Empty if the model service
 * cannot compare them; the caller then compares only the words.
 */
export async function equalTexts(
  ctx: Context,
  texts: readonly string[],
  options: { signal: AbortSignal; waits?: string },
): Promise<readonly (readonly [number, number])[]> {
  if (texts.length < 2) return []
  try {
    const { pairs } = await ctx.modelService.ask('equalTexts', { texts: [...texts] }, options)
    return pairs.filter(([a, b]) => a < texts.length && b < texts.length)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return []
  }
}

/** Texts of one side of a comparison, and the group of each one: its closest texts are listed for each group apart. */
export interface TextSide {
  texts: string[]
  groups: number[]
}

/** Pairs of texts that are close in meaning, by their indexes, as a model judges. */
export interface AlikeTexts {
  model: string
  /** The least similarity that counts as close. */
  threshold: number
  pairs: readonly (readonly [first: number, second: number, similarity: number])[]
}

/**
 * Returns the pairs of a text of each side that are close in meaning; null if the model service cannot compare them,
 * and the caller then compares the words. Throws RATE_LIMITED if too many calls wait, and the reason of the signal.
 */
export async function alikeTexts(
  ctx: Context,
  first: TextSide,
  second: TextSide,
  options: { signal: AbortSignal; waits?: string },
): Promise<AlikeTexts | null> {
  try {
    const answer = await ctx.modelService.ask('alikeTexts', { first, second }, options)
    const { pairs, threshold, model_used: model } = answer
    return { model, threshold, pairs: pairs.filter(([a, b]) => a < first.texts.length && b < second.texts.length) }
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof AppError) || error.code === 'RATE_LIMITED') throw error
    return null
  }
}
