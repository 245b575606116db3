import type { Context } from '../context.js'
import { load } from '../lib/load.js'
import { ontologyType } from '../personas/ontology-rows.js'
import { typesByNames } from '../personas/ontology.service.js'
import type { OntologyType } from '../personas/persona.type.js'

/** A reference to a type: the key of a type of a persona. The first of `kinds` that has the key is used. */
export interface TypeName {
  personaId: string | null
  kinds: readonly string[]
  key: string | null
}

/** Returns a type of a persona that the viewer may read; null for a dangling id. */
export function typeOfPersona(
  ctx: Context,
  personaId: string | null,
  kinds: readonly string[],
  key: string | null,
): Promise<OntologyType | null> {
  return load(ctx, typesNamed, { personaId, kinds, key })
}

/**
 * Reads types by their references in one statement, one entry per reference; references to the same type share one
 * object. Without `bodies`, the documents of the types are not read.
 */
export async function typesNamed(
  ctx: Context,
  names: readonly TypeName[],
  bodies?: boolean,
): Promise<(OntologyType | null)[]> {
  const wanted = names.flatMap(({ personaId, key }) => (personaId && key !== null ? [{ personaId, typeId: key }] : []))
  const rows = await typesByNames(ctx, wanted, bodies)
  const types = new Map([...rows].map(([name, row]) => [name, ontologyType(row)]))
  return names.map(({ personaId, kinds, key }) => {
    for (const kind of kinds) {
      const type = types.get(`${personaId}/${kind}/${key}`)
      if (type) return type
    }
    return null
  })
}
