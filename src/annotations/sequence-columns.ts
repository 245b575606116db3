import { measureSequence, withCountedFrames } from './sequence.js'
import { sequenceProblems } from './sequence-check.js'

/**
 * A sequence with right counters and the columns kept beside it; `problems` are those of X-04, none for a valid one.
 */
export function sequenceColumns(frames: unknown, problems: readonly string[] = sequenceProblems(frames)) {
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
    sequenceProblems: problems.length ? JSON.stringify(problems) : null,
  }
}
