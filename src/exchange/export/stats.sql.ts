import { sql } from 'kysely'
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
export function selectContentCounts(rows: ExportRows) {
  return sql<ContentCounts>`select
      p.*, t.*, w.*,
      (select count(*)::int from video_summaries s where ${rows.summaries}) as "summaryCount",
      (select count(*)::int from claims c where ${rows.claims}) as "claimCount",
      (select count(*)::int from claim_relations r where ${rows.relations}) as "claimRelationCount"
    from (select count(*)::int as "personaCount", (count(*) filter (where p.is_system_generated))::int as "systemPersonaCount",
            count(o.id)::int as "ontologyCount"
            from personas p left join ontologies o on o.persona_id = p.id where ${rows.personas}) p,
         (select ${typesOf('entity')} as "entityTypeCount", ${typesOf('event')} as "eventTypeCount",
            ${typesOf('role')} as "roleTypeCount", ${typesOf('relation')} as "relationTypeCount"
            from ontology_types t join personas p on p.id = t.persona_id where ${rows.personas}) t,
         (select ${objectsOf('entity')} as "entityCount", ${objectsOf('event')} as "eventCount", ${objectsOf('time')} as "timeCount",
            ${objectsOf('entity_collection')} as "entityCollectionCount", ${objectsOf('event_collection')} as "eventCollectionCount",
            ${objectsOf('time_collection')} as "timeCollectionCount", ${objectsOf('relation')} as "worldRelationCount"
            from world_objects o where ${rows.objects ?? sql`false`}) w`
}
