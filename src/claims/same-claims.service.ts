import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { readableInSummary } from '../access/rules.js'
import type { Context } from '../context.js'
import { all, is } from '../database/rows/conditions.js'
import { isUuid } from '../lib/uuid.js'
import { equalTexts } from '../models/model-sentences.js'
import { allClaims, selectClaimPage } from './claim.sql.js'

/** The most claims of each summary that are compared; the oldest ones are taken. */
const mostCompared = 250

/**
 * Returns pairs of claim ids, one of each summary, whose claims say the same thing in other words, as far as the actor
 * may read them. Returns none if no model can compare them.
 */
export async function sameClaims(ctx: Context, summaryId: string, otherSummaryId: string): Promise<[string, string][]> {
  requireActor(ctx)
  if (!isUuid(summaryId) || !isUuid(otherSummaryId)) return []
  const readable = readableInSummary(await abilitiesOf(ctx))
  const page = { limit: mostCompared - 1, backward: false, after: null, before: null }
  const claimsOf = (id: string) => selectClaimPage(ctx.db, all(is('c.summary_id', id), readable), page, () => allClaims)
  const first = await claimsOf(summaryId)
  const second = await claimsOf(otherSummaryId)
  if (!first.length || !second.length) return []
  const texts = [...first, ...second].map(({ text }) => text)
  const options = { signal: ctx.clientGone(), waits: ctx.actor?.userId ?? null }
  const pairs = await equalTexts(ctx, texts, options)
  return pairs
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b) - first.length] as const)
    .flatMap(([a, b]) => {
      const [one, other] = [first[a], second[b]]
      return one && other && one.id !== other.id ? [[one.id, other.id] as [string, string]] : []
    })
}
