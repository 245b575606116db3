import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import type { Planning, Step } from './planning.js'
import { live, target, type Fragment } from './rule.sql.js'

/**
 * Returns the rules for reviews in lines. A line that is written unchanged keeps its review if the caller may review
 * there; otherwise the review is dropped, with a warning. The combination of a line and a stored annotation has not
 * been reviewed.
 */
export const reviews = ({ usable }: Planning): Step[] => [
  (db) => lose(db, sql`${live('annotation')} l where l.act in ('merge', 'split', 'extend', 'overwrite')`),
  (db) =>
    lose(
      db,
      sql`${live('annotation')} l join annotations a on a.id = l.uid
        where l.act = 'replace' and not ${usable.reviewedAnnotation}`,
      { warns: true },
    ),
  (db) =>
    lose(
      db,
      sql`${live('claim')} l ${target('summary', 't', 'l.summary_id')} join video_summaries s on s.id = t.final_id
        where not t.fresh and not ${usable.reviewInSummary}`,
      { warns: true },
    ),
]

async function lose(db: Database, from: Fragment, { warns = false } = {}): Promise<void> {
  await sql`with lost as (
      update import_lines i set review = null
      from (select l.line from ${from} and l.review is not null) f
      where i.line = f.line
      returning i.line, i.id)
    insert into import_notes (line, severity, type, message, original_id)
    select l.line, 'warning', 'review_left_out',
      'The review is left out: you may not review in the project into which the line goes', l.id
    from lost l where ${warns}::boolean`.execute(db)
}
