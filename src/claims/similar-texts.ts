import { tellsApart, wordsOf, type WrittenWord } from '@parallax/shared/telling-words.js'

/** The fraction of common word pairs from which on two texts count as similar. */
export const leastAlikeInWords = 0.85

/**
 * Returns whether two claims are equivalent: their texts are equal except for case, spacing and punctuation, or at
 * least 85 % of their pairs of neighbouring words are the same (Dice's coefficient) and no word in which they differ is
 * a number, a name (a capital inside the sentence) or a negation.
 */
export function isSimilar(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (textKey(one) === textKey(other)) return true
  if (dice(pairsOf(a), pairsOf(b)) < leastAlikeInWords) return false
  return ![...onlyIn(a, b), ...onlyIn(b, a)].some(tellsApart)
}

/** Returns the text without case, spacing and punctuation, as a key that is equal for texts with the same words. */
export const textKey = (text: string): string =>
  wordsOf(text)
    .map(({ lower }) => lower)
    .join(' ') || text.trim()

/**
 * Returns the pairs of neighbouring words, in lower case, with those at both ends. A pair that occurs again is
 * numbered, so that the common members of two lists are what Dice's coefficient counts.
 */
export function pairsOf(words: readonly WrittenWord[]): string[] {
  const lower = ['', ...words.map((word) => word.lower), '']
  const times = new Map<string, number>()
  return lower.slice(1).map((word, index) => {
    const pair = `${lower[index]} ${word}`
    const before = times.get(pair) ?? 0
    times.set(pair, before + 1)
    return before ? `${pair} ${before}` : pair
  })
}

function dice(a: readonly string[], b: readonly string[]): number {
  const left = new Set(a)
  return (2 * b.filter((pair) => left.has(pair)).length) / (a.length + b.length)
}

/** Returns the words that the other text lacks. */
function onlyIn(words: readonly WrittenWord[], others: readonly WrittenWord[]): WrittenWord[] {
  const otherWords = new Set(others.map(({ lower }) => lower))
  return words.filter(({ lower }) => !otherWords.has(lower))
}
