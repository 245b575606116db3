import { isObject, type JsonObject } from '../lib/json-walk.js'
import { notesOf } from '../lib/described.js'
import { extraOf, memberReader, readingMembers } from '../documents/document-reading.js'
import { mapValues } from '../lib/map-values.js'
import { assignedType, bodyOf, objectsIn } from './world-references.js'
import { assignment, objectsOf } from './world-object.shape.js'
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

const classes = mapValues(objectsOf, ({ properties }) =>
  readingMembers(StoredObject, properties, ({ worldId }) => ({ worldId })),
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
  worldId,
}: WorldObject): { worldId: string; kind: WorldKind; objectId: string; body: JsonObject }[] {
  const kind = id.split('/')[1] ?? ''
  return isWorldKind(kind) && isObject(body) ? [{ worldId, kind, objectId: key, body }] : []
}

/** Returns whether a word is the kind of one of the seven arrays. */
export function isWorldKind(word: string): word is WorldKind {
  return Object.hasOwn(typeNames, word)
}

/** Returns the GraphQL ids of the persona and the type in an assignment. */
export function referenceOf(item: unknown, typeKind: 'entity' | 'event') {
  const { personaId: personaReference, typeId } = assignedType(item)
  const isWhole = personaReference !== null && typeId !== null
  return { personaReference, typeReference: isWhole ? `${personaReference}/${typeKind}/${typeId}` : null }
}

/** Returns the objects of `typeAssignments` or `personaInterpretations` as they are stored; null without a list. */
export function assignmentsIn(body: unknown, field: string): JsonObject[] | null {
  const list = bodyOf(body)[field]
  return Array.isArray(list) ? objectsIn(list) : null
}

const { properties: members } = assignment

const assignmentFields = ['personaId', 'typeId', 'typeName', 'confidence', 'justification'] as const
type AssignmentField = (typeof assignmentFields)[number]
type Assigned = Pick<TypeAssignment, AssignmentField>

const readers = Object.fromEntries(
  assignmentFields.map((name) => [name, memberReader(name, members[name]!)]),
) as Record<AssignmentField, (item: unknown) => unknown>

/** Returns a member of an assignment. */
export const assignmentMember = <Name extends AssignmentField>(name: Name, item: unknown): Assigned[Name] =>
  readers[name](item) as Assigned[Name]

/** Returns what an assignment contains besides its members. */
export const assignmentExtra = (item: unknown): JsonObject | null => extraOf(members, item)

/** An assignment, whose members are read when they are accessed: an object may have thousands of assignments. */
class Assignment {
  constructor(
    readonly body: JsonObject,
    readonly worldId: string,
    readonly typeKind: 'entity' | 'event',
  ) {}

  get personaReference(): string | null {
    return referenceOf(this.body, this.typeKind).personaReference
  }

  get typeReference(): string | null {
    return referenceOf(this.body, this.typeKind).typeReference
  }

  get extra(): JsonObject | null {
    return assignmentExtra(this.body)
  }
}
for (const name of assignmentFields)
  Object.defineProperty(Assignment.prototype, name, {
    get(this: Assignment) {
      return assignmentMember(name, this.body)
    },
  })

/** Returns the entries of `typeAssignments` or `personaInterpretations` as GraphQL objects. */
export function assignmentsOf(
  { body, worldId }: WorldObject,
  field: string,
  typeKind: 'entity' | 'event',
): TypeAssignment[] | null {
  const items = assignmentsIn(body, field)
  return items && items.map((item) => new Assignment(item, worldId, typeKind) as Assignment & Assigned)
}
