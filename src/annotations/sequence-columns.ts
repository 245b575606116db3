import { measureSequence, withCountedFrames } from './sequence.js'

/** A sequence that keeps the rules of X-04, with right counters, and the columns kept beside it. */
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
