import { isObject, type JsonObject } from '../../../lib/json-walk.js'
import type { LineKind } from '../../line.shape.js'

/**
 * The kind of a linked object if the file does not contain it: older releases of FOVEA wrote every link as
 * `linkedEntityId`. The plan looks for an object with the id (plan/world.sql.ts).
 */
export const unknownKind = 'unknown'

/** A name under which another program writes a member of a line. */
interface OtherName {
  /** The corresponding member; if it has a value, the other name is not read. */
  own: string
  other: string
  /** The program that writes it. */
  source: 'FOVEA' | 'COCO' | 'CVAT'
  /** Returns the value that the own member gets; undefined if the value carries no information. */
  read: (value: unknown, data: JsonObject) => unknown
}

const asSent = (value: unknown) => value
const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''
const linkOf = (kind: string, objectType: (data: JsonObject) => string): OtherName => ({
  own: 'objectLink',
  other: `linked${kind}Id`,
  source: 'FOVEA',
  read: (value, data) =>
    isId(value) && data['annotationType'] !== 'type' ? { objectId: value, objectType: objectType(data) } : undefined,
})
const collections = ['entity-collection', 'event-collection', 'time-collection']
/** Returns the kind of collection by its first word, which may be `entity` or `entity-collection`. */
const collectionOf = ({ linkedCollectionType: of }: JsonObject) => {
  const first = typeof of === 'string' ? of.toLowerCase().split(/[-_ c]/, 1)[0] : undefined
  return collections.find((kind) => kind === `${first}-collection`) ?? unknownKind
}

/** The members of a line that have other names in other programs; docs/exchange.md has the same table. */
const otherNames: Partial<Record<LineKind, readonly OtherName[]>> = {
  ontology: [
    { own: 'entityTypes', other: 'entities', source: 'FOVEA', read: asSent },
    { own: 'eventTypes', other: 'events', source: 'FOVEA', read: asSent },
    { own: 'roleTypes', other: 'roles', source: 'FOVEA', read: asSent },
  ],
  annotation: [
    linkOf('Event', () => 'event'),
    linkOf('Time', () => 'time'),
    linkOf('Location', () => 'location'),
    linkOf('Collection', collectionOf),
    linkOf('Entity', () => unknownKind),
    {
      own: 'typeAssignment',
      other: 'typeId',
      source: 'FOVEA',
      read: (value, data) =>
        isId(value) && !data['objectLink'] && data['annotationType'] !== 'object' ? { typeId: value } : undefined,
    },
    { own: 'boundingBoxSequence', other: 'frames', source: 'FOVEA', read: asSent },
  ],
}

const corners = ['x', 'y', 'width', 'height'] as const
const four = (value: unknown): JsonObject | undefined =>
  Array.isArray(value) ? Object.fromEntries(corners.map((name, i) => [name, value[i] as unknown])) : undefined

/** The same for the members of a box; `box` and `bbox` are read as four members. */
const otherNamesOfBox: readonly Omit<OtherName, 'own'>[] = [
  { other: 'box', source: 'FOVEA', read: (value) => (isObject(value) ? value : undefined) },
  { other: 'bbox', source: 'COCO', read: four },
  { other: 'frame', source: 'FOVEA', read: (frameNumber) => ({ frameNumber }) },
  { other: 'frame_index', source: 'COCO', read: (frameNumber) => ({ frameNumber }) },
  { other: 'keyframe', source: 'CVAT', read: (value) => ({ isKeyframe: Boolean(value) }) },
  { other: 'outside', source: 'CVAT', read: (value) => (value ? { visible: false } : undefined) },
]

/** Returns the data of a line with this server's names; the same object if it has no other names. */
export function withOwnNames(kind: LineKind, data: JsonObject): JsonObject {
  let named = data
  for (const { own, other, read } of otherNames[kind] ?? []) {
    if (data[other] === undefined || hasValue(named[own])) continue
    const value = read(data[other], named)
    if (value !== undefined) named = { ...named, [own]: value }
  }
  return kind === 'annotation' ? withOwnBoxes(named) : named
}

const hasValue = (value: unknown) => value !== undefined && value !== null

/** Treats a list of boxes as a sequence without other members. */
function withOwnBoxes(data: JsonObject): JsonObject {
  const { boundingBoxSequence: sequence } = data
  const frames = Array.isArray(sequence) ? { boxes: sequence as unknown[] } : sequence
  if (!isObject(frames) || !Array.isArray(frames['boxes'])) return data
  const boxes = frames['boxes'] as unknown[]
  // A box with its own names is kept unchanged, because a sequence may have a hundred thousand.
  const isOwn = (box: unknown) => !isObject(box) || box['frameNumber'] !== undefined
  if (frames === sequence && boxes.every(isOwn)) return data
  return { ...data, boundingBoxSequence: { ...frames, boxes: boxes.map((box) => (isOwn(box) ? box : ownBox(box))) } }
}

function ownBox(box: unknown): unknown {
  const { ...own } = box as JsonObject
  for (const { other, read } of otherNamesOfBox) {
    const members = other in own ? (read(own[other], own) as JsonObject | undefined) : undefined
    if (!members) continue
    delete own[other]
    for (const [name, value] of Object.entries(members)) own[name] ??= value
  }
  return own
}
