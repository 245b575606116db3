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

// The boxes of a long sequence are stored in parts, so that a keyframe costs as much in a long sequence as in a short
// one (docs/decisions/0020-sequences-in-parts.md). Only sequences that keep the rules of X-04 are divided: their boxes
// ascend, and no two of them are on one frame.

/** The most boxes of a sequence that is not divided when it is patched. */
const mostWhole = 500
/** The most boxes of a new part, and the number of boxes beyond which a part is divided again. */
const mostInNewPart = 250
const mostInPart = 400

/** The document of a sequence whose boxes are in parts. The space tells it from every sequence that servers write. */
const elsewhere = '{"boxes": []}'

/** Neighbouring boxes of a sequence. */
interface Part {
  /** The frame of the first box. */
  fromFrame: number
  tally: Tally
  /** The length of the text of the boxes. */
  bytes: number
}

/** A part as it is written: with the text of the boxes, and commas between them. */
export interface WrittenPart extends Part {
  text: string
}

/** A part as it is read for a patch; `boxes` is null where the patch names none of its frames. */
export interface ReadPart extends Part {
  boxes: unknown[] | null
}

/** A sequence as it is read for a patch: the document, or its parts and the text around the boxes. */
export interface WholeSequence {
  frames: unknown
  parts: null
}
export interface DividedSequence {
  head: string
  tail: string
  parts: readonly ReadPart[]
}

/** What a patch changes: columns of the annotation; which parts are written; and from which frames on parts go. */
export interface SequenceChanges {
  columns: ReturnType<typeof sequenceColumns> | (ReturnType<typeof columnsOfParts> & { frames?: string })
  written: readonly WrittenPart[]
  gone: readonly number[]
}

/** The frames whose parts a patch needs; null where it needs all: ranges decide how the boxes of each part count. */
export function framesOf({ upsert = [], delete: gone = [], visibilityRanges }: SequencePatch): number[] | null {
  return visibilityRanges === undefined ? [...upsert.map((box) => box.frameNumber), ...gone] : null
}

/**
 * Applies a patch to a sequence as it was read for it. Throws what `patched` throws. `mayDivide` is whether a long
 * sequence is to be stored in parts.
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
  // The database removes the parts of a sequence when its whole document is written, and leaves a row with the same
  // document as it is.
  if (!mayDivide || isSame || result.boxes.length <= mostWhole)
    return { columns: sequenceColumns(result), written: [], gone: [] }
  const written = partsOf(result.boxes, mostInNewPart, gapsOfRanges(result.visibilityRanges))
  const columns = columnsOf(result, written)
  if (stored.parts) return { columns, written, gone: goneOf(stored.parts, written) }
  return { columns: { ...columns, frames: elsewhere }, written, gone: [] }
}

/** Edits the parts in which the patch names frames. Of the others only the tallies are read. */
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

/** Whether the changes leave a sequence that is stored in parts as it is. */
export const isUnchanged = (stored: WholeSequence | DividedSequence, { columns, written, gone }: SequenceChanges) =>
  stored.parts !== null &&
  written.length + gone.length === 0 &&
  'framesHead' in columns &&
  columns.framesHead + columns.framesTail === stored.head + stored.tail

const aroundBoxes = ({ head, tail }: DividedSequence) => JSON.parse(head + tail) as Record<string, unknown>

/** The whole document of a sequence of which every part was read with its boxes. */
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

/** The parts that were stored and are no more. */
function goneOf(before: readonly Part[], after: readonly Part[]): number[] {
  const kept = new Set(after.map(({ fromFrame }) => fromFrame))
  return before.flatMap(({ fromFrame }) => (kept.has(fromFrame) ? [] : [fromFrame]))
}

/**
 * Boxes that stand for all others when a sequence is checked whose boxes by themselves keep the rules: beside the boxes
 * the rules look at the first and the last keyframe alone, and whether there is one.
 */
function outerKeyframes(parts: readonly Part[]): object[] {
  const { firstKeyframe, lastKeyframe } = tallyOfAll(parts)
  const frames = new Set([firstKeyframe, lastKeyframe].filter((frame) => frame !== null))
  return [...frames].map((frameNumber) => ({ frameNumber, x: 0, y: 0, width: 1, height: 1 }))
}
