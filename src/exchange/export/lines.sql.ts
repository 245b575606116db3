import { sql, type RawBuilder } from 'kysely'
import { claimRecord, claimRelationRecord } from '../../claims/claim.shape.js'
import { membersOf, plain, printedFields, text, timestamp, type Printed } from '../../database/rows/print.js'
import type { RecordOf } from '../../database/rows/record.js'
import { correspondenceRecord } from '../../personas/correspondences/correspondence.shape.js'
import { personaRecord } from '../../personas/persona.shape.js'
import { summaryRecord } from '../../summaries/summary.shape.js'
import { reviewOf } from './reviews.sql.js'

/** Wraps the text of a line's data as `{"type":…,"data":…}`, with the members of `place` between the two. */
export function typedLine(type: string, place: Printed, data: Printed): Printed {
  return sql<string>`concat(${sql.lit(`{"type":"${type}"`)}, ${place}, ',"data":', ${data}, '}')`
}

/** Prints plain or rich text as rich text (RF-15, RF-27). */
export const asGloss = (value: RawBuilder<unknown>): Printed => sql<string>`case
  when ${value} is null then '[]'
  when json_typeof(${value}) <> 'string' then ${value}::text
  when ${value} #>> '{}' = '' then '[]'
  else '[{"type":"text","content":' || ${value}::text || '}]' end`

const exchanged = (of: RecordOf) => printedFields(of, (field) => field.exchanged)

// The following are the members of the data of each kind of line, without brackets; `signed` (export-rows.sql.ts) wraps
// them in an object.

/** The members of a persona, without its owner and project (XR-14). On the alias p (personas). */
export const personaData = membersOf(exchanged(personaRecord))

/** A type as stored. If it has no `gloss`, one is added from its `definition` (RF-06). */
const typeText = sql<string>`case when t.body -> 'gloss' is null
  then left(rtrim(t.body::text, E' \n'), -1) || ',"gloss":' || ${asGloss(sql`(t.body -> 'definition')`)} || '}' else t.body::text end`

const typesOf = (
  kind: string,
): Printed => sql<string>`'[' || coalesce((select string_agg(${typeText}, ',' order by t.position)
  from ontology_types t where t.persona_id = o.persona_id and t.kind = ${sql.lit(kind)}), '') || ']'`

/**
 * The members of an ontology with its id and times (XR-15). On the alias o (ontologies). The deprecated array of
 * relations is printed only if it is not empty.
 */
export const ontologyData: Printed = sql<string>`concat(${membersOf({
  id: plain('o.id'),
  personaId: plain('o.persona_id'),
  entityTypes: typesOf('entity'),
  eventTypes: typesOf('event'),
  roleTypes: typesOf('role'),
  relationTypes: typesOf('relation'),
})}, case when json_typeof(o.relations) = 'array' and json_array_length(o.relations) > 0 then ',"relations":' || o.relations::text end, ',',
  ${membersOf({ createdAt: timestamp('o.created_at'), updatedAt: timestamp('o.updated_at') })})`

/** The members of a correspondence of types. On the alias k (type_correspondences). */
export const correspondenceData = membersOf(exchanged(correspondenceRecord))

/** The members of a summary, without creator, project and claims (XR-16). On the alias s (summaries). */
const summaryMembers = membersOf({
  ...exchanged(summaryRecord),
  summary: asGloss(sql`s.summary`),
  // These two are computed from the claims if they are not stored (RF-29). An import stores the exported values, so a
  // second export equals the first.
  claimsVersion: text(
    sql`coalesce(s.claims_version, case when exists (select from claims k where k.summary_id = s.id) then '1.0' end)`,
  ),
  claimsExtractedAt: timestamp(
    sql`greatest(s.claims_extracted_at, (select max(k.updated_at) from claims k where k.summary_id = s.id))`,
  ),
})

export const summaryData: Printed = sql<string>`(${summaryMembers} || ${reviewOf('s')})`

/** The members of a claim, without creator and project, which an import sets (XR-17). On the alias c (claims). */
export const claimData: Printed = sql<string>`(${membersOf(exchanged(claimRecord))} || ${reviewOf('c')})`

/** The members of a claim relation, null where unset (XR-18). On the alias r (claim_relations). */
export const claimRelationData = membersOf(exchanged(claimRelationRecord))
