import type { Context } from '../context.js'
import { load } from '../lib/load.js'
import { ontologyType } from '../personas/ontology-rows.js'
import { typesOfPersonas } from '../personas/ontology.service.js'
import type { OntologyType } from '../personas/persona.type.js'
import { personasByIds } from '../personas/persona.service.js'

/** A type as it is referred to: of a persona, of the first of the kinds that has the key. */
export interface TypeName {
  personaId: string | null
  kinds: readonly string[]
  key: string | null
}

/** The type of a persona that the viewer may read; null for a dangling id. */
export async function typeOfPersona(
  ctx: Context,
  personaId: string | null,
  kinds: readonly string[],
  key: string | null,
): Promise<OntologyType | null> {
  return (await typesNamed(ctx, [{ personaId, kinds, key }]))[0] ?? null
}

/** One entry a name; those that name the same type share one object. */
export async function typesNamed(ctx: Context, names: readonly TypeName[]): Promise<(OntologyType | null)[]> {
  const ids = [...new Set(names.flatMap(({ personaId, key }) => (personaId && key !== null ? [personaId] : [])))]
  const known = new Map<string, OntologyType>()
  await Promise.all(
    ids.map(async (id) => {
      if (!(await load(ctx, personasByIds, id))) return
      // The first of its kind and key, as it stands in the stored order.
      for (const row of await load(ctx, typesOfPersonas, id)) {
        const name = `${id}/${row.kind}/${row.typeId}`
        if (!known.has(name)) known.set(name, ontologyType(row))
      }
    }),
  )
  return names.map(({ personaId, kinds, key }) => {
    for (const kind of kinds) {
      const found = known.get(`${personaId}/${kind}/${key}`)
      if (found) return found
    }
    return null
  })
}
