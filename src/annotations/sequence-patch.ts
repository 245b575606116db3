import { validation, type FieldError } from '../lib/errors.js'
import { isObject } from '../lib/json-walk.js'
import { sequenceFaults } from './sequence-check.js'

type Keyframe = { frameNumber: number } & Record<string, unknown>

/** Keyframes to set and frames whose boxes go; each frame at most once. */
export interface SequencePatch {
  upsert?: readonly Keyframe[]
  delete?: readonly number[]
}

/**
 * The sequence with keyframes set and boxes taken out. What is set becomes a keyframe; members that it does not name
 * stay as they are on its frame. VALIDATION_ERROR names the member of the patch, or the place in the sequence where the
 * result would break a rule of X-04.
 */
export function patched(frames: unknown, { upsert = [], delete: gone = [] }: SequencePatch): Record<string, unknown> {
  if (!upsert.length && !gone.length) throw validation([{ field: 'upsert', message: 'or delete must name a frame' }])
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
  const result = { ...document, boxes }
  refuse(sequenceFaults(result))
  return result
}

const keyframe = (given: Keyframe, before: unknown) => ({ ...(before as object), ...given, isKeyframe: true })

const frameOf = (box: unknown): number =>
  isObject(box) && typeof box.frameNumber === 'number' ? box.frameNumber : Number.NaN

/** What the rules of sequences say of the box alone. */
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
