import type { GraphQLField, GraphQLFieldResolver, GraphQLObjectType } from 'graphql'
import type { RawBuilder } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import type { Narrowed } from '../access/candidates.js'
import type { Condition } from '../database/conditions.js'
import type { FieldKind, RecordOf } from '../database/record.js'
import { load } from '../lib/load.js'
import type { KeyKind } from '../lib/page.js'
import type { GraphQLContext } from './context.js'

// What areas say about their types and fields so that operations over them are planned: which table a type's objects
// are rows of, and how a field leads from some rows to others. Fields of which nothing is said are resolved, all
// objects of a level at once. Planned and resolved fields stand side by side in one answer.

/** A column that is no field of the record: an expression over its alias. */
export interface Expression {
  sql: RawBuilder<unknown>
  kind: FieldKind
}

/** Columns of the record whose texts are printed as one, with slashes between. */
export interface Joined {
  joined: readonly string[]
}

/** A type whose objects are rows. */
export interface RowType {
  /** The type's name in the schema. */
  name: string
  record: RecordOf
  /** Fields that are columns under another name, or expressions; all others are columns under their own. */
  columns?: Readonly<Record<string, string | Expression | Joined>>
  /** Columns that resolvers never see. */
  heavy?: readonly string[]
  /**
   * Columns that a field's resolver reads, or the resolvers of a document's items; by default they get the whole row.
   */
  needs?: Readonly<Record<string, readonly string[]>>
  /** Turns the values of a row, by the names of the record, into what resolvers of the type expect. */
  object?: (row: Record<string, unknown>) => object
}

/** A type whose rows are found by their ids. */
export interface NamedRows extends RowType {
  /** Which of them the viewer may read. */
  access: (abilities: Abilities) => Condition
  /** The same for resolvers, one entry for each id. */
  byIds: (ctx: GraphQLContext, ids: readonly string[]) => Promise<readonly (object | undefined)[]>
}

/** How a field leads to rows of the type that it has: those whose `to` is the parent's `from`. */
export interface Relation {
  kind: 'one' | 'many' | 'tree'
  type: RowType
  /** A field of the parent. */
  from: string
  /** A field of the rows' record, or a column of their type. */
  to: string
  /** The rows with one of these keys, where `to` is not one column of the record: its values are `to` of the rows. */
  match?: (keys: (of: (key: string) => string) => readonly string[]) => Condition
  /** Tables that the conditions need beside the record's own. */
  join?: RawBuilder<unknown>
  /** Which of the rows the viewer may read. */
  access: (abilities: Abilities) => Condition
  order?: RawBuilder<unknown>
  /** The field's arguments as conditions; each value is given where the argument is. */
  filter?: Readonly<Record<string, (value: RawBuilder<unknown>) => Condition>>
  /** In a tree: the field with the rows below a row, and the record's field that names the row above. */
  below?: { field: string; parent: string }
  /** The field's resolver, where it has none of its own: what stands there for a parent with this value of `from`. */
  resolve?: (ctx: GraphQLContext, key: string) => Promise<unknown>
}

/** The row whose id the field `from` of the parent holds; null where the viewer may not read it. */
export const rowNamedBy = (type: NamedRows, from: string): Relation => ({
  kind: 'one',
  type,
  from,
  to: 'id',
  access: type.access,
  resolve: async (ctx, id) => (await load(ctx, type.byIds, id)) ?? null,
})

/** A field that leads to a page of rows. */
export interface PageOf {
  kind: 'page'
  type: RowType
  /** Name of the list: cursors are valid in it alone. */
  list: string
  direction: 'asc' | 'desc'
  /** The sort key, as cursors hold it; the last is unique. */
  key: readonly { field: string; kind: KeyKind }[]
  /** The filter that the arguments make: part of what cursors are valid for. Throws on bad values. */
  filter: (args: Record<string, unknown>) => Record<string, unknown>
  /** What the rows are taken from, where that is not the whole table; `cut` is how the page is cut. */
  from?: (abilities: Abilities, filter: Record<string, unknown>, cut: Narrowed) => RawBuilder<unknown>
  where: (abilities: Abilities, filter: Record<string, unknown>) => Condition
  count: (ctx: GraphQLContext, filter: Record<string, unknown>) => Promise<number>
}

/** A field that is computed for all objects of a level at once. */
export interface Batched {
  kind: 'batched'
  values: (ctx: GraphQLContext, objects: readonly never[], args: Record<string, unknown>) => Promise<readonly unknown[]>
}

/** A single row, by the argument `id`. */
export interface ById {
  kind: 'byId'
  type: NamedRows
}

/** Objects that stand in a document of the parent: its items become rows of their own. */
export interface Items {
  kind: 'items'
  /** The parent's column with the document. */
  from: string
  /** The items in a parsed document. */
  items: (document: unknown) => readonly unknown[]
  type: ItemType
}

/** A type whose objects are items of stored documents. */
export interface ItemType {
  /** The type's name in the schema. */
  name: string
  /** Fields, and values that relations start from, in PostgreSQL's text form; other fields are resolved. */
  values: Readonly<Record<string, ItemValue>>
}

export interface ItemValue {
  kind: FieldKind
  of: (item: unknown) => string | null
}

export type FieldPlan = Relation | PageOf | Batched | ById | Items

/** The plans of an area: its types, and fields by `Type.field`. */
export interface Plans {
  types: readonly RowType[]
  fields: Readonly<Record<string, FieldPlan>>
}

/** The key of `extensions` under which a field of the schema keeps its plan. */
const planned = 'parallax.plan'

export function planOf(field: GraphQLField<unknown, unknown>): FieldPlan | undefined {
  return field.extensions?.[planned] as FieldPlan | undefined
}

/** The resolver of a field of which its plan alone says where it leads. */
function resolverOf({ from, resolve }: Relation): GraphQLFieldResolver<Record<string, string | null>, GraphQLContext> {
  return (parent, _args, ctx) => (parent[from] ? resolve?.(ctx, parent[from]) : null)
}

/** Attaches the areas' plans to types and fields of the schema; throws where there is no such type or field. */
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
