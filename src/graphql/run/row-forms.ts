import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql'
import type { GraphQLEnumType, GraphQLLeafType, GraphQLObjectType, GraphQLOutputType } from 'graphql'
import { sql, type RawBuilder } from 'kysely'
import type { FieldKind } from '../../database/rows/record.js'
import type { RuleValues } from '../../access/abilities.js'
import type { Print } from '../../database/rows/print-value.js'
import { RowPrinter, type Member } from '../../database/rows/row-printer.js'
import { documentFieldOf } from '../document-fields.js'
import { planOf, type Expression, type Items, type ItemType, type Joined } from '../plan.js'
import type { Relation, RowType } from '../plan.js'
import { finderOfForms, formOf, type MemberForm, type SeenColumn, type StoredMembers } from './member-forms.js'
import { pickOf, type Pick } from './picks.js'
import type { SelectedField, Selection } from '../documents/selection.js'

/** The columns that a statement selects, each once. */
export class Columns {
  readonly sources: (Expression & { name: string })[] = []

  constructor(readonly type: RowType | ItemType) {}

  /**
   * Returns the index of the column in a row; adds the column to the statement if it is not selected yet. Throws if the
   * type has no such column.
   */
  indexOf(name: string): number {
    const index = this.sources.findIndex((column) => column.name === name)
    if (index >= 0) return index
    const source = sourceOf(this.type, name)
    if (!source) throw new Error(`${this.type.name} has no column ${name}`)
    return this.sources.push({ name, ...source }) - 1
  }

  /** Returns the select list of the statement. */
  selected(abilities: RuleValues): RawBuilder<unknown> {
    return sql.join(
      this.sources.map((source) => (typeof source.sql === 'function' ? source.sql(abilities) : source.sql)),
    )
  }

  /**
   * Returns the columns that the resolver of a field gets, and adds them to the statement: those in `needs` of the row
   * type, otherwise all but the heavy ones.
   */
  neededFor(field: string): readonly string[] {
    if (!('record' in this.type)) return []
    const { record, heavy, needs } = this.type
    const names = needs?.[field] ?? record.names.filter((name) => !heavy?.includes(name))
    for (const name of names) this.indexOf(name)
    return names
  }
}

/** Items do not come from a statement, so their columns need no SQL. */
const noSql = sql``

/** Returns the name of the column that a field of the type shows, or its expression or joined columns. */
export const columnOf = ({ columns, record }: RowType, field: string): string | Expression | Joined =>
  columns?.[field] ?? record.shownAs[field] ?? field

function sourceOf(type: RowType | ItemType, name: string): Expression | undefined {
  if ('values' in type) return type.values[name] && { sql: noSql, kind: type.values[name].kind }
  const { record } = type
  const named = columnOf(type, name)
  if (typeof named !== 'string') return 'joined' in named ? undefined : named
  const field = record.fields[named]
  return field && { sql: sql.ref(`${record.alias}.${field.column}`), kind: field.kind }
}

/** A hole: a field of a printed row whose value is not a plain column, and what fills it. */
export type Hole =
  | { kind: 'related'; field: SelectedField; relation: Relation; from: number }
  | { kind: 'below'; field: SelectedField; rowForm: RowForm }
  | { kind: 'picked'; field: SelectedField; column: number; pick: Pick }
  | { kind: 'parsed'; field: SelectedField; column: number }
  | { kind: 'items'; field: SelectedField; plan: Items; rowForm: RowForm; column: number }
  | { kind: 'member'; field: SelectedField; form: MemberForm }
  | { kind: 'resolved'; field: SelectedField }

/** How the rows of one selection are printed: which columns are printed in place, and what fills the holes. */
export interface RowForm {
  selection: Selection
  printer: RowPrinter
  holes: readonly Hole[]
  /** The columns that resolvers of the selection read; empty when none of its fields is resolved or parsed. */
  seen: readonly SeenColumn[]
  /** How members of a stored document are found; null if no such member is selected. */
  stored: StoredMembers | null
  columns: Columns
}

/** Returns the object type of a field's rows; the row type names it if the field has an interface or a union. */
export function typeBelow({ definition, schema }: SelectedField, { name }: RowType): GraphQLObjectType {
  const type = getNamedType(definition.type)
  return (isAbstractType(type) ? schema.getType(name) : type) as GraphQLObjectType
}

/**
 * Returns how the selection is printed from rows. `tree` is the relation that reads the rows: if it is a tree, the
 * children of a row are taken from the same statement.
 */
export function rowFormOf(columns: Columns, selection: Selection, tree?: Relation): RowForm {
  const holes: Hole[] = []
  const members = selection.fields.map((field): Member => {
    const { key, name, parent } = field
    if (name === '__typename') return { key, fixed: JSON.stringify(parent.name) }
    const joined = joinedOf(columns, name)
    if (joined) return { key, joined }
    const source = isPlain(field, columns.type) ? sourceOf(columns.type, name) : undefined
    const print = source && printOf(source.kind, field.definition.type)
    if (print) return { key, column: columns.indexOf(name), print }
    holes.push(holeOf(columns, field, source?.kind, tree))
    return { key, hole: true }
  })
  const seen = seenBy(columns, holes, ['resolved', 'parsed'])
  return { selection, printer: new RowPrinter(members), holes, seen, stored: storedMembers(columns, holes), columns }
}

