import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { sorted } from '../database/rows/keyset.js'
import type { RuleValues } from './abilities.js'
import { columnOf, kinds } from './kinds.js'
import { within } from './comparisons.js'
import { check, waysTo } from './rules.js'

/**
 * The further conditions on the rows of a list, its order (expressions over the rows, sorted in one direction) and its
 * limit. Without order and limit it selects all rows.
 */
export interface Narrowed {
  where: Condition
  parts?: readonly RawBuilder<unknown>[]
  direction?: 'asc' | 'desc'
  limit?: unknown
}

type Kind = 'annotation' | 'summary' | 'claim'

const everyRow: Narrowed = { where: sql`true` }

/**
 * Returns a FROM item with the rows that can be on a page of the list of all rows that the user may read. The caller
 * gives it the same `alias` as the conditions in `page`. The condition `visible` joins its ways by `or`, so PostgreSQL
 * would read the whole table unless another condition narrows the list down. Here each of the same ways yields the ids
 * that its own index finds, as many as a page holds; these are merged in the order of the list, and only the rows of
 * the page are looked up. A statement uses both. Shares have no order to stop by, so all received shares are
 * candidates. Administrators may read nearly all rows: for them the order of an index is enough.
 */
export function candidates<Row = unknown>(
  abilities: RuleValues,
  kind: Kind,
  alias: string,
  page: Narrowed = everyRow,
): RawBuilder<Row> {
  const { table } = kinds[kind]
  if (abilities.isAdmin) return sql.table(table)
  const { parts = [], direction = 'asc', limit } = page
  const keys = parts.map((_part, i) => sql.ref(`o.key${i}`))
  const { inOrder, byShares } = idsByWay(abilities, kind, alias, page)
  const cut = parts.length && limit ? sql`order by ${sorted(keys, direction)} limit ${limit}` : sql``
  // Several ways may lead to the same row, which counts once.
  const merged = sql`select o.id from (${union(inOrder)}) o group by ${sql.join([sql.ref('o.id'), ...keys])} ${cut}`
  // The ids are an array, and `offset 0` separates this query from the order of the list, so that PostgreSQL looks each
  // id up. Otherwise it would compare the ids with all rows of a table, or of an index in that order.
  return sql`(select ${sql.raw(`${alias}.*`)} from ${sql.raw(`${table} ${alias}`)}
    where ${columnOf(alias, 'id')} = any(array(${union([merged, ...byShares])})) offset 0)`
}

/**
 * Returns a FROM item with the ids of all rows that the user may read, each once; not for administrators. Counts use
 * it: the indexes contain the ids, and looking each row up would cost about a hundred times as much.
 */
export function readableIds(abilities: RuleValues, kind: Kind): RawBuilder<{ id: string }> {
  const { inOrder, byShares } = idsByWay(abilities, kind, 'c', everyRow)
  const readable = check(abilities, 'read', kind, sql`true`)
  return sql`(select o.id from (${union([...inOrder, ...byShares], sql`union`)}) o where ${readable})`
}

/**
 * Returns the queries for the ids of the rows that each way to read finds: those that stop at the end of the page, and
 * those by shares, which return all ids.
 */
function idsByWay(abilities: RuleValues, kind: Kind, alias: string, { where, parts = [], direction, limit }: Narrowed) {
  const cut = parts.length && limit ? sql`order by ${sorted(parts, direction ?? 'asc')} limit ${limit}` : sql``
  const columns = sql.join([columnOf(alias, 'id'), ...parts.map((part, i) => sql`${part} as ${sql.ref(`key${i}`)}`)])
  const rows = (condition: Condition) => {
    const held = within(abilities, columnOf(alias, 'project_id'), condition)
    return sql`from ${sql.raw(`${kinds[kind].table} ${alias}`)} where ${held} and ${where} ${cut}`
  }
  const of = (column: string) =>
    sql`select ${columns} ${rows(sql<SqlBool>`${columnOf(alias, column)} = ${abilities.userId}`)}`
  const ofEach = (ids: RawBuilder<unknown>, column: string) =>
    sql`select ${columns} from ${ids} cross join lateral (
      select ${sql.raw(`${alias}.*`)} ${rows(sql<SqlBool>`${columnOf(alias, column)} = of.id`)}) ${sql.raw(alias)} ${cut}`
  const inOrder: RawBuilder<unknown>[] = []
  const byShares: RawBuilder<unknown>[] = []
  for (const { name, found } of waysTo(abilities, 'read', kind, alias)) {
    if (!found) throw new Error(`no index finds the rows that can be read by the way "${name}"`)
    if ('ids' in found) byShares.push(found.ids)
    else inOrder.push(found.among ? ofEach(found.among, found.column) : of(found.column))
  }
  return { inOrder, byShares }
}

const union = (queries: readonly RawBuilder<unknown>[], by = sql`union all`) =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` ${by} `,
  )
