import { measureSequence, withCountedFrames } from './sequence.js'

/**
 * Returns the columns of an annotation that follow from its sequence, for a sequence that keeps the rules of X-04: the
 * document with corrected counters, and what is measured of it.
 */
export function sequenceColumns(frames: unknown) {
  const measure = measureSequence(frames)
  const text = JSON.stringify(withCountedFrames(frames, measure).frames)
  const { hasBoxes, isComplete, trackId, boxCount, keyframeCount, interpolatedCount, firstFrame, lastFrame } = measure
  return {
    frames: text,
    framesSize: Buffer.byteLength(text),
    framesComplete: isComplete,
    trackId,
    hasBoxes,
    boxCount,
    keyframeCount,
    interpolatedCount,
    firstFrame,
    lastFrame,
    sequenceProblems: null,
  }
}
