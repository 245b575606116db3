import { setImmediate } from 'node:timers/promises'
import { classesOf, type WrittenVocabulary } from '../objects/vocabulary.js'
import { termsIn } from './terms.js'

export interface TypeLabels {
  word: string
  /** All classes of the detector that the word stands for. */
  labels: string[]
}

/** How many words are looked up before others get their turn. */
const wordsAtATime = 50

/** Tells which classes the words stand for, for those words that stand for one of the labels of an answer. */
export async function typeLabels(
  words: readonly string[],
  labels: Iterable<string>,
  vocabulary: WrittenVocabulary,
): Promise<TypeLabels[]> {
  const told = new Set(labels)
  const found: TypeLabels[] = []
  if (!told.size) return found
  for (const [at, word] of [...new Set(words)].entries()) {
    if (at % wordsAtATime === wordsAtATime - 1) await setImmediate()
    const classes = new Set(termsIn(word.toLowerCase()).flatMap((term) => classesOf(term, vocabulary)))
    if ([...classes].some((name) => told.has(name))) found.push({ word, labels: [...classes] })
  }
  return found
}
