import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import type { Fragment } from './rule.sql.js'

/**
 * How lines of one kind are compared with the stored rows at their destination, and with earlier lines of the file. A
 * line repeats a stored row if their keys are equal and, if `stored` has a document, the documents too. It repeats an
 * earlier line if keys and documents are equal.
 */
export interface Repeats {
  /** The name of an item of the kind in messages. */
  thing: string
  /** A select with the columns line and key of the lines that are inserted under an id of their own. */
  lines: Fragment
  /** A digest of the document of a line (b.body), computed only for lines whose key occurs more than once. */
  document: Fragment
  /**
   * A select with the columns id, key and document (text; null if the key decides) of the stored rows. It may read the
   * keys of the lines from `fresh`.
   */
  stored: Fragment
}

/** The number of lines of a kind that are named; the last of them states how many more there are. */
const mostNamed = 200

/**
 * Returns a step that marks the lines of a kind that are likely repeats (the column `twin` gets the id of the repeated
 * item) and writes a warning for each, up to a limit. Keys are compared by hashing, so that the time is proportional to
 * the lines and rows.
 */
export const markRepeats =
  ({ thing, lines, document, stored }: Repeats) =>
  (db: Database) =>
    sql`with fresh as materialized (${lines}),
      held as materialized (${stored}),
      shared as materialized (
        select h.key from held h
        union
        select f.key from fresh f group by f.key having count(*) > 1
      ), named as materialized (
        select f.line, f.key, ${document} as document
        from fresh f
        join shared using (key)
        join import_bodies b on b.line = f.line
      ), met as (
        select n.line, s.id, null::int as earlier
        from named n
        join (select key, document, min(id) as id from held group by key, document) s
          on s.key = n.key and (s.document is null or s.document = n.document)
        union all
        select n.line, null, e.line
        from named n
        join (select key, document, min(line) as line from named group by key, document having count(*) > 1) e
          on e.key = n.key and e.document = n.document and e.line < n.line
      ), found as (
        select line, min(id) as id, min(earlier) as earlier from met group by line
      ), marked as (
        update import_lines l set twin = coalesce(f.id, e.new_id, e.id)
        from found f
        left join import_lines e on e.line = f.earlier
        where l.line = f.line
      )
      ${warn(sql`found`, sql`coalesce('the ' || ${thing}::text || ' ' || f.id, 'line ' || f.earlier || ' of the file')`)}`.execute(
      db,
    )

/**
 * Returns a statement that inserts the warnings for the lines of a CTE (alias f); `what` is SQL for the repeated item.
 */
export const warn = (found: Fragment, what: Fragment): Fragment =>
  sql`insert into import_notes (line, severity, type, message)
    select f.line, 'warning', 'likely_repeat', 'Likely repeat of ' || ${what}
      || case when f.n = ${sql.lit(mostNamed)} and f.total > f.n
        then '; so are ' || f.total - f.n || ' more lines of its kind' else '' end
    from (select *, row_number() over (order by line) as n, count(*) over () as total from ${found} f) f
    where f.n <= ${sql.lit(mostNamed)}`
