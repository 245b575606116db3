import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RuleValues } from '../../access/abilities.js'
import { candidates, readableIds, type Narrowed } from '../../access/candidates.js'
import { readableInSummary } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { all, is, type Condition } from '../../database/rows/conditions.js'
import { keyset, newestKey, type Keyset } from '../../database/rows/keyset.js'
import type { Page } from '../../lib/page.js'
import {
  mayName,
  namesThing,
  objectOf,
  objectsListed,
  typeOf,
  typesListed,
  type ColumnOf,
  type ObjectPlace,
  type ThingFilter,
  type TypePlace,
} from '../../world/named-things.js'
import { matching, type ClaimFilter, type ClaimRow } from '../claim-read.sql.js'
import { claimRecord } from '../claim.shape.js'
import { referringToObject, referringToType, type Referring } from './claim-target.sql.js'

export interface ClaimListFilter extends ClaimFilter, ThingFilter {
  summaryId?: string
  videoId?: string
  personaId?: string
  projectId?: string
  creatorId?: string
  /** A confidence from 0 to 1; claims without a confidence do not match. */
  maxConfidence?: number
  /** A time in ISO 8601. */
  changedSince?: string
}

/** Returns the condition for a member of a filter; undefined if the member is absent. */
const ifPresent = <T>(value: T | null | undefined, condition: (value: T) => Condition): Condition | undefined =>
  value === undefined || value === null ? undefined : condition(value)

const ofSummary = (column: string, value: unknown) =>
  sql<SqlBool>`exists (select from video_summaries fs
    where fs.id = c.summary_id and ${sql.ref(`fs.${column}`)} = ${value})`

/** Returns the conditions for claims that refer to the object and type in the filter. */
function named(filter: ClaimListFilter): Referring[] {
  const [object, type] = [objectOf(filter), typeOf(filter)]
  return [...(object ? [referringToObject(object)] : []), ...(type ? [referringToType(type)] : [])]
}

/** Returns a condition on the alias c (claims): the claim passes the filter. */
export function filtered(filter: ClaimListFilter): Condition {
  const { summaryId, videoId, personaId, projectId, creatorId, maxConfidence, changedSince } = filter
  return all(
    is('c.summary_id', summaryId),
    is('c.project_id', projectId),
    is('c.created_by', creatorId),
    ifPresent(videoId, (id) => ofSummary('video_id', id)),
    ifPresent(personaId, (id) => ofSummary('persona_id', id)),
    ifPresent(maxConfidence, (most) => sql<SqlBool>`coalesce(c.confidence <= ${most}::float8, false)`),
    ifPresent(changedSince, (since) => sql<SqlBool>`c.updated_at >= ${since}::timestamptz`),
    ...named(filter).map(({ holds }) => holds),
    matching(filter),
  )
}

/** `offset 0` keeps PostgreSQL from scanning all claims in the order of the list instead. */
const apart = (claims: RawBuilder<unknown>) => sql`(select c.* from ${claims} offset 0)`

/**
 * Returns the FROM item of a list of claims: those that can be on the page described by `cut`. For a summary, a thing,
 * a video or a persona an index finds the few candidates, and each of them is checked.
 */
export function listedFrom(abilities: RuleValues, filter: ClaimListFilter, cut?: Narrowed) {
  if (filter.summaryId) return undefined
  const [referring] = named(filter)
  if (referring) return apart(sql`claims c where ${referring.found}`)
  const { videoId, personaId } = filter
  if (videoId ?? personaId)
    return apart(sql`video_summaries os join claims c on c.summary_id = os.id
      where ${all(is('os.video_id', videoId), is('os.persona_id', personaId))}`)
  return candidates(abilities, 'claim', 'c', { ...cut, where: all(cut?.where, filtered(filter)) })
}

/**
 * Joins the summaries of listed claims. For a page each summary is looked up by its claim, because in a plain join
 * PostgreSQL would read all summaries.
 */
export const listedJoin = (cut?: Narrowed) =>
  cut
    ? sql`cross join lateral (
        select s.id, s.created_by from video_summaries s where s.id = c.summary_id offset 0) s`
    : sql`join video_summaries s on s.id = c.summary_id`

/**
 * Returns a condition on the aliases c (claims) and s (summaries): the user may read the claim, and also what the
 * filter names.
 */
