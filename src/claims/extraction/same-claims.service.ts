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

/** The fraction of common word pairs from which on two texts count as similar. */
const similarity = 0.85
const negations = new Set(['not', 'no', 'never', 'none', 'nobody', 'nothing', 'neither', 'nor', 'without', 'cannot'])

/**
 * Returns whether two claims are equivalent: their texts are equal except for case, spacing and punctuation, or at
 * least 85 % of their pairs of neighbouring words are the same (Dice's coefficient) and no word in which they differ is
 * a number, a name (a capital inside the sentence) or a negation.
 */
export function isSimilar(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (textKey(one) === textKey(other)) return true
  if (dice(pairsOf(a), pairsOf(b)) < similarity) return false
  return ![...onlyIn(a, b), ...onlyIn(b, a)].some(tellsApart)
}

/** Returns the text without case, spacing and punctuation, as a key that is equal for texts with the same words. */
export const textKey = (text: string): string => wordsOf(text).join(' ').toLowerCase() || text.trim()

const wordsOf = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []

function pairsOf(words: readonly string[]): string[] {
  const lower = ['', ...words.map((word) => word.toLowerCase()), '']
  return lower.slice(1).map((word, index) => `${lower[index]} ${word}`)
}

function dice(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of b) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    left.set(pair, count - 1)
    common += 1
  }
  return (2 * common) / (a.length + b.length)
}

/** Returns the words that the other text lacks, each with a flag for the first word of its text. */
function onlyIn(words: readonly string[], others: readonly string[]): { word: string; isFirst: boolean }[] {
  const otherWords = new Set(others.map((word) => word.toLowerCase()))
  return words
    .map((word, index) => ({ word, isFirst: index === 0 }))
    .filter(({ word }) => !otherWords.has(word.toLowerCase()))
}

function tellsApart({ word, isFirst }: { word: string; isFirst: boolean }): boolean {
  const isName = !isFirst && word[0] !== word[0]?.toLowerCase()
  return isName || /\p{N}/u.test(word) || negations.has(word.toLowerCase()) || /n['’]t$/i.test(word)
}
