import { elapsedSeconds } from '../elapsed.js'
import { contentOf, leastAlike, mayBeEqual } from './near-equal.js'
import type { SentenceEncoder } from './sentence-encoder.js'

/**
 * Only the beginning of a text is compared: a sentence, or the first sentence of a longer text, which shows its
 * subject.
 */
const mostCharacters = 400

const encoded = (encoder: SentenceEncoder, texts: readonly string[], signal: AbortSignal) =>
  encoder.encode(
    texts.map((text) => text.slice(0, mostCharacters)),
    signal,
  )

/** Returns the scalar product; for unit vectors it is the cosine similarity. */
const alike = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

/**
 * Scores how close each text is in meaning to the query: cosine similarity, -1 to 1, rounded to thousandths so that
 * equally close texts have equal scores.
 */
export async function rankTexts(
  { query, texts }: { query: string; texts: readonly string[] },
  { encoder, model }: { encoder: SentenceEncoder; model: string },
  signal: AbortSignal,
) {
  const startedAt = performance.now()
  const [wanted, ...vectors] = await encoded(encoder, [query, ...texts], signal)
  const scores = vectors.map((vector) => Math.round(alike(wanted!, vector) * 1000) / 1000)
  return { scores, model_used: model, processing_time: elapsedSeconds(startedAt) }
}

/** Returns the pairs of texts with the same meaning in other words, as indices from 0. */
export async function equalTexts(
  { texts }: { texts: readonly string[] },
  { encoder, model }: { encoder: SentenceEncoder; model: string },
  signal: AbortSignal,
) {
  const startedAt = performance.now()
  const contents = texts.map(contentOf)
  const maybe = contents.flatMap((one, at) =>
    contents.slice(at + 1).flatMap((other, n) => (mayBeEqual(one, other) ? [[at, at + 1 + n] as const] : [])),
  )
  const vectors = maybe.length ? await encoded(encoder, texts, signal) : []
  const pairs = maybe.filter(([a, b]) => alike(vectors[a]!, vectors[b]!) >= leastAlike)
  return { pairs, model_used: model, processing_time: elapsedSeconds(startedAt) }
}

/**
 * Texts whose cosine similarity is below this say different things. Among sentences that were written for this, nine of
 * ten paraphrases are above it and nine of ten pairs about the same things in another situation below.
 */
const leastSimilar = 0.7
/** The number of candidates of each text, among the texts of its own group and among those of other groups. */
const mostSimilar = 16

/** Texts of one side, and the group of each one; without groups all texts are of one. */
interface Side {
  texts: readonly string[]
  groups?: readonly number[]
}

/**
 * Returns pairs of a text of each side that are close in meaning, with their cosine similarity rounded to thousandths
 * and the least that counts as close. For each text at least the closest 16 of its own group and the closest 16 of
 * other groups are listed, so that many texts with another number do not displace those with the same one.
 */
export async function alikeTexts(
  { first, second }: { first: Side; second: Side },
  { encoder, model }: { encoder: SentenceEncoder; model: string },
  signal: AbortSignal,
) {
  const startedAt = performance.now()
  const vectors = await encoded(encoder, [...first.texts, ...second.texts], signal)
  const groupsOf = ({ texts, groups }: Side) => groups ?? texts.map(() => 0)
  const pairs = await encoder.pairs(
    { vectors: vectors.slice(0, first.texts.length), groups: groupsOf(first) },
    { vectors: vectors.slice(first.texts.length), groups: groupsOf(second) },
    { least: leastSimilar - 0.0005, most: mostSimilar, signal },
  )
  return {
    pairs: pairs.map(({ first, second, product }) => [first, second, Math.round(product * 1000) / 1000]),
    threshold: leastSimilar,
    model_used: model,
    processing_time: elapsedSeconds(startedAt),
  }
}
