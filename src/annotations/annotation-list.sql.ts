import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { equal } from '../database/rows/equal.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import type { Page } from '../lib/page.js'
import { annotationColumns } from './annotation.sql.js'

export interface AnnotationFilter {
  personaId?: string
  type?: string
  linkType?: string
  label?: string
  source?: string
  createdBy?: string
  /**
   * Frame numbers. They select the annotations whose boxes begin at `firstAtMost` or before and end at `lastAtLeast` or
   * after.
   */
  firstAtMost?: number
  lastAtLeast?: number
}

/**
 * Reads one page per video in one statement; the rows of each video come together and in the order of the page.
 * `access` is a condition on the alias a (annotations).
 */
export function selectAnnotationPages(
  db: Database,
  videoIds: readonly string[],
  access: RawBuilder<SqlBool>,
  filter: AnnotationFilter,
  page: Page,
) {
  const { where, orderBy, limit } = keyset(page, newestKey('a'), 'asc')
  return db
    .selectFrom(
      sql<{ videoId: string; n: number }>`unnest(${videoIds}::text[]) with ordinality`.as<'v'>(sql`v(video_id, n)`),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('annotations as a')
          .select(annotationColumns)
          .whereRef('a.videoId', '=', 'v.videoId')
          .where(access)
          .where(filtered(filter))
          .where(where)
          .orderBy(orderBy)
          .limit(limit)
          .as('a'),
      (join) => join.onTrue(),
    )
    .selectAll('a')
    .orderBy('v.n')
    .orderBy(orderBy)
    .execute()
}

/**
 * Returns how many annotations of each video pass the filter, by the video's id; videos without any are missing.
 * `access` is a condition on the alias a (annotations).
 */
export async function countAnnotations(
  db: Database,
  videoIds: readonly string[],
  access: RawBuilder<SqlBool>,
  filter: AnnotationFilter,
) {
  const { rows } = await sql<{ videoId: string; count: number }>`
    select a.video_id, count(*)::int as count from annotations a
     where a.video_id = any(${videoIds}::text[]) and ${access} and ${filtered(filter)} group by a.video_id`.execute(db)
  return new Map(rows.map((row) => [row.videoId, row.count]))
}

/** A condition on the alias a (annotations): the annotation passes the filter. */
export function filtered(filter: AnnotationFilter): RawBuilder<SqlBool> {
  const same = equal(filter, {
    personaId: 'a.persona_id',
    type: 'a.type',
    linkType: 'a.link_type',
    label: 'a.label',
    source: 'a.source',
    createdBy: 'a.created_by_user_id',
  })
  const { firstAtMost, lastAtLeast } = filter
  return firstAtMost === undefined ? same : sql<SqlBool>`(${same} and ${reachesInto(lastAtLeast, firstAtMost)})`
}

/**
 * A condition on the alias a (annotations): its boxes begin before the window ends and end after it begins. An
 * annotation with a gap in its boxes counts as reaching into the gap.
 */
export const reachesInto = (from: unknown, to: unknown) =>
  sql<SqlBool>`(a.last_frame >= ${from} and a.first_frame <= ${to})`
