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
