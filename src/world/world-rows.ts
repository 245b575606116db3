import { assignedType, bodyOf, numberOf, textOf } from './world-references.js'
import type { WorldObjectRow } from './world-object.sql.js'
import type { TypeAssignment, WorldObject } from './world.type.js'
import type { WorldKind } from './world.sql.js'

const typeNames: Record<WorldKind, string> = {
  entity: 'Entity',
  event: 'Event',
  time: 'TimeObject',
  relation: 'WorldRelation',
  entity_collection: 'EntityCollection',
  event_collection: 'EventCollection',
  time_collection: 'TimeCollection',
}

/** A stored object as its GraphQL type; the id has the kind in it, since the seven arrays may hold one key each. */
export function worldObject({ worldId, kind, key, name, body }: WorldObjectRow): WorldObject & { __typename: string } {
  return { __typename: typeNames[kind], id: `${worldId}/${kind}/${key}`, key, name, body, worldId }
}

/** Whether a word names one of the seven arrays. */
export function isWorldKind(word: string): word is WorldKind {
  return Object.hasOwn(typeNames, word)
}

function referenceOf(item: unknown, typeKind: 'entity' | 'event') {
  const { personaId, typeId } = assignedType(item)
  const typeReference = personaId !== null && typeId !== null ? `${personaId}/${typeKind}/${typeId}` : null
  return { personaId, typeId, typeReference }
}

/** The entries of `typeAssignments` or `personaInterpretations`. */
export function assignmentsOf(object: WorldObject, field: string, typeKind: 'entity' | 'event'): TypeAssignment[] {
  const items = bodyOf(object.body)[field]
  if (!Array.isArray(items)) return []
  return items.map((item: unknown) => {
    const { typeName, confidence, justification } = bodyOf(item)
    return {
      typeName: textOf(typeName),
      confidence: numberOf(confidence),
      justification: textOf(justification),
      body: item,
      worldId: object.worldId,
      typeKind,
      ...referenceOf(item, typeKind),
    }
  })
}
