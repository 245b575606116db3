import { sql, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { recordset } from '../database/rows/record-write.js'
import { ontologyTypeRecord } from './persona.shape.js'

/** Reads those types of a persona whose body contains the persona's own id. */
export function selectTypesNaming(db: Database, personaId: string) {
  return db
    .selectFrom('ontologyTypes')
    .selectAll()
    .where('personaId', '=', personaId)
    .where(sql<SqlBool>`position(${personaId} in lower(body::text)) > 0`)
    .execute()
}

/** Copies all types of one persona to another; the bodies in `rewritten` replace those of the types in it. */
export async function copyTypes(
  db: Database,
  { from, to }: { from: string; to: string },
  rewritten: Parameters<typeof recordset>[2],
): Promise<void> {
  const names = ['kind', 'position', 'body'] as const
  await sql`
    insert into ontology_types (persona_id, kind, position, body)
    select ${to}::uuid, t.kind, t.position, coalesce(r.body, t.body)
      from ontology_types t
      left join ${recordset(ontologyTypeRecord, names, rewritten)} on r.kind = t.kind and r.position = t.position
     where t.persona_id = ${from}`.execute(db)
}
