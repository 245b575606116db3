import type { Context } from '../../context.js'
import { groupBy } from '../../lib/group-by.js'
import { isObject } from '../../lib/json-walk.js'
import { typesOfPersonas } from '../../personas/ontology.service.js'
import { selectRelationsBetween } from './claim-alignment.sql.js'

/** The claims, with their personas, whose relations are read. */
type Claims = ReadonlyMap<string, readonly { id: string; personaId: string }[]>

/** The names of relations by which one claim opposes another, with their inflections. */
const opposing = /^(?:is |was )?(?:contradict(?:s|ed|ing|ion)?|refut(?:es?|ed|ing|ation)|attack(?:s|ed|ing)?)(?: by)?$/

const isOpposing = (name: string) =>
  opposing.test(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  )

/**
 * Returns the pairs of claims that a relation opposes: its type is called contradict, refute or attack, or is a kind of
 * a type that is. Pairs are ids with a space between them, in either order, by the ids of their two personas.
 */
export async function opposedByRelations(ctx: Context, claims: Claims): Promise<Map<string, string[]>> {
  const personaOf = new Map([...claims.values()].flat().map(({ id, personaId }) => [id, personaId]))
  const relations = (await selectRelationsBetween(ctx.db, [...personaOf.keys()])).filter(
    ({ sourceClaimId, targetClaimId }) => personaOf.get(sourceClaimId) !== personaOf.get(targetClaimId),
  )
  if (!relations.length) return new Map()
  const personaIds = [...claims.keys()]
  const rows = await typesOfPersonas(ctx, personaIds)
  const types = new Map(personaIds.map((id, at) => [id, typesById(rows[at]!)]))
  const opposed = relations.filter(({ sourceClaimId, targetClaimId, relationTypeId }) => {
    const ontologies = [sourceClaimId, targetClaimId].map((id) => types.get(personaOf.get(id)!)!)
    return isOpposing(relationTypeId) || ontologies.some((ontology) => isKindOfOpposing(ontology, relationTypeId))
  })
  const pairs = new Set(opposed.flatMap(({ sourceClaimId: a, targetClaimId: b }) => [`${a} ${b}`, `${b} ${a}`]))
  const personasOf = (pair: string) =>
    pair
      .split(' ')
      .map((id) => personaOf.get(id))
      .join(' ')
  return groupBy(pairs, personasOf)
}

interface RelationType {
  name: string
  parent: string | null
}

function typesById(rows: readonly { kind: string; typeId: string; name: string; body: unknown }[]) {
  const relationTypes = rows.filter(({ kind }) => kind === 'relation')
  return new Map(
    [...groupBy(relationTypes, ({ typeId }) => typeId)].map(([id, [type]]): [string, RelationType] => {
      const parent = isObject(type!.body) ? type!.body['parentTypeId'] : null
      return [id, { name: type!.name, parent: typeof parent === 'string' ? parent : null }]
    }),
  )
}

/** Returns whether the type, or one that it is a kind of, is called so; a ring of types ends the search. */
function isKindOfOpposing(types: ReadonlyMap<string, RelationType>, typeId: string): boolean {
  const seen = new Set<string>()
  for (let id: string | null = typeId; id !== null && !seen.has(id); id = types.get(id)?.parent ?? null) {
    seen.add(id)
    if (isOpposing(id) || isOpposing(types.get(id)?.name ?? '')) return true
  }
  return false
}
