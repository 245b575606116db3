import { sql, type SqlBool } from 'kysely'
import type { WrittenRow } from '../../database/rows/record-read.js'
import { textAt } from '../../database/rows/row-printer.js'
import { rowNamedBy, type NamedRows, type Relation } from '../plan.js'
import { Columns, columnOf, rowFormOf, typeBelow, type RowForm } from './row-forms.js'
import { relatedRows } from './relations.js'
import { objectOf } from './row-object.js'
import { rowsAt } from './rows.js'
import type { SelectedField } from '../documents/selection.js'
import type { PathsOf, Run, Values } from './values.js'

/** The result of a mutation: a row that it has written, which is printed without being read again. */
export class Written {
  constructor(
    readonly type: NamedRows,
    readonly written: WrittenRow,
  ) {}

  /** Returns the row as the object that resolvers expect. */
  object(): object {
    const { type } = this
    const { columns, row } = this.written
    const seen = columns.names.map((name, column) => ({ name, column, kind: type.record.fields[name]!.kind }))
    return objectOf({ columns: new ReturnedColumns(type, columns.names), seen }, row)
  }
}

/**
 * The columns of a written row, followed by those that a selection needs and the row lacks. A field that is read by an
 * SQL expression is taken from the row if the row has a column of its name.
 */
class ReturnedColumns extends Columns {
  constructor(
    private readonly rows: NamedRows,
    private readonly returned: readonly string[],
  ) {
    super(rows)
    for (const name of returned) super.indexOf(name)
  }

  override indexOf(name: string): number {
    const column = columnOf(this.rows, name)
    const at = this.returned.indexOf(typeof column === 'string' ? column : name)
    return at < 0 ? super.indexOf(name) : at
  }

  /** Whether the row has all columns that the selection needs. */
  get isEnough(): boolean {
    return this.sources.length === this.returned.length
  }
}

/** How the selection is printed from the written row, or the relation that reads the row again if it lacks a column. */
type Shown = { rowForm: RowForm } | { again: Relation }

/** Prints the selection of a mutation from the row that it has written. */
export function rowWritten(
  run: Run,
  field: SelectedField,
  { type, written: { columns, row } }: Written,
  paths: PathsOf,
): Values | Promise<Values> {
  const shown = shownOf(field, type, columns)
  if ('rowForm' in shown) return rowsAt(run, field, shown.rowForm, [row], new Int32Array(1), paths)
  return relatedRows(run, field, shown.again, [textAt(row, columns.names.indexOf('id'))], paths)
}

function shownOf(field: SelectedField, type: NamedRows, columns: WrittenRow['columns']): Shown {
  const kept = field.plans.get(columns) as Shown | undefined
  if (kept) return kept
  const returned = new ReturnedColumns(type, columns.names)
  const rowForm = rowFormOf(returned, field.below(typeBelow(field, type)))
  const shown = returned.isEnough ? { rowForm } : { again: rowJustWritten(type) }
  field.plans.set(columns, shown)
  return shown
}

/**
 * Returns a relation to the row that the caller has just written. It checks no access: the caller may see the row even
 * if the change ended the right to read it.
 */
const rowJustWritten = (type: NamedRows): Relation => ({ ...rowNamedBy(type, 'id'), access: () => sql<SqlBool>`true` })
