import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RuleValues } from '../../access/abilities.js'
import { candidates, readableIds, type Narrowed } from '../../access/candidates.js'
import type { ReviewState } from '../../access/review.shape.js'
import { inReviewState } from '../../access/review.sql.js'
import { visible } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { all, is, type Condition } from '../../database/rows/conditions.js'
import { equal } from '../../database/rows/equal.js'
import { keyset, newestKey, type Keyset } from '../../database/rows/keyset.js'
import type { Page } from '../../lib/page.js'
import { mayName, namesThing, objectOf, typeOf, type ColumnOf, type ThingFilter } from '../../world/named-things.js'
import { ofObject, ofType } from './annotation-target.sql.js'
import { annotationColumns, type AnnotationRow } from '../annotation.sql.js'

export interface AnnotationFilter extends ThingFilter {
  videoId?: string
  personaId?: string
  projectId?: string
  type?: string
  linkType?: string
  label?: string
  source?: string
  creatorId?: string
  /** A confidence from 0 to 1; annotations without a confidence do not match. */
  minConfidence?: number
  maxConfidence?: number
  reviewState?: ReviewState
  /** A time in ISO 8601. */
  changedSince?: string
  /**
   * Frame numbers. They select the annotations whose boxes begin at `firstAtMost` or before and end at `lastAtLeast` or
   * after.
   */
  firstAtMost?: number
  lastAtLeast?: number
}

/** The places of the lists of a statement: a FROM item k with columns that `holds` compares, and n, their number. */
export interface Places {
  from: RawBuilder<unknown>
  /** A condition on the aliases k and a: the annotation belongs to the list. */
  holds: Condition
}

export const ofVideos = (videos: ColumnOf<{ videoId: string }>): Places => ({
  from: sql`unnest(${videos(({ videoId }) => videoId)}::text[]) with ordinality as k(video_id, n)`,
  holds: sql<SqlBool>`a.video_id = k.video_id`,
})

/**
 * Returns the SELECT of one page for each place. The rows of each place are consecutive, in the order of the page.
 * `select` returns the select list, of the annotation (alias a) and the number of its place; `access` is a condition on
 * the alias a.
 */
export const annotationPages = (
  { from, holds }: Places,
  access: Condition,
  filter: AnnotationFilter,
  { where, orderBy, limit }: Keyset,
  select: (place: RawBuilder<unknown>) => RawBuilder<unknown>,
) => sql`select ${select(sql`k.n::int as place`)} from ${from} cross join lateral (
      select a.* from annotations a
       where ${holds} and ${access} and ${filtered(filter)} and ${where} order by ${orderBy} limit ${limit}) a
     order by k.n, ${orderBy}`

/** Reads one page for each place in one statement, as annotationPages does, with the number of the place. */
export async function selectAnnotationPages(
  db: Database,
  places: Places,
  access: Condition,
  filter: AnnotationFilter,
  page: Page,
) {
  const columns = sql.join(annotationColumns.map((column) => sql.ref(column)))
  const cut = keyset(page, newestKey('a'), 'asc')
  const pages = annotationPages(places, access, filter, cut, (place) => sql`${columns}, ${place}`)
  return (await (pages as RawBuilder<AnnotationRow & { place: number }>).execute(db)).rows
}

/**
 * Returns the number of annotations of each place that pass the filter, by the number of the place. `access` is a
 * condition on the alias a (annotations).
 */
export async function countAnnotations(
  db: Database,
  { from, holds }: Places,
  access: Condition,
  filter: AnnotationFilter,
) {
  const { rows } = await sql<{ place: number; count: number }>`
    select k.n::int as place, c.count
      from ${from} cross join lateral (
        select count(*)::int as count from annotations a where ${holds} and ${access} and ${filtered(filter)}) c`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.place, row.count]))
}

/** Returns a condition on the alias a (annotations): the annotation passes the filter. */
function filtered(filter: AnnotationFilter): Condition {
  const same = equal(filter, {
    videoId: 'a.video_id',
    personaId: 'a.persona_id',
    projectId: 'a.project_id',
    type: 'a.type',
    linkType: 'a.link_type',
    label: 'a.label',
    source: 'a.source',
    creatorId: 'a.created_by_user_id',
  })
  const { firstAtMost, lastAtLeast, minConfidence, maxConfidence, changedSince, reviewState } = filter
  return all(
    same,
    ifPresent(minConfidence, (least) => sql<SqlBool>`coalesce(a.confidence >= ${least}::float8, false)`),
    ifPresent(maxConfidence, (most) => sql<SqlBool>`coalesce(a.confidence <= ${most}::float8, false)`),
    ifPresent(changedSince, (since) => sql<SqlBool>`a.updated_at >= ${since}::timestamptz`),
    ifPresent(reviewState, (state) => inReviewState('a', state)),
    ifPresent(objectOf(filter), ofObject),
    ifPresent(typeOf(filter), ofType),
    ifPresent(firstAtMost, () => reachesInto(lastAtLeast, firstAtMost)),
  )
}

/** Returns the condition for a member of a filter; undefined if the member is absent. */
const ifPresent = <T>(value: T | null | undefined, condition: (value: T) => Condition): Condition | undefined =>
  value === undefined || value === null ? undefined : condition(value)

/**
 * Returns a condition on the alias a (annotations): its boxes begin before the window ends and end after it begins. An
 * annotation with a gap in its boxes counts as reaching into the gap.
 */
export const reachesInto = (from: unknown, to: unknown) =>
  sql<SqlBool>`(a.last_frame >= ${from} and a.first_frame <= ${to})`

/**
 * Returns the FROM item of a list of annotations: those that can be on the page described by `cut`. Undefined for the
 * lists of a video, an object or a type, where an index finds the rows in the order of the list and each of them is
 * checked.
 */
export function listedFrom(abilities: RuleValues, filter: AnnotationFilter, cut?: Narrowed) {
  if (filter.videoId ?? filter.objectWorld ?? filter.typePersona) return undefined
  return candidates(abilities, 'annotation', 'a', { ...cut, where: all(cut?.where, filtered(filter)) })
}

/**
 * Returns a condition on the alias a (annotations): the user may read the annotation, and also what the filter names.
 */
export const readable = (abilities: RuleValues, filter: AnnotationFilter): Condition =>
  all(visible(abilities, 'annotation', 'a'), namesThing(filter) ? mayName(abilities, filter) : undefined)

/** Returns a condition on the alias a (annotations): the user may read the annotation and it passes the filter. */
export const listed = (abilities: RuleValues, { videoId, ...filter }: AnnotationFilter): Condition =>
  all(is('a.video_id', videoId), readable(abilities, filter), filtered(filter))

/** Returns the number of annotations that the user may read and that pass the filter. */
export async function countListed(db: Database, abilities: RuleValues, filter: AnnotationFilter): Promise<number> {
  const isWhole = Object.keys(filter).length === 0 && !abilities.isAdmin
  const rows = isWhole
    ? sql`${readableIds(abilities, 'annotation')} o`
    : sql`${listedFrom(abilities, filter) ?? sql.table('annotations')} a where ${listed(abilities, filter)}`
  return (await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(db)).rows[0]?.count ?? 0
}
