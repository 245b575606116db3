import type { TProperties } from '@sinclair/typebox'
import type { GraphQLField, GraphQLFieldResolver, GraphQLObjectType } from 'graphql'
import type { RawBuilder } from 'kysely'
import type { ClassType } from 'type-graphql'
import type { RuleValues } from '../access/abilities.js'
import type { Narrowed, readableIds } from '../access/candidates.js'
import type { Condition } from '../database/rows/conditions.js'
import type { Keyset } from '../database/rows/keyset.js'
import type { FieldKind, RecordOf } from '../database/rows/record.js'
import { load } from '../lib/load.js'
import type { KeyKind } from '../lib/page.js'
import type { RowReference } from '../lib/target.js'
import type { PageArgs } from './connection.js'
import type { GraphQLContext } from './context.js'
import { readColumn } from './document-fields.js'

// Areas declare plans for their types and fields: the table whose rows are the objects of a type, and how a field leads
// from rows to other rows. The values of a field without a plan come from its resolver. An answer can contain both.

/** An SQL expression over the record's alias, for a column that is not a field of the record. */
export interface Expression {
  /** A function of the caller's abilities if the value depends on them. */
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
  /** The columns or expressions of fields; a field that is not listed shows the column of its name. */
  columns?: Readonly<Record<string, string | Expression | Joined>>
  /** The column that contains a stored document, and the fields that are members of the document. */
  members?: { column: string; of: TProperties }
  /** Columns that resolvers do not get, unless `needs` names them: large or confidential ones. */
  heavy?: readonly string[]
  /**
   * The columns that the resolver of a field reads, or the resolvers of the items in a document; by default they get
   * all columns that are not heavy.
   */
  needs?: Readonly<Record<string, readonly string[]>>
  /**
   * Converts a row to the object that resolvers of the type expect; the row has only the columns that the selected
   * resolvers need.
   */
  object?: (row: never) => object
}

/** A type whose rows are found by their ids. */
export interface NamedRows extends RowType {
  /** The SQL condition that the caller may read the row. */
  access: (abilities: RuleValues) => Condition
  /** Loads rows for resolvers, in the order of the ids; undefined for a missing or unreadable row. */
  byIds: (ctx: GraphQLContext, ids: readonly string[]) => Promise<readonly (object | undefined)[]>
}

/** Returns a parameter with the array of keys, each transformed by the argument if there is one. */
export type KeyArrays = (of?: (key: string) => string | null) => unknown

/** How a field leads from its parent to rows of another type: those whose `to` equals the parent's `from`. */
export interface Relation {
  kind: 'one' | 'many' | 'tree'
  type: RowType
  /** The field of the parent whose value is the key. */
  from: string
  /** The field of the rows' record, or the column of their type, that equals the key. */
  to: string
  /**
   * The condition that finds rows by their keys, if `to` is not a single column of the record. The value of `to` in a
   * row is its key.
   */
  match?: (keys: KeyArrays) => Condition
  /** Joins of further tables or of the keys that the conditions need. Of several rows for a key the last one counts. */
  join?: RawBuilder<unknown> | ((keys: KeyArrays) => RawBuilder<unknown>)
  /** The SQL condition that the caller may read the row. */
  access: (abilities: RuleValues) => Condition
  order?: RawBuilder<unknown>
  /** The condition of each argument of the field, which applies if the argument has a value. */
  filter?: Readonly<Record<string, (value: unknown) => Condition>>
  /**
   * In a tree: the field that leads to the children of a row, and the field of the record that names a row's parent.
   */
  below?: { field: string; parent: string }
  /** The resolver of a field without another one: returns the value for a parent whose `from` is `key`. */
  resolve?: (ctx: GraphQLContext, key: string) => Promise<unknown>
}

/** Returns a relation to the row whose id is in the parent's field `from`; null if the caller may not read the row. */
export const rowNamedBy = (type: NamedRows, from: string): Relation => ({
  kind: 'one',
  type,
  from,
  to: 'id',
  access: type.access,
  resolve: async (ctx, id) => (await load(ctx, type.byIds, id)) ?? null,
})

/**
 * A field of Query that returns a page (connection) of rows. The plan alone declares the field: its count and its
 * resolver, which runs for callers who are not signed in, are derived from the plan.
 */
export interface PageOf {
  kind: 'page'
  type: RowType
  /** The description of the field. */
  says: string
  connection: () => ClassType
  args: () => ClassType<PageArgs>
  /** The name of the list; cursors are valid only in the list in which they were made. */
  list: string
  direction: 'asc' | 'desc'
  /** The sort key as cursors contain it; its last column is unique and breaks ties. */
  key: readonly { field: string; kind: KeyKind }[]
  /**
   * The conditions that the arguments describe, among which are the members of their `filter`; cursors are valid only
   * for the same conditions. Throws VALIDATION_ERROR on bad values.
   */
  filter: (args: Record<string, unknown>) => Record<string, unknown>
  /** The corresponding REST route, if it requires special scopes of tokens (access/scopes.ts). */
  route?: string
  /** Throws FORBIDDEN if the caller may not read the list with these arguments. */
  check?: (ctx: GraphQLContext, args: Record<string, unknown>) => unknown
  /**
   * The FROM item to read from instead of the whole table. `cut` has the condition, order and limit of the page; it is
   * absent if all rows are counted.
   */
  from?: (abilities: RuleValues, filter: Record<string, unknown>, cut?: Narrowed) => RawBuilder<unknown> | undefined
  /** Joins of further tables that the conditions need; `cut` is absent if all rows are counted. */
  join?: (cut?: Narrowed) => RawBuilder<unknown>
  where: (abilities: RuleValues, filter: Record<string, unknown>) => Condition
  /** The condition for strangers, if they may read a part of the list; otherwise the list requires a sign-in. */
  whereForStrangers?: (filter: Record<string, unknown>) => Condition
  /** The kind of content, if a list without a filter is counted by the ids of all content that the caller may read. */
  countsAll?: Parameters<typeof readableIds>[1]
  /** Counts the rows, if there is a faster way than by `from` and `where`. */
  count?: (ctx: GraphQLContext, filter: Record<string, unknown>) => Promise<number>
}

