import type { Document } from '../lib/documents.js'
import { nameKey, type NewType } from './new-types.js'
import type { Part, Thing } from './thing.js'

interface Copying {
  /** The types of the list to copy, and the roles of the persona that has them. */
  from: { personaId: string; types: readonly Thing[]; roles: readonly Thing[] }
  /** The types and roles of the persona that gets the copies. */
  to: { types: readonly Thing[]; roles: readonly Thing[] }
  /** The part of a type with its roles, if types of the kind have any. */
  rolesOf: Part | undefined
  /** Returns the key of the copy of a type. */
  copyKey: (key: string) => string
}

/**
 * Returns copies of the types of another persona. What they refine, and their roles, are those of the same name; roles
 * that the other persona does not have are left out. References in texts still lead to the types of the first one.
 */
export function copiedTypes({ from, to, rolesOf, copyKey }: Copying): NewType[] {
  const keys = keysByName(from.types, to.types)
  const roles = keysByName(from.roles, to.roles)
  return from.types.map(({ key, name, document }) => {
    const { parentTypeId, gloss, ...rest } = document
    const parent = from.types.some((one) => one.key === parentTypeId)
      ? (keys.get(parentTypeId as string) ?? copyKey(parentTypeId as string))
      : null
    const copy = {
      ...{ ...rest, name, key: copyKey(key) },
      ...(parent !== null && { parentTypeId: parent }),
      gloss: ((gloss ?? []) as Document[]).map((item) => ofPersona(item, from.personaId)),
    }
    if (!rolesOf) return copy
    return rolesOf.write(
      copy,
      rolesOf.read(copy).flatMap((role) => roles.get(role) ?? []),
    ) as NewType
  })
}

/** Returns the keys of the things of the same names, by the keys of the first ones. */
function keysByName(from: readonly Thing[], to: readonly Thing[]): ReadonlyMap<string, string> {
  const byName = new Map(to.map(({ name, key }) => [nameKey(name), key]))
  return new Map(
    from.flatMap(({ key, name }) => {
      const other = byName.get(nameKey(name))
      return other === undefined ? [] : [[key, other] as const]
    }),
  )
}

/** Returns an item of rich text that names the persona of the type to which it refers. */
const ofPersona = (item: Document, personaId: string): Document =>
  item['type'] === 'TYPE_REF' ? { ...item, refPersonaId: item['refPersonaId'] ?? personaId } : item
