import type { TProperties } from '@sinclair/typebox'
import type { GraphQLField, GraphQLFieldResolver, GraphQLObjectType } from 'graphql'
import type { RawBuilder } from 'kysely'
import type { ClassType } from 'type-graphql'
import type { RuleValues } from '../access/abilities.js'
import type { Narrowed, readableIds } from '../access/candidates.js'
import type { Condition } from '../database/rows/conditions.js'
import type { FieldKind, RecordOf } from '../database/rows/record.js'
import { load } from '../lib/load.js'
import type { KeyKind } from '../lib/page.js'
import type { PageArgs } from './connection.js'
import type { GraphQLContext } from './context.js'

// What areas declare about their types and fields, so that operations over them can be planned: which table a type's
// objects are rows of, and how a field leads from rows to other rows. A field without a plan is resolved, for all
// objects of a level at once. Planned and resolved fields are mixed in one answer.

/** An SQL expression over the record's alias, for a column that is not a field of the record. */
export interface Expression {
  /** A function of the user's abilities where what the column shows depends on them. */
  sql: RawBuilder<unknown> | ((abilities: RuleValues) => RawBuilder<unknown>)
  kind: FieldKind
}

/** Columns of the record whose texts are printed as one string, joined by slashes. */
export interface Joined {
  joined: readonly string[]
}

/** A type whose objects are rows of a table. */
export interface RowType {
  /** The type's name in the schema. */
  name: string
  record: RecordOf
  /** Fields that are columns under another name, or expressions; every other field is the column of its own name. */
  columns?: Readonly<Record<string, string | Expression | Joined>>
  /** Fields that are members of a stored document, and the column that holds the document. */
  members?: { column: string; of: TProperties }
  /** Columns that resolvers do not get, unless `needs` names them: large or confidential ones. */
  heavy?: readonly string[]
  /**
   * The columns that the resolver of a field reads, or the resolvers of the items in a document; by default they get
   * all columns that are not heavy.
   */
  needs?: Readonly<Record<string, readonly string[]>>
  /**
   * Turns the values of a row into the object that resolvers of the type expect; its parameter has those columns that
   * `needs` names for every such resolver.
   */
  object?: (row: never) => object
}

/** A type whose rows are found by their ids. */
export interface NamedRows extends RowType {
  /** An SQL condition: the viewer may read the row. */
  access: (abilities: RuleValues) => Condition
  /** Loads the rows for resolvers, one entry for each id in the order of the ids. */
  byIds: (ctx: GraphQLContext, ids: readonly string[]) => Promise<readonly (object | undefined)[]>
}

/** How a field leads from its parent to rows of another type: those whose `to` equals the parent's `from`. */
export interface Relation {
  kind: 'one' | 'many' | 'tree'
  type: RowType
  /** The field of the parent whose value is the key. */
  from: string
  /** What equals the key: a field of the rows' record, or a column of their type. */
  to: string
  /**
   * The condition that finds rows by their keys, where `to` is not a single column of the record. `keys` gives the
   * array of keys, each transformed by its argument; the value of `to` in the rows found is the key.
   */
  match?: (keys: (of: (key: string) => string) => unknown) => Condition
  /** Joins of further tables that the conditions need. */
  join?: RawBuilder<unknown>
  /** An SQL condition: the viewer may read the row. */
  access: (abilities: RuleValues) => Condition
  order?: RawBuilder<unknown>
  /** The conditions of the field's arguments; each is called with its value, and only where the argument is given. */
  filter?: Readonly<Record<string, (value: unknown) => Condition>>
  /**
   * In a tree: the field that leads to the children of a row, and the field of the record that names a row's parent.
   */
  below?: { field: string; parent: string }
  /** Resolves the field where it has no resolver of its own: the value for a parent whose `from` is `key`. */
  resolve?: (ctx: GraphQLContext, key: string) => Promise<unknown>
}

/** A relation to the row whose id is in the parent's field `from`; null where the viewer may not read that row. */
export const rowNamedBy = (type: NamedRows, from: string): Relation => ({
  kind: 'one',
  type,
  from,
  to: 'id',
  access: type.access,
  resolve: async (ctx, id) => (await load(ctx, type.byIds, id)) ?? null,
})

/**
 * A field of Query that returns a page (connection) of rows. It is declared by its plan alone: a resolver, for where
 * operations are not planned, and the count are derived from it.
 */
