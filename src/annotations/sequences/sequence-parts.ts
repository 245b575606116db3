import { sequenceFaults } from './sequence-check.js'
import { columnsOfParts, sequenceColumns } from './sequence-columns.js'
import {
  editedBoxes,
  patched,
  refuse,
  refuseMissing,
  refusePatch,
  withLists,
  type SequencePatch,
} from './sequence-patch.js'
import { emptyTally, joined, tallyOf, type Tally } from './tally.js'
import { gapsOfRanges, type Gaps } from './visibility.js'

// The boxes of a long sequence are stored in parts, so that writing a keyframe takes as long in a long sequence as in a
// short one (docs/decisions/0020-sequences-in-parts.md). Only sequences that satisfy the rules of X-04 are divided:
// their boxes ascend by frame, with at most one box per frame.

/** The maximum number of boxes up to which a patched sequence is not divided. */
const mostWhole = 500
/** The maximum number of boxes in a new part, and the number of boxes beyond which a part is divided again. */
const mostInNewPart = 250
const mostInPart = 400

/**
 * The document of a sequence whose boxes are stored in parts. The space distinguishes it from every sequence that
 * servers write.
 */
const elsewhere = '{"boxes": []}'

/** Consecutive boxes of a sequence. */
interface Part {
  /** The frame of the first box. */
  fromFrame: number
  tally: Tally
  /** The length of the text of the boxes. */
  bytes: number
}

/** A part that is written, with the text of the boxes, separated by commas. */
export interface WrittenPart extends Part {
  text: string
}

/** A part that was read for a patch; `boxes` is null if the patch names none of its frames. */
export interface ReadPart extends Part {
  boxes: unknown[] | null
}

/** A sequence that was read for a patch: the document, or its parts and the text around the boxes. */
export interface WholeSequence {
  frames: unknown
  parts: null
}
export interface DividedSequence {
  head: string
  tail: string
  parts: readonly ReadPart[]
}

/**
 * The changes of a patch: columns of the annotation, the parts that are written, and the first frames of the parts that
 * are deleted.
 */
export interface SequenceChanges {
  columns: ReturnType<typeof sequenceColumns> | (ReturnType<typeof columnsOfParts> & { frames?: string })
  written: readonly WrittenPart[]
  gone: readonly number[]
}

/**
 * Returns the frames whose parts a patch needs; null if it needs all of them, because ranges decide how the boxes of
 * each part are counted.
 */
export function framesOf({ upsert = [], delete: gone = [], visibilityRanges }: SequencePatch): number[] | null {
  return visibilityRanges === undefined ? [...upsert.map((box) => box.frameNumber), ...gone] : null
}

/**
 * Applies a patch to the sequence that was read for it. Throws what `patched` throws. With `mayDivide`, a long sequence
 * is stored in parts.
 */
export function changesOf(
  stored: WholeSequence | DividedSequence,
  patch: SequencePatch,
  mayDivide: boolean,
): SequenceChanges {
  if (stored.parts && framesOf(patch)) return changesOfParts(stored, patch)
  const before = stored.parts ? documentOf(stored) : stored.frames
  const result = patched(before, patch)
  const isSame = JSON.stringify(result) === JSON.stringify(before)
  if (isSame && stored.parts) return { columns: columnsOf(result, stored.parts), written: [], gone: [] }
  // The database removes the parts of a sequence when its whole document is written, and does not change a row whose
  // document is the same.
  if (!mayDivide || isSame || result.boxes.length <= mostWhole)
    return { columns: sequenceColumns(result), written: [], gone: [] }
  const written = partsOf(result.boxes, mostInNewPart, gapsOfRanges(result.visibilityRanges))
  const columns = columnsOf(result, written)
  if (stored.parts) return { columns, written, gone: goneOf(stored.parts, written) }
  return { columns: { ...columns, frames: elsewhere }, written, gone: [] }
}

