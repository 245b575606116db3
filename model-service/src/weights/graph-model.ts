import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import '@tensorflow/tfjs-backend-wasm'
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter'
import * as tf from '@tensorflow/tfjs-core'
import type { LoadFacts } from './weights.js'

interface Description {
  modelTopology: object
  weightsManifest: { paths: string[]; weights: NonNullable<tf.io.ModelArtifacts['weightSpecs']> }[]
}

/** Loads a TensorFlow.js graph model from its JSON file and the weight files beside it that the JSON names. */
async function readGraphModel(path: string): Promise<GraphModel> {
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(path, 'utf8')) as Description
  const files = weightsManifest.flatMap(({ paths }) => paths.map((one) => readFileSync(join(dirname(path), one))))
  const weights = Buffer.concat(files)
  return loadGraphModel({
    load: async () => ({
      modelTopology,
      weightSpecs: weightsManifest.flatMap((one) => one.weights),
      weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length),
    }),
  })
}

/**
 * Returns a function that loads the graph model of a JSON file on the WebAssembly backend at its first call, and
 * reports the cost of loading. It must be called in a worker thread: it lowers the priority of the calling thread (on
 * Linux priority is per thread), so that threads answering API requests go first.
 */
export function graphModelOf(path: string): () => Promise<{ model: GraphModel; facts: LoadFacts }> {
  const load = async () => {
    const startedAt = performance.now()
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    await tf.setBackend('wasm')
    const model = await readGraphModel(path)
    return { model, facts: { milliseconds: performance.now() - startedAt, bytes: tf.memory().numBytes } }
  }
  let loaded: ReturnType<typeof load> | undefined
  return () => (loaded ??= load())
}
