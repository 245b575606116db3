import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import type { Condition } from '../../../database/rows/conditions.js'

/** Selects the id of a video by its id or the name of its file; `visible` is a condition on the alias v. */
export async function selectVideoId(
  db: Database,
  by: { id: string } | { filename: string },
  visible: Condition,
): Promise<string | null> {
  const named = 'id' in by ? sql`v.id = ${by.id}` : sql`v.filename = ${by.filename}`
  const { rows } = await sql<{ id: string }>`select v.id from videos v where ${named} and ${visible}`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Selects the names and ids of the types of a persona, in the order in which an ambiguous name is resolved; `visible`
 * is a condition on the alias p.
 */
export async function selectTypeNames(
  db: Database,
  personaId: string,
  visible: Condition,
): Promise<{ name: string; id: string }[] | null> {
  const { rows } = await sql<{ name: string | null; id: string | null }>`select t.name, t.type_id as id
      from personas p left join ontology_types t on t.persona_id = p.id
     where p.id = ${personaId} and ${visible}
     order by array_position(array['entity', 'event', 'role', 'relation'], t.kind), t.position`.execute(db)
  if (!rows.length) return null
  return rows.flatMap(({ name, id }) => (name === null || id === null ? [] : [{ name, id }]))
}
