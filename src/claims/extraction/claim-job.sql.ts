import { sql, type SqlBool } from 'kysely'
import type { Abilities } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import { visible } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { lookedUpIn, lookupOrder } from '../../world/worlds-of-text.js'

const ofLabel = { author: sql.ref('a.created_by_user_id'), projectId: sql.ref('a.project_id') }

/** The input of an extraction besides the text: labels of annotations, and types with their descriptions. */
export interface ExtractionInputs {
  annotations: { name: string; type: string }[]
  types: { name: string; gloss: unknown; definition: unknown; kind: string; document: Record<string, unknown> | null }[]
}

/**
 * Reads up to 15 distinct labels of those annotations of the video and persona that the user may read, as the names of
 * the types and objects to which they refer, and the types of the persona if the user may read it; with `documents`,
 * also the whole documents of the types (MS-18).
 */
export async function selectExtractionInputs(
  db: Database,
  abilities: Abilities,
  videoId: string,
  personaId: string,
  documents = false,
): Promise<ExtractionInputs> {
  const readable = sql<SqlBool>`exists (select from personas p where p.id = ${personaId} and ${visible(abilities, 'persona', 'p')})`
  const { rows: annotations } = await sql<ExtractionInputs['annotations'][number]>`
    select coalesce(case when a.is_object then o.name else t.name end, a.label) as name, min(a.type) as type
      from annotations a
      left join ontology_types t on t.persona_id = a.persona_id and t.type_id = a.label and ${readable}
      left join lateral (
        select o.name from world_states w join world_objects o on o.world_id = w.id and o.object_id = a.label
         where a.is_object and ${lookedUpIn(ofLabel, 'w')} and ${visible(abilities, 'world_state', 'w')}
         order by ${lookupOrder(ofLabel, 'w')}, o.kind limit 1) o on true
     where a.video_id = ${videoId} and a.persona_id = ${personaId} and ${among(visible(abilities, 'annotation', 'a'))}
     group by 1 order by count(*) desc, 1 limit 15`.execute(db)
  const { rows: types } = await sql<ExtractionInputs['types'][number]>`
    select t.name, t.body -> 'gloss' as gloss, t.body -> 'definition' as definition, t.kind,
           case when ${documents} then t.body end as document
      from ontology_types t where t.persona_id = ${personaId} and ${among(readable)} order by t.kind, t.position`.execute(
    db,
  )
  return { annotations, types }
}

export interface SynthesisRelation {
  sourceClaimId: string
  targetClaimId: string
  relationTypeId: string
  typeName: string | null
  confidence: number | null
  notes: string | null
}

/**
 * Reads the relations among those claims of a summary that the user may read, with the name of their type in the
 * persona's ontology.
 */
export async function selectSynthesisRelations(
  db: Database,
  abilities: Abilities,
  summaryId: string,
): Promise<SynthesisRelation[]> {
  const { rows } = await sql<SynthesisRelation>`
    select r.source_claim_id, r.target_claim_id, r.relation_type_id, t.name as type_name, r.confidence, r.notes
      from claim_relations r join claims c on c.id = r.source_claim_id join claims d on d.id = r.target_claim_id
      join video_summaries s on s.id = c.summary_id
      left join ontology_types t on t.persona_id = s.persona_id and t.kind = 'relation' and t.type_id = r.relation_type_id
     where c.summary_id = ${summaryId} and d.summary_id = ${summaryId}
       and ${among(visible(abilities, 'claim', 'c'))} and ${visible(abilities, 'claim', 'd')}
     order by r.created_at, r.id`.execute(db)
  return rows
}
