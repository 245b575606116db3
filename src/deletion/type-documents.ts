import { replaceTypeReferences } from '../documents/gloss.js'
import type { TypeKind } from '../personas/type-kinds.js'
import { assignedType, bodyOf, textOf } from '../world/world-references.js'
import type { WorldKind } from '../world/world-kinds.js'

export type { TypeKind } from '../personas/type-kinds.js'

/** A type that is about to be deleted. */
export interface LeavingType {
  personaId: string
  kind: TypeKind
  typeId: string
  typeName: string
  /**
   * Whether a reference with this `refType` (undefined if it has no `refType`) means this type. Set where types of
   * other kinds have the same id; if absent, every reference with the type's id means this type.
   */
  means?: (word: unknown) => boolean
}

/** The order in which the kinds are searched for the type of a reference that states no kind. */
export const lookedUp: readonly TypeKind[] = ['entity', 'event', 'role', 'relation']

/**
 * Adds `means` to the type, because types of different kinds may have the same id. A reference means the type whose
 * kind it states; if it states none of their kinds, it means the first of them in the order of `lookedUp`.
 */
export function amongNamesakes(type: LeavingType, others: readonly { kind: TypeKind; typeId: string }[]): LeavingType {
  const namesakes = others.filter(({ typeId }) => typeId === type.typeId).map(({ kind }) => kind)
  const isFirst = lookedUp.find((kind) => kind === type.kind || namesakes.includes(kind)) === type.kind
  const means = (word: unknown) => word === type.kind || (isFirst && !namesakes.some((kind) => kind === word))
  return { ...type, means }
}

/** A document after a type was removed from it. `body` is the same object if nothing in it referred to the type. */
export interface Cleaned {
  body: unknown
  glossReferences: number
  /** How many assignments, interpretations or entries of role lists were removed. */
  removed: number
}

/**
 * Removes a type from a world object of the caller: drops assignments and interpretations of the type and replaces
 * references in rich text by its name (P-11, P-12). A reference means the type only if it names the persona.
 */
export function cleanWorldObject(kind: WorldKind, body: unknown, type: LeavingType): Cleaned {
  const fields = assignmentFields(kind, type.kind)
  return cleaned(body, type, fields, (item) => {
    const { personaId, typeId } = assignedType(item)
    return personaId === type.personaId && typeId === type.typeId
  })
}

/**
 * Returns the fields in which world objects of a kind assign types of a kind. Event types are assigned to events and
 * collections of events, entity types to all other objects. Role and relation types are not assigned to objects.
 */
function assignmentFields(kind: WorldKind, typeKind: TypeKind): string[] {
  const isEvent = kind === 'event' || kind === 'event_collection'
  if (typeKind === 'event') return isEvent ? ['typeAssignments', 'personaInterpretations'] : []
  return typeKind === 'entity' && !isEvent ? ['typeAssignments'] : []
}

/**
 * Removes a type from another type of the same persona (P-11, P-12). Here a reference without refPersonaId means this
 * persona, and event types may list role types, which are dropped from the list.
 */
export function cleanType(kind: TypeKind, body: unknown, type: LeavingType): Cleaned {
  const fields = kind === 'event' && type.kind === 'role' ? ['roles'] : []
  return cleaned(body, { ...type, ownDocument: true }, fields, (item) => roleOf(item) === type.typeId)
}

function roleOf(item: unknown): string | null {
  const entry = bodyOf(item)
  return textOf(item) ?? textOf(entry['roleTypeId']) ?? textOf(entry['typeId']) ?? textOf(entry['id'])
}

function cleaned(
  body: unknown,
  type: LeavingType & { ownDocument?: boolean },
  fields: readonly string[],
  leaves: (item: unknown) => boolean,
): Cleaned {
  let kept = body
  let removed = 0
  for (const field of fields) {
    const list = bodyOf(kept)[field]
    if (!Array.isArray(list)) continue
    const rest = list.filter((item: unknown) => !leaves(item))
    if (rest.length === list.length) continue
    removed += list.length - rest.length
    kept = { ...bodyOf(kept), [field]: rest }
  }
  const { value, count } = replaceTypeReferences(kept, type)
  return { body: value, glossReferences: count, removed }
}

/** Returns the relation instances of other types (P-11). */
export function otherRelations(relations: unknown, typeId: string): unknown[] {
  return Array.isArray(relations) ? relations.filter((item: unknown) => relationTypeOf(item) !== typeId) : []
}

/**
 * Returns the id of the relation type that a relation instance names, under either of its two names; null if it names
 * no type.
 */
export function relationTypeOf(item: unknown): string | null {
  const relation = bodyOf(item)
  return textOf(relation['relationTypeId']) ?? textOf(relation['relationType'])
}
