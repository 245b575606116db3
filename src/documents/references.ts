import { isGlossItem } from './gloss.js'
import { mapObjects, setOwn } from '../lib/json-walk.js'
import type { JsonObject } from '../lib/json-walk.js'

const worldKinds = ['entity', 'event', 'time', 'entityCollection', 'eventCollection', 'timeCollection'] as const
type WorldKind = (typeof worldKinds)[number]
type Kind = WorldKind | 'persona' | 'type' | 'claim' | 'summary' | 'annotation' | 'object'

/**
 * Maps old ids to new ids, by kind. World objects are mapped by kind, because their ids are unique only inside their
 * array (RF-12), or in `worldObject` whatever their kind. UUID keys are lower case.
 */
export type ReferenceMap = Partial<Record<Exclude<Kind, 'object'> | 'worldObject', ReadonlyMap<string, string>>>

/**
 * The kind of target of the string (or list of strings) under a key; `object` is a world object or claim of any kind.
 */
const referenceKeys: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['personaId', 'persona'],
  ['refPersonaId', 'persona'],
  ['typeId', 'type'],
  ['entityTypeId', 'type'],
  ['eventTypeId', 'type'],
  ['roleTypeId', 'type'],
  ['relationTypeId', 'type'],
  ['parentTypeId', 'type'],
  ['roles', 'type'],
  ['refClaimId', 'claim'],
  ['claimId', 'claim'],
  ['parentClaimId', 'claim'],
  ['sourceClaimId', 'claim'],
  ['targetClaimId', 'claim'],
  ['summaryId', 'summary'],
  ['annotationId', 'annotation'],
  ['entityId', 'entity'],
  ['entityIds', 'entity'],
  ['participants', 'entity'],
  ['location', 'entity'],
  ['locationId', 'entity'],
  ['claimLocationId', 'entity'],
  ['eventId', 'event'],
  ['eventIds', 'event'],
  ['claimEventId', 'event'],
  ['timeId', 'time'],
  ['timeIds', 'time'],
  ['times', 'time'],
  ['startTime', 'time'],
  ['endTime', 'time'],
  ['anchorTime', 'time'],
  ['claimTimeId', 'time'],
  ['timeCollectionId', 'timeCollection'],
  ['objectId', 'object'],
  ['sourceId', 'object'],
  ['targetId', 'object'],
])

/** The sibling key with the kind of an `object` reference. */
const kindKeys: Readonly<Record<string, string>> = {
  objectId: 'objectType',
  sourceId: 'sourceType',
  targetId: 'targetType',
}

const kindNames: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['entity', 'entity'],
  ['event', 'event'],
  ['time', 'time'],
  ['location', 'entity'],
  ['claim', 'claim'],
  ['role', 'type'],
  ['entity-collection', 'entityCollection'],
  ['event-collection', 'eventCollection'],
  ['time-collection', 'timeCollection'],
  ['entity-object', 'entity'],
  ['event-object', 'event'],
  ['time-object', 'time'],
  ['location-object', 'entity'],
])

const glossKinds: Readonly<Record<string, Kind>> = {
  typeRef: 'type',
  objectRef: 'object',
  annotationRef: 'annotation',
  claimRef: 'claim',
}

/**
 * Keys of free-form documents of the user, which are not searched for references: a text in them that equals an id is
 * not a reference.
 */
const opaqueKeys: ReadonlySet<string> = new Set(['attributes', 'metadata', 'videoReferences'])

/**
 * Rewrites ids in gloss items and under the known reference keys of any JSON document (SH-12 to SH-15, I-10, I-23).
 * Does not change an object's own `id`. Returns the same object when nothing changed.
 */
export function rewriteReferences<T>(document: T, map: ReferenceMap): T {
  return mapObjects(document, (object) => rewriteMembers(object, map), opaqueKeys)
}

function rewriteMembers(object: JsonObject, map: ReferenceMap): JsonObject {
  let result = object
  const set = (key: string, value: unknown): void => {
    if (result === object) result = { ...object }
    setOwn(result, key, value)
  }
  for (const key of Object.keys(object)) {
    const listed = referenceKeys.get(key)
    if (listed === undefined) continue
    const kind = listed === 'object' ? namedKind(object[kindKeys[key] ?? '']) : listed
    const value = object[key]
    const next = rewriteValue(value, kind, map)
    if (next !== value) set(key, next)
  }
  const glossKind = isGlossItem(object) ? glossKinds[object.type] : undefined
  if (glossKind !== undefined) {
    const kind = glossKind === 'object' ? namedKind(object.refType) : glossKind
    const next = rewriteValue(object.content, kind, map)
    if (next !== object.content) set('content', next)
  }
  return result
}

function namedKind(name: unknown): Kind {
  return (typeof name === 'string' ? kindNames.get(name) : undefined) ?? 'object'
}

function rewriteValue(value: unknown, kind: Kind, map: ReferenceMap): unknown {
  if (typeof value === 'string') return newIdOf(value, kind, map)
  if (!Array.isArray(value)) return value
  let changed = false
  const list = value.map((item: unknown) => {
    const next = typeof item === 'string' ? newIdOf(item, kind, map) : item
    changed ||= next !== item
    return next
  })
  return changed ? list : value
}

function newIdOf(id: string, kind: Kind, map: ReferenceMap): string {
  if (kind === 'object') {
    for (const each of worldKinds) {
      const newId = lookUp(map[each], id)
      if (newId !== undefined) return newId
    }
    return lookUp(map.worldObject, id) ?? lookUp(map.claim, id) ?? id
  }
  const isWorld = (worldKinds as readonly string[]).includes(kind)
  return lookUp(map[kind], id) ?? (isWorld ? lookUp(map.worldObject, id) : undefined) ?? id
}

function lookUp(ids: ReadonlyMap<string, string> | undefined, id: string): string | undefined {
  return ids?.get(id) ?? (ids && id.length === 36 ? ids.get(id.toLowerCase()) : undefined)
}
