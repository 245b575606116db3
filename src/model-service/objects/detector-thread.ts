import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter'
import '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'
import { move } from 'piscina'
import type { LoadFacts } from './object-detector.js'

// Runs in a thread of its own: a picture takes a quarter of a second. The weights are CenterNet with a MobileNet,
// trained on COCO, as the package @vladmandic/human ships them (MIT); of that package nothing else is used.

const folder = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/human')), '..', 'models')

/** Width and height of the picture that it takes; pixels are red, green, blue in a byte each. */
export const side = 512

interface Loaded {
  model: GraphModel
  facts: LoadFacts
}

let loaded: Promise<Loaded> | undefined

async function load(): Promise<Loaded> {
  const startedAt = performance.now()
  // Whoever waits for an answer of the API goes first. On Linux this is the priority of the thread that asks for it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  await tf.setBackend('wasm')
  const description = JSON.parse(readFileSync(join(folder, 'centernet.json'), 'utf8')) as Description
  const weights = readFileSync(join(folder, 'centernet.bin'))
  const { modelTopology, weightsManifest } = description
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology,
      weightSpecs: weightsManifest.flatMap((one) => one.weights),
      weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length),
    }),
  })
  return { model, facts: { milliseconds: performance.now() - startedAt, bytes: tf.memory().numBytes } }
}

interface Description {
  modelTopology: object
  weightsManifest: { weights: NonNullable<tf.io.ModelArtifacts['weightSpecs']> }[]
}

/** Loads the weights unless they are there. */
export async function warmUp(): Promise<LoadFacts> {
  return (await (loaded ??= load())).facts
}

/** Rows of x1, y1, x2, y2 (pixels of the input), score and number of the class. */
export async function detectInThread(pixels: Uint8Array): Promise<Float32Array> {
  const { model } = await (loaded ??= load())
  const rows = tf.tidy(() => {
    const input = tf.tensor4d(Float32Array.from(pixels), [1, side, side, 3])
    const output = model.execute(input, 'tower_0/detections') as tf.Tensor
    return output.dataSync() as Float32Array
  })
  // A copy: what the backend hands out is a view of its memory.
  return move(new Float32Array(rows)) as unknown as Float32Array
}
