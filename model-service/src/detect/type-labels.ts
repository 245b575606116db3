import { setImmediate } from 'node:timers/promises'
import { classesOf, type WrittenVocabulary } from '../objects/vocabulary.js'
import { termsIn } from './terms.js'

export interface TypeLabels {
  word: string
  /** All classes of the detector that the word maps to. */
  labels: string[]
}

/** How many words are looked up before other requests run. */
const wordsAtATime = 50

/** Returns the classes of each word that maps to at least one of the labels of an answer. */
export async function typeLabels(
  words: readonly string[],
  labels: Iterable<string>,
  vocabulary: WrittenVocabulary,
): Promise<TypeLabels[]> {
  const names = new Set(labels)
  const matching: TypeLabels[] = []
  if (!names.size) return matching
  for (const [at, word] of [...new Set(words)].entries()) {
    if (at % wordsAtATime === wordsAtATime - 1) await setImmediate()
    const classes = new Set(termsIn(word.toLowerCase()).flatMap((term) => classesOf(term, vocabulary)))
    if ([...classes].some((name) => names.has(name))) matching.push({ word, labels: [...classes] })
  }
  return matching
}