export const readable = (abilities: RuleValues, filter: ClaimListFilter): Condition =>
  all(readableInSummary(abilities), namesThing(filter) ? mayName(abilities, filter) : undefined)

/**
 * Returns a condition on the aliases c (claims) and s (summaries): the user may read the claim and it passes the
 * filter.
 */
export const listed = (abilities: RuleValues, filter: ClaimListFilter): Condition =>
  all(readable(abilities, filter), filtered(filter))

/** The lists of claims of a statement: a FROM item k with its number n, and a condition on the claims of each list. */
export interface ClaimPlaces extends Referring {
  from: RawBuilder<unknown>
}

/** Returns the lists of claims that refer to these objects. */
export function ofObjects(objects: ColumnOf<ObjectPlace>): ClaimPlaces {
  const { from, object } = objectsListed(objects)
  return { from, ...referringToObject(object) }
}

/** Returns the lists of claims that refer to these types. */
export function ofTypes(types: ColumnOf<TypePlace>): ClaimPlaces {
  const { from, type } = typesListed(types)
  return { from, ...referringToType(type) }
}

/** Returns the claims of each place, with their summaries. */
const claimsOf = ({ from, found, holds }: ClaimPlaces) => sql`${from}
  cross join lateral (select c.* from claims c where ${found} and ${holds} offset 0) c ${listedJoin({ where: sql<SqlBool>`true` })}`

/**
 * Returns the SELECT of one page for each place. The rows of each place are consecutive, in the order of the page.
 * `select` returns the select list, of the claim (alias c) and the number of its place; `access` is a condition on the
 * aliases c (claims) and s (their summaries).
 */
export const claimPages = (
  places: ClaimPlaces,
  access: Condition,
  filter: ClaimListFilter,
  { where, orderBy, limit }: Keyset,
  select: (place: RawBuilder<unknown>) => RawBuilder<unknown>,
) => sql`select ${select(sql`c.place::int as place`)} from (
      select c.*, k.n as place, row_number() over (partition by k.n order by ${orderBy}) as at from ${claimsOf(places)}
       where ${access} and ${filtered(filter)} and ${where}) c
     where c.at <= ${limit} order by c.place, c.at`

/** Reads one page for each place in one statement, as claimPages does, with all columns and the number of the place. */
export async function selectClaimPages(
  db: Database,
  places: ClaimPlaces,
  access: Condition,
  filter: ClaimListFilter,
  page: Page,
) {
  const columns = sql.join(claimRecord.names.map((name) => sql.ref(`c.${claimRecord.fields[name].column}`)))
  const cut = keyset(page, newestKey('c'), 'asc')
  const pages = claimPages(places, access, filter, cut, (place) => sql`${columns}, ${place}`)
  return (await (pages as RawBuilder<ClaimRow & { place: number }>).execute(db)).rows
}

/**
 * Returns the number of claims of each place that pass the filter, by the number of the place; places without claims
 * are missing.
 */
export async function countClaims(db: Database, places: ClaimPlaces, access: Condition, filter: ClaimListFilter) {
  const { rows } = await sql<{ place: number; count: number }>`
    select k.n::int as place, count(*)::int as count from ${claimsOf(places)}
     where ${access} and ${filtered(filter)} group by k.n`.execute(db)
  return new Map(rows.map((row) => [row.place, row.count]))
}

/** Reads the ids of claims; `where` is a condition on the aliases c (claims) and s (their summaries). */
export async function selectIds(db: Database, where: Condition) {
  const { rows } = await sql<{ id: string; summaryId: string }>`
    select c.id, c.summary_id from claims c join video_summaries s on s.id = c.summary_id where ${where}`.execute(db)
  return rows
}

/** Returns the number of claims that the user may read and that pass the filter. */
export async function countListed(db: Database, abilities: RuleValues, filter: ClaimListFilter): Promise<number> {
  const isWhole = Object.keys(filter).length === 0 && !abilities.isAdmin
  const rows = isWhole
    ? sql`${readableIds(abilities, 'claim')} o`
    : sql`${listedFrom(abilities, filter) ?? sql.table('claims')} c ${listedJoin()} where ${listed(abilities, filter)}`
  return (await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(db)).rows[0]?.count ?? 0
}
