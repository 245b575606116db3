import { sql } from 'kysely'
import type { Database } from '../database/client.js'

export async function copyPersonaRow(
  db: Database,
  sourceId: string,
  copy: { id: string; userId: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into personas (id, user_id, name, role, information_need, details, created_at, updated_at)
    select ${copy.id}::uuid, ${copy.userId}::uuid, p.name, p.role, p.information_need, p.details, ${copy.at}::timestamptz, ${copy.at}::timestamptz
      from personas p where p.id = ${sourceId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Types as they are but for the persona's own id, which stands for the copy wherever it occurs in them. */
export async function copyOntology(db: Database, sourceId: string, copyId: string): Promise<void> {
  await sql`update ontologies o set relations = replace(source.relations::text, ${sourceId}, ${copyId})::json
      from ontologies source where source.persona_id = ${sourceId} and o.persona_id = ${copyId}`.execute(db)
  await sql`insert into ontology_types (persona_id, kind, position, body)
    select ${copyId}::uuid, t.kind, t.position, replace(t.body::text, ${sourceId}, ${copyId})::json
      from ontology_types t where t.persona_id = ${sourceId}`.execute(db)
}
