import { RowReference } from '../lib/target.js'
import { typeKinds } from '../personas/type-kinds.js'
import type { ObjectReferred } from './referred.service.js'
import type { TypeName } from './type-of-persona.js'
import type { WorldKind } from './world-kinds.js'
import { typeNames } from './world-rows.js'

/** The name that references have for objects of a kind that are found by their owners. */
export const ownedName = (kind: WorldKind): string => `${typeNames[kind]} of a user`

/** Returns the key of an object in the worlds of a user: `<user>/<project or nothing>/<key>`. */
const ownedKey = (userId: string, projectId: string | null, key: string): string =>
  `${userId}/${projectId ?? ''}/${key}`

/**
 * Returns the row of the type to which a text or label refers, of the first of its kinds; null for a reference without
 * a persona.
 */
export function rowOfType({ personaId, kinds, key }: TypeName): RowReference | null {
  const kind = kinds.find((one) => (typeKinds as readonly string[]).includes(one))
  return personaId && kind && key !== null ? new RowReference('OntologyType', `${personaId}/${kind}/${key}`) : null
}

/**
 * Returns the row of the object to which a text or label refers; null for a reference without an author, undefined if
 * its kind is open or its author is that of a persona.
 */
export function rowOfObject({ owner, kind, key }: ObjectReferred): RowReference | null | undefined {
  if (key === null) return null
  if (kind === null || 'personaId' in owner) return undefined
  if ('worldId' in owner) return new RowReference(typeNames[kind], `${owner.worldId}/${kind}/${key}`)
  const { createdBy, projectId } = owner
  return createdBy ? new RowReference(ownedName(kind), ownedKey(createdBy, projectId, key)) : null
}
