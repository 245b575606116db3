import { withMembers } from '../lib/members.js'
import { assignedType, bodyOf, numberOf, textOf } from './world-references.js'
import { commonMembers, kindMembers } from './world-members.js'
import type { WorldObjectRow } from './world-object.sql.js'
import type { TypeAssignment, WorldObject } from './world.type.js'
import type { WorldKind } from '../lib/world-kinds.js'

/** Of each kind the GraphQL type. */
export const typeNames: Record<WorldKind, string> = {
  entity: 'Entity',
  event: 'Event',
  time: 'TimeObject',
  relation: 'WorldRelation',
  entity_collection: 'EntityCollection',
  event_collection: 'EventCollection',
  time_collection: 'TimeCollection',
}

class StoredObject implements WorldObject {
  constructor(
    readonly __typename: string,
    readonly id: string,
    readonly key: string,
    readonly name: string | null,
    readonly body: unknown,
    readonly worldId: string,
  ) {}
}

const classes = Object.fromEntries(
  Object.entries(kindMembers).map(([kind, ofKind]) => [
    kind,
    withMembers(StoredObject, { ...commonMembers, ...ofKind }, ({ worldId }) => ({ worldId })),
  ]),
) as Record<WorldKind, typeof StoredObject>

/**
 * A stored object as its GraphQL type, whose members are read from the body; the id has the kind in it, since the seven
 * arrays may hold one key each.
 */
export function worldObject({ worldId, kind, key, name, body }: WorldObjectRow): StoredObject {
  return new classes[kind](typeNames[kind], `${worldId}/${kind}/${key}`, key, name, body, worldId)
}

/** Whether a word names one of the seven arrays. */
export function isWorldKind(word: string): word is WorldKind {
  return Object.hasOwn(typeNames, word)
}

/** The persona and the type that an assignment names, and the id of the type as GraphQL has it. */
export function referenceOf(item: unknown, typeKind: 'entity' | 'event') {
  const { personaId, typeId } = assignedType(item)
  const typeReference = personaId !== null && typeId !== null ? `${personaId}/${typeKind}/${typeId}` : null
  return { personaId, typeId, typeReference }
}

/** The entries of `typeAssignments` or `personaInterpretations` as they stand in an object. */
export function assignmentsIn(body: unknown, field: string): readonly unknown[] {
  const items = bodyOf(body)[field]
  return Array.isArray(items) ? items : []
}

/** The entries of `typeAssignments` or `personaInterpretations`. */
export function assignmentsOf(object: WorldObject, field: string, typeKind: 'entity' | 'event'): TypeAssignment[] {
  return assignmentsIn(object.body, field).map((item: unknown) => {
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
