import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { ClaimRow, ObjectRow, TypeRow } from './type-plan.sql.js'
import type { LeavingType } from './type-documents.js'

// Deleting a type changes documents of five areas in one transaction. Within this area only this file and
// user-hand-over.sql.ts write tables of other areas.

/**
 * Deletes the type from its ontology and stores the ontology's other types that changed. Bumps the ontology's version.
 */
export async function removeType(
  db: Database,
  type: LeavingType,
  changed: readonly TypeRow[],
  relations: unknown[] | undefined,
  at: Date,
): Promise<void> {
  const { personaId, kind, typeId } = type
  await db
    .updateTable('ontologies')
    .set({ version: sql`version + 1`, updatedAt: at, ...(relations && { relations: JSON.stringify(relations) }) })
    .where('personaId', '=', personaId)
    .execute()
  await db
    .deleteFrom('ontologyTypes')
    .where('personaId', '=', personaId)
    .where('kind', '=', kind)
    .where('typeId', '=', typeId)
    .execute()
  if (changed.length === 0) return
  await sql`update ontology_types t set body = c.body
      from json_to_recordset(${JSON.stringify(changed)}::json) as c(kind text, "typeId" text, body json)
     where t.persona_id = ${personaId} and t.kind = c.kind and t.type_id = c."typeId"`.execute(db)
}

/** Stores the changed world objects, deletes the removed ones, and bumps the version of every world affected. */
export async function changeWorlds(
  db: Database,
  changed: readonly ObjectRow[],
  removed: readonly ObjectRow[],
  at: Date,
): Promise<void> {
  const worldIds = [...new Set([...changed, ...removed].map((row) => row.worldId))]
  if (worldIds.length === 0) return
  await db
    .updateTable('worldStates')
    .set({ version: sql`version + 1`, updatedAt: at })
    .where('id', 'in', worldIds)
    .execute()
  await sql`update world_objects o set body = c.body
      from json_to_recordset(${JSON.stringify(changed)}::json) as c("worldId" uuid, kind text, key text, body json)
     where o.world_id = c."worldId" and o.kind = c.kind and o.object_id = c.key`.execute(db)
  await sql`delete from world_objects o
     using json_to_recordset(${JSON.stringify(removed)}::json) as c("worldId" uuid, kind text, key text)
     where o.world_id = c."worldId" and o.kind = c.kind and o.object_id = c.key`.execute(db)
}

export async function changeSummaries(
  db: Database,
  changed: readonly { id: string; summary: unknown }[],
  at: Date,
): Promise<void> {
  if (changed.length === 0) return
  await sql`update video_summaries s set summary = c.summary, version = version + 1, updated_at = ${at}
      from json_to_recordset(${JSON.stringify(changed)}::json) as c(id uuid, summary json) where s.id = c.id`.execute(
    db,
  )
}

/**
 * Stores the changed claims. A nullable document that is SQL NULL stays SQL NULL: in the list of changes it is a JSON
 * null.
 */
export async function changeClaims(db: Database, changed: readonly ClaimRow[], at: Date): Promise<void> {
  if (changed.length === 0) return
  await sql`update claims t set gloss = c.gloss, version = version + 1, updated_at = ${at},
        claimer_gloss = case when t.claimer_gloss is null then null else c."claimerGloss" end,
        claim_relation = case when t.claim_relation is null then null else c."claimRelation" end
      from json_to_recordset(${JSON.stringify(changed)}::json) as c(id uuid, gloss json, "claimerGloss" json, "claimRelation" json)
     where t.id = c.id`.execute(db)
}
