import { sql } from 'kysely'
import { worldKinds } from '../../world/world-kinds.js'
import type { ContentCounts } from '../exchange.shape.js'
import { lineTypes, typeLists } from '../line.shape.js'
import type { ExportRows } from './export-rows.sql.js'

const counted = (column: string, kind: string, name: keyof ContentCounts) =>
  sql`count(*) filter (where ${sql.ref(column)} = ${sql.lit(kind)})::int as "${sql.raw(name)}"`
const types = sql.join(Object.values(typeLists).map((kind) => counted('t.kind', kind, `${kind}TypeCount`)))
const objects = sql.join(worldKinds.map((kind) => counted('o.kind', kind, lineTypes[kind].stat)))

/** Counts the lines of each kind, and the types of each kind in ontologies, that an export of these rows has (X-13). */
export function selectContentCounts(rows: ExportRows) {
  return sql<ContentCounts>`select
      p.*, t.*, w.*,
      (select count(*)::int from type_correspondences k where ${rows.correspondences}) as "typeCorrespondenceCount",
      (select count(*)::int from video_summaries s where ${rows.summaries}) as "summaryCount",
      (select count(*)::int from claims c where ${rows.claims}) as "claimCount",
      (select count(*)::int from claim_relations r where ${rows.relations}) as "claimRelationCount"
    from (select count(*)::int as "personaCount", (count(*) filter (where p.is_system_generated))::int as "systemPersonaCount",
            count(o.id)::int as "ontologyCount"
            from personas p left join ontologies o on o.persona_id = p.id where ${rows.personas}) p,
         (select ${types} from ontology_types t join personas p on p.id = t.persona_id where ${rows.personas}) t,
         (select ${objects} from world_objects o where ${rows.objects ?? sql`false`}) w`
}
