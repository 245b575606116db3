import { validation, type FieldError } from '../lib/errors.js'
import { isObject } from '../lib/json-walk.js'
import { sequenceFaults } from './sequence-check.js'

type Keyframe = { frameNumber: number } & Record<string, unknown>

type Stretches = readonly object[] | null

/**
 * Keyframes to set and frames whose boxes are deleted, each frame at most once; and lists that replace those of the
 * sequence, where null removes the list.
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
 * members that the patch does not name keep their values on that frame. Throws VALIDATION_ERROR naming the member of
 * the patch, or the place in the sequence where the result would break a rule of X-04.
 */
export function patched(frames: unknown, patch: SequencePatch): Record<string, unknown> {
  const { upsert = [], delete: gone = [] } = patch
  const named = lists.filter((list) => patch[list] !== undefined)
  if (!upsert.length && !gone.length && !named.length)
    throw validation([{ field: 'upsert', message: `or delete must name a frame, or ${lists.join(' or ')} be given` }])
  refuse([...upsert.flatMap(faultsOfKeyframe), ...namedTwice(upsert, gone)])
  const document = isObject(frames) ? frames : {}
  const stored: unknown[] = Array.isArray(document.boxes) ? document.boxes : []
  const toSet = new Map(upsert.map((box) => [box.frameNumber, box]))
  const toGo = new Set(gone)
  const held = new Set<number>()
  const boxes = stored.flatMap((box): unknown[] => {
    const frame = frameOf(box)
    if (toGo.has(frame)) {
      held.add(frame)
      return []
    }
    const given = toSet.get(frame)
    if (!given) return [box]
    toSet.delete(frame)
    return [keyframe(given, box)]
  })
  refuse(
    gone.flatMap((frame, i) =>
      held.has(frame) ? [] : [{ field: `delete.${i}`, message: `Frame ${frame} has no box` }],
    ),
  )
  if (toSet.size) {
    for (const given of toSet.values()) boxes.push(keyframe(given, {}))
    boxes.sort((a, b) => frameOf(a) - frameOf(b))
  }
  const result: Record<string, unknown> = { ...document, boxes }
  for (const list of named) {
    if (patch[list]) result[list] = patch[list]
    else delete result[list]
  }
  refuse(sequenceFaults(result))
  return result
}

const keyframe = (given: Keyframe, before: unknown) => ({ ...(before as object), ...given, isKeyframe: true })

const frameOf = (box: unknown): number =>
  isObject(box) && typeof box.frameNumber === 'number' ? box.frameNumber : Number.NaN

/** Checks a keyframe of the patch by itself; the faults name its place in `upsert`. */
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

function refuse(faults: readonly FieldError[]): void {
  if (faults.length) throw validation([...faults])
}
