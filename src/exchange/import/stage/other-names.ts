import { isObject, type JsonObject } from '../../../lib/json-walk.js'
import type { LineKind } from '../../line.shape.js'

/**
 * The kind of a linked object where the file does not say it: older releases of FOVEA wrote every link as
 * `linkedEntityId`. The plan looks for an object with the id (plan/world.sql.ts).
 */
export const unknownKind = 'unknown'

/** A name under which another program writes a member of a line. */
interface OtherName {
  /** The member that it stands for; if this one has a value, the other name is not read. */
  own: string
  other: string
  /** Who writes it. */
  source: 'FOVEA' | 'COCO' | 'CVAT'
  /** Returns the value that the own member gets; undefined where the value says nothing. */
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
/** The kind of collection by its first word: `entity`, as well as `entity-collection`. */
const collectionOf = ({ linkedCollectionType: of }: JsonObject) => {
  const first = typeof of === 'string' ? of.toLowerCase().split(/[-_ c]/, 1)[0] : undefined
  return collections.find((kind) => kind === `${first}-collection`) ?? unknownKind
}

/** The members of a line that other programs name otherwise; docs/exchange.md has the same table. */
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

/** The same for the members of a box; what `read` returns for `box` and `bbox` are four members. */
const otherNamesOfBox: readonly Omit<OtherName, 'own'>[] = [
  { other: 'box', source: 'FOVEA', read: (value) => (isObject(value) ? value : undefined) },
  { other: 'bbox', source: 'COCO', read: four },
  { other: 'frame', source: 'FOVEA', read: (frameNumber) => ({ frameNumber }) },
  { other: 'frame_index', source: 'COCO', read: (frameNumber) => ({ frameNumber }) },
  { other: 'keyframe', source: 'CVAT', read: (value) => ({ isKeyframe: Boolean(value) }) },
  { other: 'outside', source: 'CVAT', read: (value) => (value ? { visible: false } : undefined) },
]

/** Returns the data of a line with the names of its own format; the same object where it has no other names. */
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

/** A list of boxes stands for a sequence without other members. */
function withOwnBoxes(data: JsonObject): JsonObject {
  const { boundingBoxSequence: given } = data
  const frames = Array.isArray(given) ? { boxes: given as unknown[] } : given
  if (!isObject(frames) || !Array.isArray(frames['boxes'])) return data
  const boxes = frames['boxes'] as unknown[]
  // A box that has its own names is kept as it is: a sequence may have a hundred thousand.
  const isOwn = (box: unknown) => !isObject(box) || box['frameNumber'] !== undefined
  if (frames === given && boxes.every(isOwn)) return data
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