/** Edits the parts in which the patch names frames. Of the other parts, only the tallies are read. */
function changesOfParts(stored: DividedSequence, patch: SequencePatch): SequenceChanges {
  refusePatch(patch)
  const document = withLists(aroundBoxes(stored), patch)
  const ranges = gapsOfRanges(document.visibilityRanges)
  const held = new Set<number>()
  const parts = stored.parts.map((part, at) => {
    if (!part.boxes) return [part]
    const from = at === 0 ? -Infinity : part.fromFrame
    const end = stored.parts[at + 1]?.fromFrame ?? Infinity
    const upsert = (patch.upsert ?? []).filter(({ frameNumber }) => frameNumber >= from && frameNumber < end)
    const edited = editedBoxes(part.boxes, { ...patch, upsert }, held)
    const isSame = JSON.stringify(edited) === JSON.stringify(part.boxes)
    return isSame ? [part] : partsOf(edited, mostInPart, ranges)
  })
  refuseMissing(patch, held)
  const all = parts.flat()
  refuse(sequenceFaults({ ...document, boxes: outerKeyframes(all) }))
  const written = all.filter((part) => 'text' in part)
  return { columns: columnsOf(document, all), written, gone: goneOf(stored.parts, all) }
}

/** Returns whether the changes have no effect on a sequence that is stored in parts. */
export const isUnchanged = (stored: WholeSequence | DividedSequence, { columns, written, gone }: SequenceChanges) =>
  stored.parts !== null &&
  written.length + gone.length === 0 &&
  'framesHead' in columns &&
  columns.framesHead + columns.framesTail === stored.head + stored.tail

const aroundBoxes = ({ head, tail }: DividedSequence) => JSON.parse(head + tail) as Record<string, unknown>

/** Returns the whole document of a sequence whose parts were all read with their boxes. */
const documentOf = (stored: DividedSequence) => ({
  ...aroundBoxes(stored),
  boxes: stored.parts.flatMap(({ boxes }) => boxes ?? []),
})

/** Returns the boxes in one part, or in several of equal length if there are more than `most`. */
function partsOf(boxes: readonly unknown[], most: number, ranges: Gaps | null): WrittenPart[] {
  const count = boxes.length > most ? Math.ceil(boxes.length / mostInNewPart) : Math.sign(boxes.length)
  return Array.from({ length: count }, (_, at) => {
    const own = boxes.slice((boxes.length * at) / count, (boxes.length * (at + 1)) / count)
    const text = JSON.stringify(own).slice(1, -1)
    const { frameNumber } = own[0] as { frameNumber: number }
    return { fromFrame: frameNumber, tally: tallyOf(own, ranges), bytes: Buffer.byteLength(text), text }
  })
}

function columnsOf(document: Record<string, unknown>, parts: readonly Part[]) {
  const commas = parts.length - 1
  const bytes = parts.reduce((sum, part) => sum + part.bytes, commas)
  return columnsOfParts(document, tallyOfAll(parts), bytes)
}

const tallyOfAll = (parts: readonly Part[]): Tally => parts.map(({ tally }) => tally).reduce(joined, emptyTally)

/** Returns the first frames of the parts that were stored before and no longer exist. */
function goneOf(before: readonly Part[], after: readonly Part[]): number[] {
  const kept = new Set(after.map(({ fromFrame }) => fromFrame))
  return before.flatMap(({ fromFrame }) => (kept.has(fromFrame) ? [] : [fromFrame]))
}

/**
 * Returns boxes that represent all others in the check of a sequence whose single boxes are valid: besides the boxes,
 * the rules depend only on the first and last keyframe, and on whether a keyframe exists.
 */
function outerKeyframes(parts: readonly Part[]): object[] {
  const { firstKeyframe, lastKeyframe } = tallyOfAll(parts)
  const frames = new Set([firstKeyframe, lastKeyframe].filter((frame) => frame !== null))
  return [...frames].map((frameNumber) => ({ frameNumber, x: 0, y: 0, width: 1, height: 1 }))
}
