import { abilitiesOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { readableInSummary } from '../../access/rules.js'
import type { Context } from '../../context.js'
import { all, is } from '../../database/rows/conditions.js'
import { isUuid } from '../../lib/uuid.js'
import { equalTexts } from '../../models/model-sentences.js'
import type { ExtractedClaim } from '../../models/model-claims.js'
import { selectClaims } from '../claim-read.sql.js'

/** The maximum number of claims of each summary that are compared; the oldest ones are used. */
const mostOfSummary = 250

/**
 * Returns pairs of claim ids, one of each summary, whose claims have the same meaning in other words, as far as the
 * actor may read them. Returns an empty list if no model can compare them.
 */
export async function sameClaims(ctx: Context, summaryId: string, otherSummaryId: string): Promise<[string, string][]> {
  requireActor(ctx)
  if (!isUuid(summaryId) || !isUuid(otherSummaryId)) return []
  const readable = readableInSummary(await abilitiesOf(ctx))
  const claimsOf = (id: string) => selectClaims(ctx.db, all(is('c.summary_id', id), readable), mostOfSummary)
  const first = await claimsOf(summaryId)
  const second = await claimsOf(otherSummaryId)
  if (!first.length || !second.length) return []
  const texts = [...first, ...second].map(({ text }) => text)
  const options = { signal: ctx.clientGone(), waits: ctx.budget.person }
  const pairs = await equalTexts(ctx, texts, options)
  return pairs
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b) - first.length] as const)
    .flatMap(([a, b]) => {
      const [one, other] = [first[a], second[b]]
      return one && other && one.id !== other.id ? [[one.id, other.id] as [string, string]] : []
    })
}

/** The maximum number of claims whose meaning is compared; further claims are compared only by their words. */
const mostExtracted = 200

/**
 * Asks the model service which claims, at any level, have the same meaning. Returns a function that compares two texts.
 */
export async function sameMeaning(ctx: Context, claims: readonly ExtractedClaim[], signal: AbortSignal) {
  const texts = new Set<string>()
  const open = [...claims]
  for (let next = open.shift(); next && texts.size < mostExtracted; next = open.shift()) {
    texts.add(next.text)
    open.push(...(next.subclaims ?? []))
  }
  const list = [...texts]
  const pairs = await equalTexts(ctx, list, { signal })
  const keys = new Set(pairs.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  const numbers = new Map(list.map((text, at) => [text, at]))
  return (one: string, other: string) => keys.has(`${numbers.get(one)} ${numbers.get(other)}`)
}
