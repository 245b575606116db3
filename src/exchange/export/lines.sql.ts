import { sql, type RawBuilder } from 'kysely'
import { claimRecord, claimRelationRecord } from '../../claims/claim.record.js'
import { membersOf, plain, printedFields, text, timestamp, type Printed } from '../../database/print.js'
import type { RecordOf } from '../../database/record.js'
import { personaRecord } from '../../personas/persona.record.js'
import { summaryRecord } from '../../summaries/summary.record.js'

/** `{"type":…,"data":…}` around the text of a line's data. */
export function typedLine(type: string, data: Printed): Printed {
  return sql<string>`concat(${sql.lit(`{"type":"${type}","data":`)}, ${data}, '}')`
}

/** Text and rich text as rich text (RF-15, RF-27). */
export const asGloss = (value: RawBuilder<unknown>): Printed => sql<string>`case
  when ${value} is null then '[]'
  when json_typeof(${value}) <> 'string' then ${value}::text
  when ${value} #>> '{}' = '' then '[]'
  else '[{"type":"text","content":' || ${value}::text || '}]' end`

const exchanged = (of: RecordOf) => printedFields(of, (field) => field.exchanged)

// The members of a line's data; `signed` (export-rows.sql.ts) makes an object of them.

/** XR-14, over p. */
export const personaData = membersOf(exchanged(personaRecord))

/** A type as stored, with the gloss that its definition stands for when it has none (RF-06). */
const typeText = sql<string>`case when t.body -> 'gloss' is null
  then left(rtrim(t.body::text, E' \n'), -1) || ',"gloss":' || ${asGloss(sql`(t.body -> 'definition')`)} || '}' else t.body::text end`

const typesOf = (
  kind: string,
): Printed => sql<string>`'[' || coalesce((select string_agg(${typeText}, ',' order by t.position)
  from ontology_types t where t.persona_id = o.persona_id and t.kind = ${sql.lit(kind)}), '') || ']'`

/** XR-15, over o. The deprecated relations only where there are any. */
export const ontologyData: Printed = sql<string>`concat(${membersOf({
  id: plain('o.id'),
  personaId: plain('o.persona_id'),
  entityTypes: typesOf('entity'),
  eventTypes: typesOf('event'),
  roleTypes: typesOf('role'),
  relationTypes: typesOf('relation'),
})}, case when json_typeof(o.relations) = 'array' and json_array_length(o.relations) > 0 then ',"relations":' || o.relations::text end, ',',
  ${membersOf({ createdAt: timestamp('o.created_at'), updatedAt: timestamp('o.updated_at') })})`

/** XR-16, over s. */
export const summaryData = membersOf({
  ...exchanged(summaryRecord),
  summary: asGloss(sql`s.summary`),
  // Computed from the claims where it is not stored (RF-29). An import stores the exported value, so a second export
  // equals the first.
  claimsVersion: text(
    sql`coalesce(s.claims_version, case when exists (select from claims k where k.summary_id = s.id) then '1.0' end)`,
  ),
  claimsExtractedAt: timestamp(
    sql`greatest(s.claims_extracted_at, (select max(k.updated_at) from claims k where k.summary_id = s.id))`,
  ),
})

/** XR-17, over c: without creator and project, which an import sets. */
export const claimData = membersOf(exchanged(claimRecord))

/** XR-18, over r. */
export const claimRelationData = membersOf(exchanged(claimRelationRecord))
