import { leastAlikeInWords, pairsOf, textKey } from '../../claims/similar-texts.js'
import { wordsOf } from '@parallax/shared/telling-words.js'
import { groupBy } from '../../lib/group-by.js'
import type { TextFacts } from './claim-verdict.js'

/** A claim, as far as comparisons need it. */
export interface ComparedClaim {
  id: string
  personaId: string
  summaryId: string
  /** Its text, with the names of things in place of references. */
  text: string
  confidence: number | null
  version: number
  /** Its rank among all claims of the comparison, by when they were made, then by id. */
  age: number
  evidence: EvidenceSpans | null
}

/** Where in the video the evidence of a claim is. */
export interface EvidenceSpans {
  /** In seconds. */
  times: readonly [start: number, end: number][]
  frames: ReadonlySet<number>
}

/** The claims of a persona that have the same words. */
export interface Statement {
  key: string
  text: string
  facts: TextFacts
  /** Oldest first. */
  claims: readonly ComparedClaim[]
  /** That of all its claims together; null if none cites any. */
  evidence: EvidenceSpans | null
}

/** Two statements that are close in meaning, by their indexes, and their similarity. */
export interface Candidate {
  first: number
  second: number
  similarity: number
}

/** Returns the statements of a persona, in the order of their oldest claims. `factsOf` has the facts of each key. */
export function statementsOf(claims: readonly ComparedClaim[], factsOf: (key: string) => TextFacts): Statement[] {
  return [...groupBy(claims, ({ text }) => textKey(text))].map(([key, same]) => {
    const cited = same.flatMap(({ evidence }) => evidence ?? [])
    const evidence = cited.length
      ? { times: cited.flatMap(({ times }) => times), frames: new Set(cited.flatMap(({ frames }) => [...frames])) }
      : null
    return { key, text: same[0]!.text, facts: factsOf(key), claims: same, evidence }
  })
}

/**
 * Returns the pairs of statements of which at least 85 % of the pairs of neighbouring words are the same (Dice's
 * coefficient), as `isSimilar` compares claims. The pairs of words of the second side are indexed, so that only
 * statements with common ones are compared.
 */
export function alikeInWords(first: readonly Statement[], second: readonly Statement[]): Candidate[] {
  const index = new Map<string, number[]>()
  const lengths = second.map(({ text }, at) => {
    const pairs = pairsOf(wordsOf(text))
    for (const pair of pairs) {
      const list = index.get(pair)
      if (list) list.push(at)
      else index.set(pair, [at])
    }
    return pairs.length
  })
  const common = new Uint32Array(second.length)
  return first.flatMap(({ text }, at) => {
    const pairs = pairsOf(wordsOf(text))
    const touched: number[] = []
    for (const pair of pairs) for (const other of index.get(pair) ?? []) if (common[other]!++ === 0) touched.push(other)
    return touched.flatMap((other) => {
      const similarity = (2 * common[other]!) / (pairs.length + lengths[other]!)
      common[other] = 0
      return similarity < leastAlikeInWords ? [] : [{ first: at, second: other, similarity: rounded(similarity) }]
    })
  })
}

const rounded = (similarity: number) => Math.round(similarity * 1000) / 1000

/** Returns whether two pieces of evidence have a common frame, or moments that overlap. */
export function overlaps(a: EvidenceSpans | null, b: EvidenceSpans | null): boolean {
  if (!a || !b) return false
  for (const frame of a.frames) if (b.frames.has(frame)) return true
  return a.times.some(([start, end]) => b.times.some(([from, to]) => start <= to && from <= end))
}