/** What the list of an object is about: the parts of the id of a world object, for example. */
export type Place = Readonly<Record<string, string>>

/** How the pages of several places are read by one statement. */
export interface PagesRead<P extends Place> {
  /** Returns a parameter with one value for each place, such as the array of their keys. */
  column(of: (place: P) => string): unknown
  abilities: RuleValues
  filter: Record<string, unknown>
  /** The condition, order and limit of the page of each place. */
  cut: Keyset
  /** Returns the list of the selected columns, with the number of the place, counted from 1, as the last one. */
  select: (place: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * A field of objects whose value is a page (connection) of rows for each of them, such as the claims that refer to an
 * entity. Its resolver reads the page of one object, where cursors are passed for several of them.
 */
export interface PagesBelow<P extends Place = Place> extends Pick<
  PageOf,
  'type' | 'list' | 'direction' | 'key' | 'filter'
> {
  kind: 'pages'
  /** Returns the place of an object; cursors are valid only for it. */
  place(object: never): P
  /** Returns the statement that reads the pages. The rows of a place are in the order of the page. */
  read(pages: PagesRead<P>): RawBuilder<unknown>
  /** Counts the rows of each list, by the number of the place; places without rows may be missing. */
  count(
    ctx: GraphQLContext,
    places: readonly P[],
    filter: Record<string, unknown>,
  ): Promise<ReadonlyMap<number, number>>
}

/** The order of lists by creation time, the newest row first. */
export const newestFirst = {
  direction: 'desc',
  key: [
    { field: 'createdAt', kind: 'time' },
    { field: 'id', kind: 'uuid' },
  ],
} as const

/**
 * A field whose type is a union that may be null, or a list of it: each object refers to a row of one of several types,
 * which is read with the selected columns alone.
 */
export interface Targets {
  kind: 'targets'
  /** The relations to the rows, by the names that references have for them. */
  rows: Readonly<Record<string, Relation>>
  /** For a list: returns the items of an object, each of which has one target. */
  items?: (object: never) => readonly object[]
  /** Returns the reference of an object or item; null without a target, undefined if only `otherwise` finds it. */
  reference: (ctx: GraphQLContext, object: never) => RowReference | null | undefined
  /** How the targets of objects are found for which there is no row. */
  otherwise?: OtherTargets
}

export interface OtherTargets {
  /** The names of their types. */
  types: readonly string[]
  /**
   * Returns the targets, one entry per object, in one call for all that are completed at the same time. `fields` are
   * the names of the selected fields of these types.
   */
  find: (
    ctx: GraphQLContext,
    objects: readonly never[],
    fields: ReadonlySet<string>,
  ) => Promise<readonly (object | null)[]>
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
  /** Returns the items of a parsed document; null if the field is null. */
  items: (document: unknown) => readonly unknown[] | null
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

export type FieldPlan = Relation | PageOf | PagesBelow | Targets | ById | Items

/** The plans of an area: its row types, and its fields by `Type.field`. */
export interface Plans {
  types: readonly RowType[]
  fields: Readonly<Record<string, FieldPlan>>
}

/** The key under which a field of the schema keeps its plan in `extensions`. */
const planned = 'parallax.plan'

/** Returns the plan that `attachPlans` gave to the field; undefined without one. */
export function planOf(field: GraphQLField<unknown, unknown>): FieldPlan | undefined {
  return field.extensions?.[planned] as FieldPlan | undefined
}

/** Returns the resolver of a field that has only the `resolve` of its plan. */
function resolverOf({ from, resolve }: Relation): GraphQLFieldResolver<Record<string, string | null>, GraphQLContext> {
  return (parent, _args, ctx) => (parent[from] ? resolve?.(ctx, parent[from]) : null)
}

/**
 * Attaches the areas' plans to the fields of the schema. Throws for a type or field that does not exist, and for a
 * field that has no resolver.
 */
export function attachPlans(typeNamed: (name: string) => unknown, plans: readonly Plans[]): void {
  const objectType = (name: string) => {
    const type = typeNamed(name) as GraphQLObjectType | undefined
    if (!type || typeof type.getFields !== 'function')
      throw new Error(`a plan names the type ${name}, which there is not`)
    return type
  }
  for (const { types, fields } of plans) {
    for (const { name, record, members } of types)
      for (const field of Object.values(objectType(name).getFields())) {
        const column = members?.of[field.name] ? undefined : record.fields[field.name]
        if (column?.kind === 'document') readColumn(field, column.shape)
      }
    for (const [name, plan] of Object.entries(fields)) {
      const [type = '', field = ''] = name.split('.')
      const definition = objectType(type).getFields()[field]
      if (!definition) throw new Error(`a plan names the field ${name}, which there is not`)
      definition.extensions = { ...definition.extensions, [planned]: plan }
      if ('resolve' in plan) definition.resolve ??= resolverOf(plan) as GraphQLFieldResolver<unknown, unknown>
      if (!definition.resolve) throw new Error(`the field ${name} has a plan, and nothing that resolves it`)
    }
  }
}
