import { replaceTypeReferences } from '../lib/gloss.js'
import { assignedType, bodyOf, textOf } from '../world/world-references.js'
import type { WorldKind } from '../lib/world-kinds.js'

export type TypeKind = 'entity' | 'event' | 'role' | 'relation'

/** A type that is about to go. */
export interface LeavingType {
  personaId: string
  kind: TypeKind
  typeId: string
  typeName: string
  /** Whether a reference that says this kind, or none, means it; left out, all do. */
  means?: (said: unknown) => boolean
}

/** In this order readers look for the type of a reference that says no kind. */
export const lookedUp: readonly TypeKind[] = ['entity', 'event', 'role', 'relation']

/** Types of other kinds may have the same id: a reference means the one whose kind it says, else the first. */
export function amongNamesakes(type: LeavingType, others: readonly { kind: TypeKind; typeId: string }[]): LeavingType {
  const namesakes = others.filter(({ typeId }) => typeId === type.typeId).map(({ kind }) => kind)
  const isFirst = lookedUp.find((kind) => kind === type.kind || namesakes.includes(kind)) === type.kind
  const means = (said: unknown) => said === type.kind || (isFirst && !namesakes.some((kind) => kind === said))
  return { ...type, means }
}

/** A document without a type; `body` is the same object when nothing referred to it. */
export interface Cleaned {
  body: unknown
  glossReferences: number
  /** Assignments, interpretations or roles-list entries that were taken out. */
  removed: number
}

/** P-11, P-12: a world object of the caller, or another document outside the persona's ontology. */
export function cleanWorldObject(kind: WorldKind, body: unknown, type: LeavingType): Cleaned {
  const fields = assignmentFields(kind, type.kind)
  return cleaned(body, type, fields, (item) => {
    const { personaId, typeId } = assignedType(item)
    return personaId === type.personaId && typeId === type.typeId
  })
}

/** Where objects of a kind name types of a kind: entity types on entities and times, event types on events. */
function assignmentFields(kind: WorldKind, typeKind: TypeKind): string[] {
  const isEvent = kind === 'event' || kind === 'event_collection'
  if (typeKind === 'event') return isEvent ? ['typeAssignments', 'personaInterpretations'] : []
  return typeKind === 'entity' && !isEvent ? ['typeAssignments'] : []
}

/** Another type of the same persona: an absent refPersonaId means that persona, and event types list roles. */
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

/** The relation instances of other types (P-11). */
export function otherRelations(relations: unknown, typeId: string): unknown[] {
  return Array.isArray(relations) ? relations.filter((item: unknown) => relationTypeOf(item) !== typeId) : []
}

export function relationTypeOf(item: unknown): string | null {
  const relation = bodyOf(item)
  return textOf(relation['relationTypeId']) ?? textOf(relation['relationType'])
}
