import { sql } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import { kinds } from '../access/kinds.js'
import { among } from '../access/measure.js'
import type { ReviewState } from '../access/review.shape.js'
import { permitted, visible } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import { all, isAny } from '../database/rows/conditions.js'
import { reviewedKinds, type ReviewedKind, type ReviewProgress } from './review.shape.js'

/** A review as it is stored. */
export interface Review {
  reviewState: ReviewState
  reviewedBy: string | null
  reviewedAt: Date | null
  reviewNote: string | null
}

export interface ReviewedRow {
  id: string
  /** Whether the row is not at the version that the reviewer saw; such a row is not changed. */
  stale: boolean
}

/**
 * Sets the review of the rows of a kind that the actor may review and that are at the given versions; a null version
 * matches any. The rows are locked in the order of their ids. Must run in a transaction. Returns the rows that the
 * actor may review, including rows that were not written.
 */
export async function updateReviews(
  db: Database,
  abilities: Abilities,
  kind: ReviewedKind,
  items: { ids: readonly string[]; versions: readonly (number | null)[] },
  { reviewState, reviewedBy, reviewedAt, reviewNote }: Review,
): Promise<ReviewedRow[]> {
  const table = sql.table(kinds[kind].table)
  const { rows } = await sql<ReviewedRow>`
    with given as materialized (
      select g.id, g.version from unnest(${items.ids}::uuid[], ${items.versions}::int[]) g(id, version)),
    held as materialized (
      select x.id, coalesce(x.version <> g.version, false) as stale
        from ${table} x join given g on g.id = x.id
       where ${among(permitted(abilities, 'review', kind, 'x'))}
       order by x.id for no key update of x),
    written as (
      update ${table} x
         set review_state = ${reviewState}::review_state, reviewed_by = ${reviewedBy}::uuid,
             reviewed_at = ${reviewedAt}::timestamptz, review_note = ${reviewNote}
        from held h
       where x.id = h.id and not h.stale and (x.review_state <> 'open' or ${reviewState} <> 'open'))
    select id, stale from held`.execute(db)
  return rows
}

/** The review of what one person made of one kind in a project; `videoId` is null where all videos count together. */
export interface ProgressRow extends ReviewProgress {
  projectId: string
  videoId: string | null
}

/**
 * Counts the content of projects that the actor may read, by author, kind and state of review: of all videos together,
 * or, with `videoIds`, of each of these.
 */
export async function selectProgress(
  db: Database,
  abilities: Abilities,
  projectIds: readonly string[],
  videoIds?: readonly string[],
): Promise<ProgressRow[]> {
  const parts = reviewedKinds.map((kind) => {
    const { table, owner } = kinds[kind]
    // Annotations and summaries name their video, claims that of their summary.
    const video = kind === 'claim' ? 's.video_id' : 'x.video_id'
    const summary = videoIds && kind === 'claim' ? sql`join video_summaries s on s.id = x.summary_id` : sql``
    const inState = (state: ReviewState) =>
      sql`(count(*) filter (where x.review_state = ${sql.lit(state)}::review_state))::int`
    return sql`select x.project_id, ${videoIds ? sql.ref(video) : sql`null::text`} as video_id, x.${sql.ref(owner)} as maker,
        ${sql.lit(kind)} as kind,
        ${inState('open')} as open, ${inState('accepted')} as accepted, ${inState('rejected')} as rejected
      from ${sql.table(table)} x ${summary}
     where ${all(
       isAny('x.project_id', projectIds, 'uuid'),
       videoIds && isAny(video, videoIds, 'text'),
       among(visible(abilities, kind, 'x')),
     )}
     group by 1, 2, 3`
  })
  const { rows } = await sql<ProgressRow>`
    select c.project_id, c.video_id, c.maker as user_id, u.username, u.display_name, c.kind,
           c.open, c.accepted, c.rejected
      from (${sql.join(parts, sql` union all `)}) c left join users u on u.id = c.maker
     order by u.display_name, u.id, c.kind`.execute(db)
  return rows
}