/** Returns the columns that the resolvers of holes of these kinds read, and adds them to the statement. */
function seenBy(columns: Columns, holes: readonly Hole[], kinds: readonly Hole['kind'][]): SeenColumn[] {
  const resolved = holes.filter(({ kind }) => kinds.includes(kind))
  const names = new Set(
    resolved.flatMap(({ kind, field: { name } }) => [...columns.neededFor(name), ...(kind === 'parsed' ? [name] : [])]),
  )
  return [...names].map((name): SeenColumn => {
    const column = columns.indexOf(name)
    return { name, column, kind: columns.sources[column]!.kind }
  })
}

function storedMembers(columns: Columns, holes: readonly Hole[]): StoredMembers | null {
  const forms = holes.flatMap((hole) => (hole.kind === 'member' ? [hole.form] : []))
  if (!forms.length || !('record' in columns.type)) return null
  const column = columns.indexOf(columns.type.members!.column)
  return { column, finder: finderOfForms(forms), seen: seenBy(columns, holes, ['member']) }
}

function joinedOf(columns: Columns, name: string): number[] | undefined {
  const named = 'columns' in columns.type ? columns.type.columns?.[name] : undefined
  if (typeof named !== 'object' || !('joined' in named)) return undefined
  return named.joined.map((column) => columns.indexOf(column))
}

/**
 * Returns whether the value of a field is that of a column: its area names the column, or the field has no resolver or
 * plan and is not a member of the stored document.
 */
function isPlain({ name, definition }: SelectedField, type: RowType | ItemType): boolean {
  if ('record' in type && (type.columns?.[name] ?? type.record.shownAs[name]) !== undefined) return true
  if ('members' in type && type.members?.of[name] !== undefined) return false
  if (documentFieldOf(definition)?.kind === 'column') return true
  return !definition.resolve && !planOf(definition)
}

function holeOf(columns: Columns, field: SelectedField, kind: FieldKind | undefined, tree?: Relation): Hole {
  const { definition, name } = field
  const type = getNamedType(definition.type)
  if (tree?.below?.field === name) {
    const rowForm = rowFormOf(columns, field.below(type as GraphQLObjectType), tree)
    return { kind: 'below', field, rowForm }
  }
  const plan = planOf(definition)
  if (plan && (plan.kind === 'one' || plan.kind === 'many' || plan.kind === 'tree'))
    return { kind: 'related', field, relation: plan, from: columns.indexOf(plan.from) }
  if (plan?.kind === 'items') {
    const rowForm = itemForm(field, plan)
    if (rowForm) return { kind: 'items', field, plan, rowForm, column: columns.indexOf(plan.from) }
  }
  if (kind === 'document' && isObjectType(type)) {
    const pick = pickOf(field, type)
    const column = columns.indexOf(name)
    return pick ? { kind: 'picked', field, column, pick } : { kind: 'parsed', field, column }
  }
  const stored = 'record' in columns.type ? columns.type.members?.of[name] : undefined
  const form = stored && !plan && !definition.resolve ? formOf(stored, field) : null
  return form ? { kind: 'member', field, form } : { kind: 'resolved', field }
}

/** Returns how items of documents are printed; null if a selected field is neither a value nor a relation of theirs. */
function itemForm(field: SelectedField, { type }: Items): RowForm | null {
  const rowForm = rowFormOf(new Columns(type), field.below(getNamedType(field.definition.type) as GraphQLObjectType))
  return rowForm.holes.every(({ kind }) => kind === 'related') ? rowForm : null
}

/**
 * Returns how a column of this kind is printed for a field of this type; undefined if the field's value differs from
 * the column's.
 */
function printOf(kind: FieldKind, type: GraphQLOutputType): Print | undefined {
  const named = getNullableType(type)
  if (isListType(named)) {
    const item = getNamedType(named)
    if (kind !== 'document' || !isLeafType(item)) return undefined
    return isEnumType(item) ? { each: wordsOf(item) } : 'document'
  }
  if (!isLeafType(named)) return undefined
  if (isEnumType(named)) return wordsOf(named)
  return leaves[named.name]?.[kind]
}

const wordsOf = (type: GraphQLEnumType) => new Map(type.getValues().map(({ name, value }) => [String(value), name]))

const texts = { uuid: 'uuid', word: 'word', text: 'text' } as const
/** The print forms by scalar and kind of column; values of a pair that is not listed are serialized by the scalar. */
const leaves: Record<GraphQLLeafType['name'], Partial<Record<FieldKind, Print>>> = {
  ID: texts,
  String: texts,
  Int: { integer: 'integer' },
  Float: { integer: 'integer', number: 'number' },
  Boolean: { boolean: 'boolean' },
  DateTime: { time: 'time' },
  JSON: { document: 'document' },
  JSONObject: { document: 'document' },
}
