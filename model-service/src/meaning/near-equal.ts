import { tellsApart, wordsOf, type WrittenWord } from '@parallax/shared/telling-words.js'
import { sensesOf } from '../objects/wordnet.js'

/** Texts whose cosine similarity is below this are different, whatever their words. */
export const leastAlike = 0.75

/** Stop words: they carry no content and may differ. */
const empty = new Set(
  (
    'a an the this that these those some any of to in on at by for from with as is are was were be been being am do does ' +
    'did has have had having will would shall and also then there here it its they them their he she his her we us our who ' +
    'which seen visible shown'
  ).split(' '),
)

/**
 * Returns whether two texts may have the same meaning: their content words are the same in the same order, except for
 * inflection and for nouns that share one of their two most frequent senses in WordNet; numbers, names and negations
 * must not differ. Vectors alone cannot decide this: they put "walks to the left" and "walks to the right" closer
 * together (0.94) than two ways of expressing either.
 */
export function mayBeEqual(a: readonly WrittenWord[], b: readonly WrittenWord[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((word, at) => isSameWord(word, b[at]!))
}

/** Returns the content words, in their order. */
export const contentOf = (text: string): WrittenWord[] =>
  wordsOf(text).filter((word) => word.isName || !empty.has(word.lower))

function isSameWord(a: WrittenWord, b: WrittenWord): boolean {
  if (a.lower === b.lower) return true
  if (tellsApart(a) || tellsApart(b)) return false
  const [stem, other] = [stemOf(a.lower), stemOf(b.lower)]
  if (stem === other) return true
  const senses = new Set(nounSenses(a.lower).slice(0, 2))
  return nounSenses(b.lower)
    .slice(0, 2)
    .some((sense) => senses.has(sense))
}

const nounSenses = (word: string): number[] => {
  const senses = sensesOf(word)
  return senses.length || !word.endsWith('s') ? senses : sensesOf(word.slice(0, -1))
}

/** Returns a rough stem without plural and verb endings, good enough to treat walks, walked and walking as one word. */
function stemOf(word: string): string {
  const stem = irregular[word]
  if (stem) return stem
  const bare = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')
  if (bare.length < 3) return word
  // Undouble the consonant, so that "stopped" matches "stop".
  return bare.replace(/([bdgklmnprt])\1$/, '$1').replace(/e$/, '')
}

const irregular: Record<string, string> = {
  people: 'person',
  persons: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
}
