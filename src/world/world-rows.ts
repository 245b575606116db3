import { isObject, type JsonObject } from '../lib/json-walk.js'
import { notesOf } from '../lib/described.js'
import { readingMembers } from '../documents/document-members.js'
import { mapValues } from '../lib/map-values.js'
import { assignedType, bodyOf, numberOf, objectsIn, textOf } from './world-references.js'
import { kindMembers, objectsOf } from './world-object.shape.js'
import type { WorldObjectRow } from './world-object.sql.js'
import type { TypeAssignment, WorldObject } from './world.type.js'
import type { WorldKind } from './world-kinds.js'

/** The GraphQL type of each kind. */
export const typeNames = mapValues(objectsOf, (of) => notesOf(of).name!)

/** The GraphQL types of the objects that claims and annotations can refer to: all but relations. */
export const referableTypes = Object.entries(typeNames).flatMap(([kind, name]) => (kind === 'relation' ? [] : [name]))

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

const classes = mapValues(kindMembers, (members) =>
  readingMembers(StoredObject, members, ({ worldId }) => ({ worldId })),
)

/**
 * Returns a stored object as its GraphQL object, whose members are read from the body. The id includes the kind,
 * because each of the seven arrays of a world may contain an object with the same key.
 */
export function worldObject({ worldId, kind, key, name, body }: WorldObjectRow): StoredObject {
  return new classes[kind](typeNames[kind], `${worldId}/${kind}/${key}`, key, name, body, worldId)
}

/** Returns the row of an object that `worldObject` has built. */
export function storedObjectOf({
  id,
  key,
  body,
}: WorldObject): { kind: WorldKind; objectId: string; body: JsonObject }[] {
  const kind = id.split('/')[1] ?? ''
  return isWorldKind(kind) && isObject(body) ? [{ kind, objectId: key, body }] : []
}

/** Returns whether a word is the kind of one of the seven arrays. */
export function isWorldKind(word: string): word is WorldKind {
  return Object.hasOwn(typeNames, word)
}

/** Returns the persona and the type in an assignment, and the GraphQL id of the type. */
export function referenceOf(item: unknown, typeKind: 'entity' | 'event') {
  const { personaId, typeId } = assignedType(item)
  const typeReference = personaId !== null && typeId !== null ? `${personaId}/${typeKind}/${typeId}` : null
  return { personaId, typeId, typeReference }
}

/** Returns the objects of `typeAssignments` or `personaInterpretations` as they are stored in an object. */
export function assignmentsIn(body: unknown, field: string): JsonObject[] {
  return objectsIn(bodyOf(body)[field])
}

/** Returns the entries of `typeAssignments` or `personaInterpretations` as GraphQL objects. */
export function assignmentsOf(object: WorldObject, field: string, typeKind: 'entity' | 'event'): TypeAssignment[] {
  return assignmentsIn(object.body, field).map((item) => {
    const { typeName, confidence, justification } = item
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
