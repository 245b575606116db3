import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'

const typeKinds = sql`('entity_type', 'event_type', 'role_type', 'relation_type')`

/**
 * Returns a condition: the label is the id of a type that was deleted from the ontology of the persona, as far back as
 * the log of changes reaches, and not the id of an existing type. Other labels are free text.
 */
export const isDeletedType = (persona: RawBuilder<unknown>, label: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(not exists (select from ontology_types t where t.persona_id = ${persona} and t.type_id = ${label})
    and exists (select from changes c where c.thing = ${persona} and c.part = ${label} and c.kind in ${typeKinds}
      and c.operation = 'delete'))`

/** Selects the names of the deleted types among the labels of personas, by their position in the list. */
export async function selectDeletedTypes(
  db: Database,
  labels: readonly { personaId: string | null; label: string }[],
): Promise<{ at: number; name: string }[]> {
  const { rows } = await sql<{ at: number; name: string }>`
    select (l.n - 1)::int as at, (
        select c.before -> 'body' ->> 'name' from changes c where c.thing = l.persona_id and c.part = l.label
          and c.kind in ${typeKinds} and c.operation = 'delete' order by c.tx desc, c.seq desc limit 1) as name
      from unnest(${labels.map(({ personaId }) => personaId)}::uuid[], ${labels.map(({ label }) => label)}::text[])
        with ordinality as l(persona_id, label, n)
     where ${isDeletedType(sql`l.persona_id`, sql`l.label`)}
     order by l.n`.execute(db)
  return rows
}
