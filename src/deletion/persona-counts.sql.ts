import { sql } from 'kysely'
import type { Reach } from '../access/abilities.js'
import { ownWorldWithin } from '../access/comparisons.js'
import type { Database } from '../database/driver/client.js'
import { claimsAndRelations } from '../database/rows/deleted-claims.js'
import type { PersonaDeletionCounts } from './deletion.shape.js'

const items = (field: string) =>
  sql`json_array_elements(case when json_typeof(o.body -> ${sql.lit(field)}) = 'array' then o.body -> ${sql.lit(field)} else '[]' end)`

/**
 * Counts what is deleted with a persona (RF-03): its types, its owner's annotations, and all users' summaries of it
 * with their claims. `worldAssignmentCount` counts the assignments and interpretations in the user's personal world
 * that name the persona; they stay and will dangle. With `named`, also returns the ids of what is deleted.
 */
export async function selectPersonaCounts(
  db: Database,
  personaId: string,
  who: Reach,
  named = false,
): Promise<{ counts: PersonaDeletionCounts; ids: Record<string, string[]> | null }> {
  const ids = named
    ? sql`json_build_object('Persona', json_build_array(p.id),
      'Ontology', (select coalesce(json_agg(o.id), '[]') from ontologies o where o.persona_id = p.id),
      'OntologyType', (select coalesce(json_agg(concat_ws('/', p.id, t.kind, t.type_id)), '[]')
        from ontology_types t where t.persona_id = p.id),
      'TypeCorrespondence', (select coalesce(json_agg(k.id), '[]')
        from type_correspondences k where p.id in (k.first_persona_id, k.second_persona_id)),
      'AgreementDecision', (select coalesce(json_agg(d.id), '[]') from agreement_decisions d where d.persona_id = p.id),
      'Annotation', (select coalesce(json_agg(a.id), '[]')
        from annotations a where a.persona_id = p.id and a.created_by_user_id = p.user_id),
      'Summary', (select coalesce(json_agg(s.id), '[]') from video_summaries s where s.persona_id = p.id),
      ${claimsAndRelations(
        sql`(select c.id from video_summaries s join claims c on c.summary_id = s.id where s.persona_id = p.id)`,
      )})`
    : sql`null`
  const { rows } = await sql<PersonaDeletionCounts & { ids: Record<string, string[]> | null }>`select
    (select count(*) from ontology_types t where t.persona_id = p.id)::int as type_count,
    (select count(*) from annotations a where a.persona_id = p.id and a.created_by_user_id = p.user_id)::int as annotation_count,
    (select count(*) from video_summaries s where s.persona_id = p.id)::int as summary_count,
    (select count(*) from video_summaries s join claims c on c.summary_id = s.id where s.persona_id = p.id)::int as claim_count,
    (select count(*) from world_states w join world_objects o on o.world_id = w.id
      cross join lateral (select * from ${items('typeAssignments')} union all select * from ${items('personaInterpretations')}) as i(item)
      where ${ownWorldWithin(who, 'w')} and w.project_id is null and strpos(lower(o.body::text), p.id::text) > 0
        and json_typeof(i.item) = 'object' and lower(i.item ->> 'personaId') = p.id::text)::int as world_assignment_count,
    ${ids} as ids
    from personas p where p.id = ${personaId}`.execute(db)
  const none = { typeCount: 0, annotationCount: 0, summaryCount: 0, claimCount: 0, worldAssignmentCount: 0 }
  const { ids: deleted = null, ...counts } = rows[0] ?? { ...none, ids: null }
  return { counts, ids: deleted }
}
