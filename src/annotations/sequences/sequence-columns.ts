import { measured, measureSequence, corrected, type SequenceMeasure } from './sequence.js'
import type { Tally } from './tally.js'

/**
 * Returns the columns of an annotation that are derived from its sequence, which must satisfy the rules of X-04: the
 * document with corrected counters, and its measures.
 */
export function sequenceColumns(frames: unknown) {
  const measure = measureSequence(frames)
  const text = JSON.stringify(corrected(frames, measure).frames)
  return { frames: text, framesSize: Buffer.byteLength(text), ...measuredColumns(measure) }
}

/**
 * Returns the same columns for a sequence whose boxes are stored in parts, with the text around the boxes instead of
 * the document. `tally` counts the boxes, whose text has `bytes` bytes; `document` has the other members.
 */
export function columnsOfParts(document: Record<string, unknown>, tally: Tally, bytes: number) {
  const measure = measured(document, tally)
  const [head, tail] = aroundBoxes(corrected(document, measure).frames)
  const framesSize = Buffer.byteLength(head) + bytes + Buffer.byteLength(tail)
  return { framesHead: head, framesTail: tail, framesSize, ...measuredColumns(measure) }
}

/** Returns the text of a document up to the first and from the last bracket of its list of boxes. */
function aroundBoxes(document: Record<string, unknown>): [head: string, tail: string] {
  const members = Object.entries(document)
  const at = members.findIndex(([name]) => name === 'boxes')
  const before = JSON.stringify(Object.fromEntries(members.slice(0, at))).slice(1, -1)
  const after = JSON.stringify(Object.fromEntries(members.slice(at + 1))).slice(1, -1)
  return [`{${before}${before && ','}"boxes":[`, `]${after && ','}${after}}`]
}

const measuredColumns = (measure: SequenceMeasure) => ({
  framesComplete: measure.isComplete,
  trackId: measure.trackId,
  hasBoxes: measure.hasBoxes,
  boxCount: measure.boxCount,
  keyframeCount: measure.keyframeCount,
  interpolatedCount: measure.interpolatedCount,
  firstFrame: measure.firstFrame,
  lastFrame: measure.lastFrame,
  sequenceProblems: null,
})
