import { sql } from 'kysely'
import { Args, Ctx, Extensions, Query, Resolver } from 'type-graphql'
import { abilitiesOf } from '../../access/abilities.js'
import { readableIds, type Narrowed } from '../../access/candidates.js'
import { keyset, type KeyColumn } from '../../database/rows/keyset.js'
import { listPage, type KeyValue, type ListPage, type PageArguments } from '../../lib/page.js'
import type { ResolverClass } from '../classes.js'
import type { GraphQLContext } from '../context.js'
import { asRoute } from '../doors.js'
import { conditionsOf } from '../filter.js'
import type { PageOf, Plans } from '../plan.js'

type Row = Record<string, KeyValue>

/** Returns a resolver class that declares the fields of Query which the plans describe as pages. */
export function listsOf(plans: readonly Plans[]): ResolverClass {
  class Lists {}
  for (const [name, plan] of plans.flatMap(({ fields }) => Object.entries(fields))) {
    if (plan.kind !== 'page') continue
    const field = name.replace(/^Query\./, '')
    const value = (args: PageArguments, ctx: GraphQLContext) => pageFor(ctx, plan, args)
    Object.defineProperty(Lists.prototype, field, { value })
    if (plan.route !== undefined) Extensions(asRoute(plan.route))(Lists.prototype, field)
    Args(plan.args)(Lists.prototype, field, 0)
    Ctx()(Lists.prototype, field, 1)
    Query(plan.connection, { description: plan.says })(Lists.prototype, field, { value })
  }
  Resolver()(Lists)
  return Lists
}

/** Returns the columns of the sort key, under the alias of the record. */
export const keyColumns = ({ type: { record }, key }: Pick<PageOf, 'type' | 'key'>): KeyColumn[] =>
  key.map(({ field }) => {
    const { column, type } = record.fields[field]!
    return { column: `${record.alias}.${column}`, type: type as KeyColumn['type'] }
  })

/** Returns a page for resolvers, whose rows have all columns of the record. */
async function pageFor(ctx: GraphQLContext, plan: PageOf, args: PageArguments): Promise<ListPage<object>> {
  const { type, list, key, direction } = plan
  const { alias, fields, names } = type.record
  const conditions = conditionsOf(args)
  plan.check?.(ctx, conditions)
  const filter = plan.filter(conditions)
  const { rowsFrom, where } = await readableOf(ctx, plan, filter)
  const page = await listPage(args, {
    name: list,
    filter,
    kinds: key.map(({ kind }) => kind),
    keyOf: (row: Row) => key.map(({ field }) => row[field] ?? null),
    select: async (page) => {
      const cut = keyset(page, keyColumns(plan), direction)
      const columns = names.map((name) => sql.ref(`${alias}.${fields[name]!.column}`))
      const { from, join } = rowsFrom(cut)
      const statement = sql<Row>`select ${sql.join(columns)} from ${from} ${sql.raw(alias)} ${join}
        where ${where} and ${cut.where} order by ${cut.orderBy} limit ${cut.limit}`
      const { rows } = await statement.execute(ctx.db)
      return rows
    },
    count: () => countOf(ctx, plan, filter),
  })
  if (!type.object) return page
  const edges = page.edges.map(({ cursor, node }) => ({ cursor, node: type.object!(node as never) }))
  return { ...page, edges, nodes: edges.map(({ node }) => node) }
}

/** Returns the number of rows in the whole list. */
export async function countOf(ctx: GraphQLContext, plan: PageOf, filter: Record<string, unknown>): Promise<number> {
  if (plan.count) return plan.count(ctx, filter)
  const { rowsFrom, where, ids } = await readableOf(ctx, plan, filter)
  const { from, join } = rowsFrom()
  const listed = sql`${from} ${sql.raw(plan.type.record.alias)} ${join} where ${where}`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${ids ?? listed}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Returns the rows of the list that the caller may read. Throws UNAUTHENTICATED if the list requires a sign-in. */
async function readableOf(ctx: GraphQLContext, plan: PageOf, filter: Record<string, unknown>) {
  const table = sql.table(plan.type.record.table)
  if (!ctx.actor && plan.whereForStrangers)
    return { rowsFrom: () => ({ from: table, join: sql`` }), where: plan.whereForStrangers(filter) }
  const abilities = await abilitiesOf(ctx)
  const isWhole = Object.values(filter).every((value) => value === undefined || value === null)
  return {
    rowsFrom: (cut?: Narrowed) => ({
      from: plan.from?.(abilities, filter, cut) ?? table,
      join: plan.join?.(cut) ?? sql``,
    }),
    where: plan.where(abilities, filter),
    /** The ids of all rows that the caller may read, to be counted instead of the list. */
    ids: plan.countsAll && isWhole && !abilities.isAdmin ? sql`${readableIds(abilities, plan.countsAll)} o` : undefined,
  }
}
