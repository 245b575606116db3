import { move, transferableSymbol, valueSymbol } from 'piscina'
import { alignPair } from '../claims/align-pair.js'
import { conclude } from '../figures/conclusion.js'
import { disagreementsOf } from '../figures/disagreements.js'
import type { ComparedFrames } from '../figures/frames.js'
import { segmentsOf, type TooManyBoxes } from '../figures/segments.js'
import type { Segments, Tracks } from '../figures/tracks.js'
import { compareTracks } from '../figures/track-pairs.js'
import { concludeVideos } from '../figures/videos.js'

// The functions that run in the worker threads. Their arguments and results are copied between the threads, except
// shared memory.

/** Reads sequences, given as JSON. */
export function readSequences(task: {
  texts: readonly string[]
  frames: ComparedFrames
  most: number
}): Segments | TooManyBoxes {
  const sequences = task.texts.map((text) => JSON.parse(text) as unknown)
  const segments = segmentsOf(sequences, task.frames, task.most)
  if ('tooMany' in segments) return segments
  const arrays = Object.values(segments).filter((value) => ArrayBuffer.isView(value))
  const buffers = arrays.map(({ buffer }) => buffer)
  return move({ [transferableSymbol]: buffers, [valueSymbol]: segments }) as unknown as Segments
}

/** Compares the tracks of two personas. */
export const comparePair = (task: { first: Tracks; second: Tracks; frames: ComparedFrames; minIou: number }) =>
  compareTracks(task.first, task.second, task.frames, task.minIou)

export { alignPair, conclude, concludeVideos, disagreementsOf }
