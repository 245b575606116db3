import { sql } from 'kysely'
import { conflict, idInUse, missing } from './notes.js'
import { skipped, type Planning, type Step } from './planning.js'
import { repeated, type Fragment } from './rule.sql.js'
import { nameStored, unnamed } from './targets.sql.js'

const kinds = ['type_correspondence'] as const

/**
 * Returns the rules for correspondences of types. Two types have at most one, which is not changed by an import. It is
 * between types that there are after the import, of personas that the caller may read and one of which they may change.
 */
export function correspondences({ userId, usable, missingForGood }: Planning): Step[] {
  const ends = sql`cross join lateral (values (l.source_id), (l.target_id)) x(id)`
  const named = sql`select x.id from import_lines l ${ends}
    where l.kind = 'type_correspondence' and l.state = 'import' and ${unnamed('persona', sql`x.id`)}`
  const ofPersonas = { kinds, refers: { a: ['persona', 'source_id'] as const, b: ['persona', 'target_id'] as const } }
  const mine = sql`exists (select from personas p where p.id in (a.final_id, b.final_id) and ${usable.changedPersona})`
  const body = (name: string) => sql`(select b.body ->> ${sql.lit(name)} from import_bodies b where b.line = l.line)`
  const [first, second] = [body('firstTypeId'), body('secondTypeId')]
  const typesOf = sql`cross join lateral (values (a.final_id, ${first}), (b.final_id, ${second})) x(persona, id)`
  const lacking = sql`not exists (select from import_types i where i.persona_id = x.persona and i.type_id = x.id)
    and not exists (select from ontology_types o where o.persona_id = x.persona and o.type_id = x.id)`
  const byId = (where: Fragment) => ({
    kinds,
    joins: sql`join type_correspondences k on k.id = l.uid`,
    where: sql`l.new_id is null and ${where}`,
  })
  const own = { ...byId(sql`k.created_by = ${userId}`), existing: sql`l.id`, details: 'The correspondence exists' }
  const inOrder = (one: Fragment, other: Fragment) =>
    sql`case when a.final_id < b.final_id then ${one} else ${other} end`
  const byPair = {
    ...ofPersonas,
    // In the words of the unique index of pairs.
    joins: sql`join type_correspondences k
      on least(k.first_persona_id, k.second_persona_id) = least(a.final_id, b.final_id)
      and greatest(k.first_persona_id, k.second_persona_id) = greatest(a.final_id, b.final_id)
      and md5(case when k.first_persona_id < k.second_persona_id then k.first_type_id else k.second_type_id end)
        = md5(${inOrder(first, second)})
      and md5(case when k.first_persona_id < k.second_persona_id then k.second_type_id else k.first_type_id end)
        = md5(${inOrder(second, first)})`,
    existing: sql`k.id`,
    details: 'A correspondence of the same types exists',
  }
  const secondPair = {
    ...ofPersonas,
    joins: repeated(ofPersonas, [
      sql`least(a.final_id, b.final_id)`,
      sql`greatest(a.final_id, b.final_id)`,
      inOrder(first, second),
      inOrder(second, first),
    ]),
    details: 'An earlier line has a correspondence of the same types',
  }
  return [
    nameStored('persona', named, usable.readPersona, sql`p.user_id = ${userId} and ${usable.changedPersona}`),
    missing('persona', { kinds, joins: ends, where: unnamed('persona', sql`x.id`), id: sql`x.id` }, missingForGood),
    missing(
      'persona',
      { ...ofPersonas, where: sql`not a.fresh and not b.fresh and not ${mine}`, id: sql`l.source_id` },
      missingForGood,
    ),
    missing('type', { ...ofPersonas, joins: typesOf, where: lacking, id: sql`x.id` }, missingForGood),
    conflict('duplicate-type-correspondence', own, 'skip', skipped),
    idInUse('correspondence', byId(sql`true`)),
    conflict('duplicate-type-correspondence', byPair, 'skip', skipped),
    conflict('duplicate-type-correspondence', secondPair, 'skip', skipped),
  ]
}
