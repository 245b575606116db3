import { validation, type FieldError } from '../../lib/errors.js'
import { isObject } from '../../lib/json-walk.js'
import { sequenceFaults } from './sequence-check.js'

type Keyframe = { frameNumber: number } & Record<string, unknown>

type Stretches = readonly object[] | null

/**
 * Keyframes to set and frames whose boxes are deleted, each frame at most once; and lists that replace those of the
 * sequence. Null removes a list.
 */
export interface SequencePatch {
  upsert?: readonly Keyframe[]
  delete?: readonly number[]
  interpolationSegments?: Stretches
  visibilityRanges?: Stretches
}

const lists = ['interpolationSegments', 'visibilityRanges'] as const

/**
 * Returns the sequence with keyframes set, boxes deleted and its lists replaced. A box that is set becomes a keyframe;
 * members that are not in the patch keep their values on that frame. Throws VALIDATION_ERROR naming the member of the
 * patch, or the position in the sequence where the result would break a rule of X-04.
 */
export function patched(frames: unknown, patch: SequencePatch): Record<string, unknown> & { boxes: unknown[] } {
  refusePatch(patch)
  const document = isObject(frames) ? frames : {}
  const stored: unknown[] = Array.isArray(document.boxes) ? document.boxes : []
  const held = new Set<number>()
  const boxes = editedBoxes(stored, patch, held)
  refuseMissing(patch, held)
  const result = withLists({ ...document, boxes }, patch)
  refuse(sequenceFaults(result))
  return result
}

/** Throws VALIDATION_ERROR if the patch is invalid regardless of the sequence. */
export function refusePatch(patch: SequencePatch): void {
  const { upsert = [], delete: gone = [] } = patch
  if (!upsert.length && !gone.length && lists.every((list) => patch[list] === undefined))
    throw validation([{ field: 'upsert', message: `or delete must name a frame, or ${lists.join(' or ')} be given` }])
  refuse([...upsert.flatMap(faultsOfKeyframe), ...namedTwice(upsert, gone)])
}

/**
 * Throws VALIDATION_ERROR if the patch deletes frames without a box; `held` contains the deleted frames that had one.
 */
export function refuseMissing({ delete: gone = [] }: SequencePatch, held: ReadonlySet<number>): void {
  const missing = gone.flatMap((frame, i) =>
    held.has(frame) ? [] : [{ field: `delete.${i}`, message: `Frame ${frame} has no box` }],
  )
  refuse(missing)
}

/**
 * Returns the boxes with keyframes set and boxes deleted, in order of their frames if a box was added. Adds the deleted
 * frames that had a box to `held`.
 */
export function editedBoxes(
  stored: readonly unknown[],
  { upsert = [], delete: gone = [] }: SequencePatch,
  held: Set<number>,
): unknown[] {
  const toSet = new Map(upsert.map((box) => [box.frameNumber, box]))
  const toGo = new Set(gone)
  const boxes = stored.flatMap((box): unknown[] => {
    const frame = frameOf(box)
    if (toGo.has(frame)) {
      held.add(frame)
      return []
    }
    const replacement = toSet.get(frame)
    if (!replacement) return [box]
    toSet.delete(frame)
    return [keyframe(replacement, box)]
  })
  if (toSet.size) {
    for (const added of toSet.values()) boxes.push(keyframe(added, {}))
    boxes.sort((a, b) => frameOf(a) - frameOf(b))
  }
  return boxes
}

/** Returns the document with its lists replaced by those of the patch. */
export function withLists<T extends Record<string, unknown>>(document: T, patch: SequencePatch): T {
  const result: Record<string, unknown> = { ...document }
  for (const list of lists) {
    if (patch[list]) result[list] = patch[list]
    else if (patch[list] === null) delete result[list]
  }
  return result as T
}

const keyframe = (changes: Keyframe, before: unknown) => ({ ...(before as object), ...changes, isKeyframe: true })

const frameOf = (box: unknown): number =>
  isObject(box) && typeof box.frameNumber === 'number' ? box.frameNumber : Number.NaN

/** Returns the faults of a single keyframe of the patch, with its position in `upsert`. */
function faultsOfKeyframe(box: Keyframe, at: number): FieldError[] {
  const faults = sequenceFaults({ boxes: [{ ...box, isKeyframe: true }] }, '')
  return faults.map(({ field, message }) => ({ field: field.replace(/^\.?boxes\.0/, `upsert.${at}`), message }))
}

function namedTwice(upsert: readonly Keyframe[], gone: readonly number[]): FieldError[] {
  const named = new Set<number>()
  const places = [
    ...upsert.map(({ frameNumber }, i) => [`upsert.${i}.frameNumber`, frameNumber] as const),
    ...gone.map((frame, i) => [`delete.${i}`, frame] as const),
  ]
  return places.flatMap(([field, frame]) => {
    if (!named.has(frame)) return named.add(frame) && []
    return [{ field, message: `Frame ${frame} is named twice` }]
  })
}

export function refuse(faults: readonly FieldError[]): void {
  if (faults.length) throw validation([...faults])
}
