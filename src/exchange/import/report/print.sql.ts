import { sql, type RawBuilder } from 'kysely'
import { document, membersOf, number, objectOf, text, type Printed } from '../../../database/print.js'

/** The answer of an import, or that of a preview (I-40). */
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
 * I-40: a conflict of an annotation stands once under each of its two words, so that clients of either vocabulary find
 * it.
 */
const otherWord = sql`case n.type when 'duplicate-sequence' then 'duplicate_id' when 'overlapping-frames' then 'overlapping_frames' end`
const message = sql<string>`',"message":' || ${text('n.message')}`
const annotationId = sql<string>`',"annotationId":' || coalesce(${text('n.original_id')}, 'null')`
const previewConflict: Printed = sql<string>`(case when ${otherWord} is null then ${conflictOf(text('n.type'), message)}
  else ${conflictOf(text('n.type'), sql<string>`${message} || ${annotationId}`)} || ','
    || ${conflictOf(text(otherWord), sql<string>`${message} || ${annotationId}`)} end)`
/** Warnings of a preview name their line (I-41). */
const previewWarning = text(sql`'Line ' || n.line || ': ' || n.message`)

interface Head {
  success: boolean
  summary: { importedItems: object }
}

/** The report in order: fixed JSON text, and the lists of notes that stand between. */
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
 * Pieces whose texts one after the other, in order of part, line and n, are the JSON of the report. The lists are
 * printed from the notes, which may be as many as the lines of the file.
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

/** Without parameters, so that it can stand in a COPY. */
export const selectReport = (head: Head, form: ReportForm): RawBuilder<unknown> =>
  sql`select r.piece from ${pieces(head, form)} order by r.part, r.line, r.n`

/** The whole report as one json value, written to the history inside the database. */
export const reportJson = (head: Head): RawBuilder<string> =>
  sql<string>`(select string_agg(r.piece, '' order by r.part, r.line, r.n)::json from ${pieces(head, 'report')})`
