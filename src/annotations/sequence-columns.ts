import { measureSequence } from './sequence.js'
import { sequenceProblems } from './sequence-check.js'

/** The columns that are kept beside a sequence; `problems` are those of X-04, none for a valid one. */
export function sequenceColumns(frames: unknown, problems: readonly string[] = sequenceProblems(frames)) {
  const text = JSON.stringify(frames)
  const { hasBoxes, boxCount, keyframeCount, interpolatedCount, firstFrame, lastFrame } = measureSequence(frames)
  return {
    frames: text,
    framesSize: Buffer.byteLength(text),
    hasBoxes,
    boxCount,
    keyframeCount,
    interpolatedCount,
    firstFrame,
    lastFrame,
    sequenceProblems: problems.length ? JSON.stringify(problems) : null,
  }
}
