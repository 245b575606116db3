import type { OntologyTypeKind, PersonaTypesQuery } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { inputOf, type Document } from '../lib/documents.js'
import { texts } from '../texts.js'
import { keysIn, kindsIn } from './parts.js'
import type { List, Things } from './thing.js'
import { faultsOfTypes, partsOfTypes } from './type-parts.js'
import { typeLists } from './type-lists.js'

const words = texts.personas
const member = { name: 'name', gloss: 'gloss' } as const
const joined = choicesOf(words.joined)

/**
 * Returns the lists of types; event types refer to roles of the persona, relation types to the kinds that they connect.
 */
export function listsOf({ persona }: PersonaTypesQuery): Record<keyof typeof fields, List> {
  const { entityTypes = [], eventTypes = [], roleTypes = [], relationTypes = [] } = persona?.ontology ?? {}
  const roles = roleTypes.map(({ key, name }) => ({ value: key, label: name! }))
  const rolesOf = keysIn(words.rolesOf, 'roleIds', ['roles'], ['roleTypeId', 'typeId', 'id'], roles)
  const ends = { source: kindsIn(words.source, 'source', joined), target: kindsIn(words.target, 'target', joined) }
  const listOf = (list: keyof typeof fields, types: typeof roleTypes, parts: List['parts'] = {}): List => ({
    ...{ label: words[list], ...member, faults: faultsOfTypes(types) },
    parts: { ...partsOfTypes(types), ...parts },
  })
  return {
    entities: listOf('entities', entityTypes),
    events: listOf('events', eventTypes, { roles: rolesOf }),
    roles: listOf('roles', roleTypes),
    relationTypes: listOf('relationTypes', relationTypes, ends),
  }
}

/** The kind of the types in a list. */
export const kindsOfLists = Object.fromEntries(
  Object.entries(typeLists).map(([kind, list]) => [list, kind as OntologyTypeKind]),
) as Record<string, OntologyTypeKind>
const fields = {
  entities: 'entityTypes',
  events: 'eventTypes',
  roles: 'roleTypes',
  relationTypes: 'relationTypes',
} as const

/** Returns the list of documents as an input. */
export const listInput = (list: string, documents: Document[], ifVersion: number) => ({
  [fields[list as keyof typeof fields]]: documents,
  ...(ifVersion && { ifVersion }),
})

export function thingsOf({ persona }: PersonaTypesQuery): Things {
  const ontology = persona?.ontology
  const of = (list: keyof typeof fields) =>
    (ontology?.[fields[list]] ?? []).map((type) => ({
      ...{ key: type.key, name: type.name!, gloss: type.gloss, document: inputOf<Document>(type) },
    }))
  return {
    version: ontology?.version ?? 0,
    lists: { entities: of('entities'), events: of('events'), roles: of('roles'), relationTypes: of('relationTypes') },
  }
}
