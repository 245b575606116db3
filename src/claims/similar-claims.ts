/** The fraction of common word pairs from which on two texts count as similar. */
const similarity = 0.85
const negations = new Set(['not', 'no', 'never', 'none', 'nobody', 'nothing', 'neither', 'nor', 'without', 'cannot'])

/**
 * Returns whether two claims say the same: their texts are equal except for case, spacing and punctuation, or at least
 * 85 % of their pairs of neighbouring words are the same (Dice's coefficient) and no word in which they differ is a
 * number, a name (a capital inside the sentence) or a negation.
 */
export function isSimilar(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (textKey(one) === textKey(other)) return true
  if (dice(pairsOf(a), pairsOf(b)) < similarity) return false
  return ![...onlyIn(a, b), ...onlyIn(b, a)].some(tellsApart)
}

/** The text without case, spacing and punctuation: equal for texts that say the same in the same words. */
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

/** Returns the words that the other text lacks, and whether each is the first of its text. */
function onlyIn(words: readonly string[], others: readonly string[]): { word: string; isFirst: boolean }[] {
  const known = new Set(others.map((word) => word.toLowerCase()))
  return words
    .map((word, index) => ({ word, isFirst: index === 0 }))
    .filter(({ word }) => !known.has(word.toLowerCase()))
}

function tellsApart({ word, isFirst }: { word: string; isFirst: boolean }): boolean {
  const isName = !isFirst && word[0] !== word[0]?.toLowerCase()
  return isName || /\p{N}/u.test(word) || negations.has(word.toLowerCase()) || /n['’]t$/i.test(word)
}
