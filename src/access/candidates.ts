import { sql, type RawBuilder } from 'kysely'
import type { Condition } from '../database/conditions.js'
import type { Abilities } from './abilities.js'
import { branchesBelowShares, columnOf, kinds, lasting, sharedTo } from './rules.js'

/**
 * The further conditions on the rows of a list, its order and its limit; without order and limit all rows are meant.
 */
export interface Narrowed {
  where: Condition
  orderBy?: RawBuilder<unknown>
  limit?: unknown
}

type Kind = 'summary' | 'claim'

const everyRow: Narrowed = { where: sql`true` }

/**
 * A FROM item with the rows that can be on a page of the list of everything that the user may read. Its caller gives it
 * the same `alias` as the conditions in `page`. `visible` decides for each row whether the user may read it, but joins
 * its ways by `or`, so PostgreSQL would read the whole table where nothing else narrows the list down. Here each way
 * yields the ids that its own index leads to, as many as a page holds. A statement uses both. Administrators may read
 * nearly everything: for them the order of an index is enough.
 */
export function candidates<Row = unknown>(
  abilities: Abilities,
  kind: Kind,
  alias: string,
  page: Narrowed = everyRow,
): RawBuilder<Row> {
  const { table, owner } = kinds[kind]
  if (abilities.isAdmin) return sql.table(table)
  const rest = page.orderBy && page.limit ? sql`order by ${page.orderBy} limit ${page.limit}` : sql``
  const rows = (condition: Condition) =>
    sql`from ${sql.raw(`${table} ${alias}`)} where ${condition} and ${page.where} ${rest}`
  const id = columnOf(alias, 'id')
  const ofEach = (ids: RawBuilder<unknown>, column: string) =>
    sql`select ${id} from ${ids} cross join lateral (
      select ${sql.raw(`${alias}.*`)} ${rows(sql`${columnOf(alias, column)} = of.id`)}) ${sql.raw(alias)} ${rest}`
  const ways = [
    sql`select ${id} ${rows(sql`${columnOf(alias, owner)} = ${abilities.userId}`)}`,
    ofEach(sql`unnest(${abilities.projectsWith(kind, 'read')}::uuid[]) of (id)`, 'project_id'),
    sharedIds(abilities, kind),
    ...(kind === 'claim' ? [ofEach(summariesToEnter(abilities), 'summary_id'), branchesBelowShares(abilities)] : []),
  ]
  const all = sql.join(
    ways.map((way) => sql`(${way})`),
    sql` union all `,
  )
  // The ids are an array, and `offset 0` keeps this query apart from the order of the list, so that PostgreSQL looks
  // each id up. Otherwise it would compare the ids with the rows of a table, or of an index in that order.
  return sql`(select ${sql.raw(`${alias}.*`)} from ${sql.raw(`${table} ${alias}`)}
    where ${id} = any(array(${all})) offset 0)`
}

function sharedIds(abilities: Abilities, kind: Kind): RawBuilder<unknown> {
  const share = columnOf('sh', kinds[kind].share)
  return sql`select ${share} from resource_shares sh
    where ${share} is not null and ${sharedTo(abilities, 'sh')} and ${lasting('sh')}`
}

/**
 * The ids of the summaries all of whose claims the user may read, whoever made the claims: the user's own summaries and
 * those shared with the user.
 */
const summariesToEnter = (abilities: Abilities) => sql`(
  select vs.id from video_summaries vs where vs.created_by = ${abilities.userId} union ${sharedIds(abilities, 'summary')}) of (id)`
