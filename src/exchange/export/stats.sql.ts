import { sql } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import type { ExportRows } from './export-rows.sql.js'

export interface ContentCounts {
  personaCount: number
  systemPersonaCount: number
  ontologyCount: number
  entityTypeCount: number
  eventTypeCount: number
  roleTypeCount: number
  relationTypeCount: number
  entityCount: number
  eventCount: number
  timeCount: number
  entityCollectionCount: number
  eventCollectionCount: number
  timeCollectionCount: number
  worldRelationCount: number
  summaryCount: number
  claimCount: number
  claimRelationCount: number
}

const typesOf = (kind: string) => sql`count(*) filter (where t.kind = ${sql.lit(kind)})::int`
const objectsOf = (kind: string) => sql`count(*) filter (where o.kind = ${sql.lit(kind)})::int`

/** Counts the lines of each kind, and the types of each kind in ontologies, that an export of these rows has (X-13). */
export async function selectContentCounts(db: Database, rows: ExportRows): Promise<ContentCounts> {
  const counts = await sql<ContentCounts>`select
      p.*, t.*, w.*,
      (select count(*)::int from video_summaries s where ${rows.summaries}) as summary_count,
      (select count(*)::int from claims c where ${rows.claims}) as claim_count,
      (select count(*)::int from claim_relations r where ${rows.relations}) as claim_relation_count
    from (select count(*)::int as persona_count, (count(*) filter (where p.is_system_generated))::int as system_persona_count,
            count(o.id)::int as ontology_count
            from personas p left join ontologies o on o.persona_id = p.id where ${rows.personas}) p,
         (select ${typesOf('entity')} as entity_type_count, ${typesOf('event')} as event_type_count,
            ${typesOf('role')} as role_type_count, ${typesOf('relation')} as relation_type_count
            from ontology_types t join personas p on p.id = t.persona_id where ${rows.personas}) t,
         (select ${objectsOf('entity')} as entity_count, ${objectsOf('event')} as event_count, ${objectsOf('time')} as time_count,
            ${objectsOf('entity_collection')} as entity_collection_count, ${objectsOf('event_collection')} as event_collection_count,
            ${objectsOf('time_collection')} as time_collection_count, ${objectsOf('relation')} as world_relation_count
            from world_objects o where ${rows.objects ?? sql`false`}) w`.execute(db)
  return counts.rows[0] as ContentCounts
}
