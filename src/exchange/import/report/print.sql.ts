import { sql, type RawBuilder } from 'kysely'
import { document, membersOf, number, objectOf, text, type Printed } from '../../../database/rows/print.js'

/** The form of a report: the answer of an import, or that of a preview (I-40). */
export type ReportForm = 'report' | 'preview'

type Severity = 'warning' | 'error' | 'conflict'

const problem = objectOf({ line: number('n.line'), type: text('n.type'), message: text('n.message') })

const conflictOf = (type: Printed, more: Printed): Printed =>
  sql<string>`('{' || ${membersOf({
    type,
    line: number('n.line'),
    originalId: text('n.original_id'),
    existingId: text('n.existing_id'),
    details: text('n.message'),
    resolution: text(sql`coalesce(n.resolution, '')`),
  })} || coalesce(',"frameRange":' || ${document('n.frame_range')}, '') || ${more} || '}')`

const conflict = conflictOf(text('n.type'), sql<string>`''`)

/**
 * The second word for a type of conflict. A preview lists a conflict of an annotation twice, once under each word, so
 * that clients of either vocabulary find it (I-40).
 */
const otherWord = sql`case n.type when 'duplicate-sequence' then 'duplicate_id' when 'overlapping-frames' then 'overlapping_frames' end`
const message = sql<string>`',"message":' || ${text('n.message')}`
const annotationId = sql<string>`',"annotationId":' || coalesce(${text('n.original_id')}, 'null')`
const previewConflict: Printed = sql<string>`(case when ${otherWord} is null then ${conflictOf(text('n.type'), message)}
  else ${conflictOf(text('n.type'), sql<string>`${message} || ${annotationId}`)} || ','
    || ${conflictOf(text(otherWord), sql<string>`${message} || ${annotationId}`)} end)`
/** A warning of a preview: text that begins with the number of its line (I-41), if it is about one line. */
const previewWarning = text(sql`case when n.line > 0 then 'Line ' || n.line || ': ' else '' end || n.message`)

interface Head {
  success: boolean
  summary: { importedItems: object }
}

/** Returns the parts of the report in their order: fixed JSON text, and the lists of notes between. */
function partsOf({ success, summary }: Head, form: ReportForm): (string | { of: Severity; item: Printed })[] {
  const json = JSON.stringify
  return form === 'report'
    ? [
        `{"success":${success},"summary":${json(summary)},"warnings":[`,
        { of: 'warning', item: problem },
        '],"errors":[',
        { of: 'error', item: problem },
        '],"conflicts":[',
        { of: 'conflict', item: conflict },
        ']}',
      ]
    : [
        `{"counts":${json(summary.importedItems)},"conflicts":[`,
        { of: 'conflict', item: previewConflict },
        '],"warnings":[',
        { of: 'warning', item: previewWarning },
        `],"success":${success},"summary":${json(summary)},"errors":[`,
        { of: 'error', item: problem },
        ']}',
      ]
}

/**
 * Selects pieces of text which, concatenated in the order of part, line and n, are the JSON of the report. The lists
 * are printed from the notes inside the database, because there may be as many notes as the file has lines.
 */
const pieces = (head: Head, form: ReportForm): RawBuilder<unknown> =>
  sql`(${sql.join(
    partsOf(head, form).map((part, index) =>
      typeof part === 'string'
        ? sql`select ${sql.lit(index)}::int as part, 0 as line, 0 as n, ${sql.lit(part)} as piece`
        : sql`select ${sql.lit(index)}, n.line, n.n, case when row_number() over (order by n.line, n.n) > 1 then ',' else '' end || ${part.item}
      from import_notes n where n.severity = ${sql.lit(part.of)}`,
    ),
    sql` union all `,
  )}) r`

/**
 * Selects the pieces of the report in order. The statement contains no parameters, because it becomes part of a COPY.
 */
export const selectReport = (head: Head, form: ReportForm): RawBuilder<unknown> =>
  sql`select r.piece from ${pieces(head, form)} order by r.part, r.line, r.n`

/** Returns SQL for the whole report as one json value, so that the database itself can write it to the history. */
export const reportJson = (head: Head): RawBuilder<string> =>
  sql<string>`(select string_agg(r.piece, '' order by r.part, r.line, r.n)::json from ${pieces(head, 'report')})`
