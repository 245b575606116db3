import type { Context } from '../context.js'
import { load } from '../lib/load.js'
import { ontologyType } from '../personas/ontology-rows.js'
import { typesOfPersonas } from '../personas/ontology.service.js'
import type { OntologyType } from '../personas/persona.type.js'
import { personasByIds } from '../personas/persona.service.js'

/** The type of a persona that the viewer may read, of the first kind that has the key; null for a dangling id. */
export async function typeOfPersona(
  ctx: Context,
  personaId: string | null,
  kinds: readonly string[],
  key: string | null,
): Promise<OntologyType | null> {
  if (!personaId || key === null || !(await load(ctx, personasByIds, personaId))) return null
  const types = await load(ctx, typesOfPersonas, personaId)
  for (const kind of kinds) {
    const row = types.find((type) => type.kind === kind && type.typeId === key)
    if (row) return ontologyType(row)
  }
  return null
}
