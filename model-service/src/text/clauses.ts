import nlp from 'compromise/two'
import { longestSentence, trimmed } from '@parallax/shared/sentences.js'
import type { Span } from '@parallax/shared/sentences.js'

/** Coordinating conjunctions: they may join nouns as well as clauses. */
const coordinating = 'and|but|or|yet|so'
/**
 * Subordinating conjunctions, which begin a clause. "if" is excluded, because it introduces an assumption and not an
 * assertion.
 */
const subordinating = 'because|while|whereas|although|though|since|after|before|when|which|then'
/**
 * Matches where clauses may meet; capture group 1 is a semicolon or dash, 2 a coordinating conjunction, 3 a
 * subordinating one.
 */
const joint = new RegExp(`(\\s*[;—–]\\s*)|(,?\\s+(?:${coordinating})\\s+)|(,?\\s+(?:${subordinating})\\s+)`, 'giu')
const leading = new RegExp(`^(?:${coordinating}|${subordinating})\\s+`, 'iu')

/**
 * Splits a sentence into its clauses, without the conjunctions between them. Returns at least one span; a sentence
 * above the length limit stays whole.
 */
export function clausesOf(sentence: string): Span[] {
  if (sentence.length > longestSentence) return [{ text: sentence, start: 0, end: sentence.length }]
  const pieces: Span[] = []
  let start = 0
  for (const match of sentence.matchAll(joint)) {
    const before = trimmed(sentence, start, match.index)
    const after = sentence.slice(match.index + match[0].length)
    if (!before || wordCount(before.text) < 2 || wordCount(after) < 2) continue
    if (match[1] === undefined && !(hasVerb(before.text) && hasVerb(untilNextJoint(after)))) continue
    // Do not split "lasts a minute and holds three shots": the second half has no subject of its own.
    if (match[2] !== undefined && nlp(untilNextJoint(after)).has('^#Verb')) continue
    pieces.push(before)
    start = match.index + match[0].length
  }
  const last = trimmed(sentence, start, sentence.length)
  if (last) pieces.push(last)
  return pieces.map((piece) => bare(sentence, piece))
}

/**
 * Returns whether any word is tagged as a verb. Only the first 500 characters are tagged, which takes a millisecond per
 * hundred.
 */
export function hasVerb(text: string): boolean {
  return nlp(text.slice(0, 500)).has('#Verb')
}

/** Returns the clause without a leading conjunction and trailing punctuation. */
function bare(sentence: string, piece: Span): Span {
  const start = piece.start + (leading.exec(piece.text)?.[0].length ?? 0)
  const end = piece.end - (/[\s.,;:!]+$/u.exec(piece.text)?.[0].length ?? 0)
  return trimmed(sentence, start, end) ?? piece
}

function untilNextJoint(text: string): string {
  const next = text.search(joint)
  return next > 0 ? text.slice(0, next) : text
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}