export interface PageOf {
  kind: 'page'
  type: RowType
  /** The field's description, and its classes of the connection and the arguments. */
  says: string
  connection: () => ClassType
  args: () => ClassType<PageArgs>
  /** The name of the list; cursors are valid only in the list in which they were made. */
  list: string
  direction: 'asc' | 'desc'
  /** The sort key as cursors contain it; its last column is unique and breaks ties. */
  key: readonly { field: string; kind: KeyKind }[]
  /**
   * The filter that the arguments describe; cursors are valid only for the same filter. Throws VALIDATION_ERROR on bad
   * values.
   */
  filter: (args: Record<string, unknown>) => Record<string, unknown>
  /** The route that is about the same, where scopes of tokens are special (access/scopes.ts). */
  route?: string
  /** Throws FORBIDDEN where the caller may not see any page of the list that these arguments ask for. */
  check?: (ctx: GraphQLContext, args: Record<string, unknown>) => unknown
  /**
   * The FROM item to read from, where that is not the whole table; `cut` has the page's condition, order and limit, and
   * is absent where all rows are counted.
   */
  from?: (abilities: RuleValues, filter: Record<string, unknown>, cut?: Narrowed) => RawBuilder<unknown> | undefined
  /** Joins of further tables that the conditions need; those of a count where there is no page to `cut`. */
  join?: (cut?: Narrowed) => RawBuilder<unknown>
  where: (abilities: RuleValues, filter: Record<string, unknown>) => Condition
  /** The same for a caller who is not signed in, where such a caller sees a part of the list. */
  whereForStrangers?: (filter: Record<string, unknown>) => Condition
  /** The kind of content, where ids alone are counted of everything that the caller may read, without a filter. */
  countsAll?: Parameters<typeof readableIds>[1]
  /** Counts the rows, where that is faster than by `from` and `where`. */
  count?: (ctx: GraphQLContext, filter: Record<string, unknown>) => Promise<number>
}

/** The order of lists by creation time, the newest row first. */
export const newestFirst = {
  direction: 'desc',
  key: [
    { field: 'createdAt', kind: 'time' },
    { field: 'id', kind: 'uuid' },
  ],
} as const

/** A field whose values are computed in one call for all objects of a level. */
export interface Batched {
  kind: 'batched'
  values: (ctx: GraphQLContext, objects: readonly never[], args: Record<string, unknown>) => Promise<readonly unknown[]>
}

/** A field that returns the row named by its argument `id`. */
export interface ById {
  kind: 'byId'
  type: NamedRows
}

/** A field whose objects are the items of a document in the parent; each item is treated as a row. */
export interface Items {
  kind: 'items'
  /** The parent's column that contains the document. */
  from: string
  /** The items of a parsed document. */
  items: (document: unknown) => readonly unknown[]
  type: ItemType
}

/** A type whose objects are items of stored documents. */
export interface ItemType {
  /** The type's name in the schema. */
  name: string
  /**
   * The values of fields, and values that relations start from, in PostgreSQL's text format; other fields are resolved.
   */
  values: Readonly<Record<string, ItemValue>>
}

export interface ItemValue {
  kind: FieldKind
  of: (item: unknown) => string | null
}

export type FieldPlan = Relation | PageOf | Batched | ById | Items

/** The plans of an area: its row types, and its fields by `Type.field`. */
export interface Plans {
  types: readonly RowType[]
  fields: Readonly<Record<string, FieldPlan>>
}

/** The key under which a field of the schema keeps its plan in `extensions`. */
const planned = 'parallax.plan'

/** The plan that `attachPlans` gave to the field; undefined without one. */
export function planOf(field: GraphQLField<unknown, unknown>): FieldPlan | undefined {
  return field.extensions?.[planned] as FieldPlan | undefined
}

/** The resolver of a field that has only the `resolve` of its plan. */
function resolverOf({ from, resolve }: Relation): GraphQLFieldResolver<Record<string, string | null>, GraphQLContext> {
  return (parent, _args, ctx) => (parent[from] ? resolve?.(ctx, parent[from]) : null)
}

/**
 * Attaches the areas' plans to the fields of the schema. Throws for a type or field that does not exist, and for a
 * field that nothing resolves.
 */
export function attachPlans(typeNamed: (name: string) => unknown, plans: readonly Plans[]): void {
  const objectType = (name: string) => {
    const type = typeNamed(name) as GraphQLObjectType | undefined
    if (!type || typeof type.getFields !== 'function')
      throw new Error(`a plan names the type ${name}, which there is not`)
    return type
  }
  for (const { types, fields } of plans) {
    for (const { name } of types) objectType(name)
    for (const [name, plan] of Object.entries(fields)) {
      const [type = '', field = ''] = name.split('.')
      const found = objectType(type).getFields()[field]
      if (!found) throw new Error(`a plan names the field ${name}, which there is not`)
      found.extensions = { ...found.extensions, [planned]: plan }
      if ('resolve' in plan) found.resolve ??= resolverOf(plan) as GraphQLFieldResolver<unknown, unknown>
      if (!found.resolve) throw new Error(`the field ${name} has a plan, and nothing that resolves it`)
    }
  }
}
