import { isObject, type JsonObject } from '../lib/json-walk.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import type { WorldKind } from './world-kinds.js'

/** Returns the body of a world object, whose shape is not checked, as an object; any other value as an empty object. */
export function bodyOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns the objects in a list; items of another form are left out. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Returns a non-empty text; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the ids in a list of ids, or of objects with their id under `key` or `id`. */
export function idsOf(value: unknown, key = 'id'): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => textOf(item) ?? textOf(bodyOf(item)[key]) ?? textOf(bodyOf(item)['id']) ?? [])
}

function uuidOf(value: unknown): string | null {
  return isUuid(value) ? normalUuid(value) : null
}

/** Returns the persona and the type in an assignment (RF-09) or an interpretation. */
export function assignedType(item: unknown): { personaId: string | null; typeId: string | null } {
  const body = bodyOf(item)
  return {
    personaId: uuidOf(body['personaId']),
    typeId: textOf(body['typeId']) ?? textOf(body['entityTypeId']) ?? textOf(body['eventTypeId']),
  }
}

/** The kinds by the words that references use. */
export const kindNames: Readonly<Record<string, WorldKind>> = {
  entity: 'entity',
  event: 'event',
  time: 'time',
  location: 'entity',
  'entity-collection': 'entity_collection',
  'event-collection': 'event_collection',
  'time-collection': 'time_collection',
  'entity-object': 'entity',
  'event-object': 'event',
  'time-object': 'time',
  'location-object': 'entity',
}

/**
 * Returns the kind for a word such as `location` or `entity-collection`; null, which means any kind, for other words.
 */
export function kindNamed(name: unknown): WorldKind | null {
  return (typeof name === 'string' && Object.hasOwn(kindNames, name) ? kindNames[name] : undefined) ?? null
}
