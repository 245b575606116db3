import { elapsedSeconds } from '../elapsed.js'
import { contentOf, leastAlike, mayBeEqual } from './near-equal.js'
import type { SentenceEncoder } from './sentence-encoder.js'

/** Texts are compared by their beginnings: a sentence, or the sentence that tells what a longer text is about. */
const mostCharacters = 400

const encoded = (encoder: SentenceEncoder, texts: readonly string[], signal: AbortSignal) =>
  encoder.encode(
    texts.map((text) => text.slice(0, mostCharacters)),
    signal,
  )

const alike = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

/** How near the meaning of each text is to that of the query, -1 to 1, rounded so that ties are ties. */
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

/** Pairs of texts, by their numbers from 0, that say the same in other words. */
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
