import { getNamedType, getNullableType, isEnumType, isLeafType, isListType, isObjectType } from 'graphql'
import type { GraphQLLeafType, GraphQLObjectType, GraphQLOutputType } from 'graphql'
import { sql, type RawBuilder } from 'kysely'
import type { FieldKind } from '../../database/record.js'
import { RowPrinter, type Member, type Print } from '../../database/row-printer.js'
import { planOf, type Expression, type Items, type ItemType, type Relation, type RowType } from '../plan.js'
import { pickOf, type Pick } from './picks.js'
import type { SelectedField, Selection } from './selection.js'

/** The columns that a statement selects, each once. */
export class Columns {
  readonly sources: { name: string; sql: RawBuilder<unknown>; kind: FieldKind }[] = []

  constructor(readonly type: RowType | ItemType) {}

  /** Where the column stands among the values of a row; it is selected from now on. */
  indexOf(name: string): number {
    const known = this.sources.findIndex((one) => one.name === name)
    if (known >= 0) return known
    const source = sourceOf(this.type, name)
    if (!source) throw new Error(`${this.type.name} has no column ${name}`)
    return this.sources.push({ name, ...source }) - 1
  }

  /**
   * The columns that a resolved field sees of a row: what its type says that it needs, else all but those that are
   * heavy.
   */
  neededFor(field: string): readonly string[] {
    if (!('record' in this.type)) return []
    const { record, heavy, needs } = this.type
    const names = needs?.[field] ?? record.names.filter((name) => !heavy?.includes(name))
    for (const name of names) this.indexOf(name)
    return names
  }
}

/** Items come without a statement: their columns are never selected. */
const noSql = sql``

function sourceOf(type: RowType | ItemType, name: string): Expression | undefined {
  if ('values' in type) return type.values[name] && { sql: noSql, kind: type.values[name].kind }
  const { record, columns } = type
  const named = columns?.[name] ?? name
  if (typeof named !== 'string') return 'joined' in named ? undefined : named
  const field = record.fields[named]
  return field && { sql: sql.ref(`${record.alias}.${field.column}`), kind: field.kind }
}

/** A place in a printed row that is filled with something other than a plain column. */
export type Hole =
  | { kind: 'related'; field: SelectedField; relation: Relation; from: number }
  | { kind: 'below'; field: SelectedField; face: Face }
  | { kind: 'picked'; field: SelectedField; column: number; pick: Pick }
  | { kind: 'parsed'; field: SelectedField; column: number }
  | { kind: 'items'; field: SelectedField; plan: Items; face: Face; column: number }
  | { kind: 'resolved'; field: SelectedField }

/** A column whose value becomes a member of the object that resolvers get. */
export interface SeenColumn {
  name: string
  column: number
  kind: FieldKind
}

/** How the rows of one selection are printed. */
export interface Face {
  selection: Selection
  printer: RowPrinter
  holes: readonly Hole[]
  /** Columns that resolvers of the selection read; empty when it has no resolved field. */
  seen: readonly SeenColumn[]
  columns: Columns
}

/** Plans the selection over rows; `tree` names the field that leads to the rows below a row of the same statement. */
export function faceOf(columns: Columns, selection: Selection, tree?: Relation): Face {
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
  const resolved = holes.filter(({ kind }) => kind === 'resolved' || kind === 'parsed')
  const names = new Set(
    resolved.flatMap(({ kind, field: { name } }) => [...columns.neededFor(name), ...(kind === 'parsed' ? [name] : [])]),
  )
  const seen = [...names].map((name): SeenColumn => {
    const column = columns.indexOf(name)
    return { name, column, kind: columns.sources[column]!.kind }
  })
  return { selection, printer: new RowPrinter(members), holes, seen, columns }
}

function joinedOf(columns: Columns, name: string): number[] | undefined {
  const named = 'columns' in columns.type ? columns.type.columns?.[name] : undefined
  if (typeof named !== 'object' || !('joined' in named)) return undefined
  return named.joined.map((one) => columns.indexOf(one))
}

/** A field whose value is a column: no resolver stands before it, or its area says which column it is. */
function isPlain({ name, definition }: SelectedField, type: RowType | ItemType): boolean {
  return ('columns' in type && type.columns?.[name] !== undefined) || (!definition.resolve && !planOf(definition))
}

function holeOf(columns: Columns, field: SelectedField, kind: FieldKind | undefined, tree?: Relation): Hole {
  const { definition, name } = field
  const type = getNamedType(definition.type)
  if (tree?.below?.field === name) {
    const face = faceOf(columns, field.below(type as GraphQLObjectType), tree)
    return { kind: 'below', field, face }
  }
  const plan = planOf(definition)
  if (plan && (plan.kind === 'one' || plan.kind === 'many' || plan.kind === 'tree'))
    return { kind: 'related', field, relation: plan, from: columns.indexOf(plan.from) }
  if (plan?.kind === 'items') {
    const face = itemFace(field, plan)
    if (face) return { kind: 'items', field, plan, face, column: columns.indexOf(plan.from) }
  }
  if (kind === 'document' && isObjectType(type)) {
    const pick = pickOf(field, type)
    const column = columns.indexOf(name)
    return pick ? { kind: 'picked', field, column, pick } : { kind: 'parsed', field, column }
  }
  return { kind: 'resolved', field }
}

/** How items of documents are printed; null where something selected of them needs the item itself. */
function itemFace(field: SelectedField, { type }: Items): Face | null {
  const face = faceOf(new Columns(type), field.below(getNamedType(field.definition.type) as GraphQLObjectType))
  return face.holes.every(({ kind }) => kind === 'related') ? face : null
}

/** How a column of the kind is written for a field of the type; undefined where it is not the column's own value. */
function printOf(kind: FieldKind, type: GraphQLOutputType): Print | undefined {
  const named = getNullableType(type)
  if (isListType(named)) return kind === 'document' && isLeafType(getNamedType(named)) ? 'document' : undefined
  if (!isLeafType(named)) return undefined
  if (isEnumType(named)) return new Map(named.getValues().map(({ name, value }) => [String(value), name]))
  return leaves[named.name]?.[kind]
}

const texts = { uuid: 'uuid', word: 'word', text: 'text' } as const
/** By scalar and kind of column; a pair that is not listed is left to the scalar itself. */
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
