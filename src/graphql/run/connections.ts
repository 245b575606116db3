import { getNamedType, isNonNullType, type GraphQLObjectType } from 'graphql'
import { isoTimestamp } from '../../database/driver/client.js'
import { textAt } from '../../database/rows/row-printer.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import type { KeyValue, OpenPage } from '../../lib/page.js'
import type { SelectedField } from '../documents/selection.js'
import type { PageOf } from '../plan.js'
import { objectsOf } from './assemble.js'
import { Columns, rowFormOf, type RowForm } from './row-forms.js'
import { listsOfRows, rowValues } from './rows.js'
import { broken, listsOf, nullable, statesOf, whenAll, type PathsOf, type Run, type Values } from './values.js'

/** How the selection of a page is read and printed; made once for each document. */
export interface ConnectionPlan {
  columns: Columns
  /** How rows are printed, by the field of the connection (`nodes`) or of its edges (`node`). */
  rowForms: Map<SelectedField, RowForm>
}

/** Returns how a field with a page of rows is read and printed. The columns contain those of the sort key. */
export function connectionPlan(field: SelectedField, { type, key }: Pick<PageOf, 'type' | 'key'>): ConnectionPlan {
  const columns = new Columns(type)
  for (const { field: name } of key) columns.indexOf(name)
  const rowForms = new Map<SelectedField, RowForm>()
  const nodesIn = (child: SelectedField) => {
    const { name } = child
    if (name === 'nodes' || name === 'node') rowForms.set(child, rowFormOf(columns, child.below(objectType(child))))
    if (name === 'edges') child.below(objectType(child)).fields.forEach(nodesIn)
  }
  field.below(objectType(field)).fields.forEach(nodesIn)
  return { columns, rowForms }
}

const objectType = (field: SelectedField) => getNamedType(field.definition.type) as GraphQLObjectType

/** The rows that were read for one page: up to one more than the page has, reversed if it is read backward. */
export interface ReadPage {
  read: readonly RawRow[]
  /** Returns the scope of the page's cursors, which is computed only for a page whose cursors are selected. */
  open: () => OpenPage
  countAll: () => Promise<number>
}

/** Completes a field whose values are pages of rows, one for each object. */
export function connections(
  run: Run,
  field: SelectedField,
  { key }: Pick<PageOf, 'key'>,
  plan: ConnectionPlan,
  at: OpenPage['page'],
  pages: readonly ReadPage[],
  paths: PathsOf,
): Values | Promise<Values> {
  const rowsOfEach = pages.map(({ read }) => {
    const rows = read.slice(0, at.limit)
    return at.backward ? rows.reverse() : rows
  })
  const cursorOf = (page: number, row: RawRow | undefined) =>
    row ? pages[page]!.open().encode(keyOf(key, plan, at, row)) : null
  const infoOf = (page: number) => {
    const rows = rowsOfEach[page]!
    const [first, last] = [cursorOf(page, rows[0]), cursorOf(page, rows.at(-1))]
    return pages[page]!.open().ends(pages[page]!.read.length > at.limit, first, last)
  }
  const selection = field.below(objectType(field))
  const completed = selection.fields.map((child): Values | Promise<Values> => {
    const { name } = child
    const pathsOfChild: PathsOf = (index) => within(paths(index), child.key)
    if (name === 'nodes') return listsOfRows(run, child, plan.rowForms.get(child)!, rowsOfEach, pathsOfChild)
    if (name === 'edges') return edges(run, child, plan, rowsOfEach, cursorOf, pathsOfChild)
    if (name === 'pageInfo')
      return run.ofField(
        child,
        pages.map((_page, index) => ({ pageInfo: infoOf(index) })),
        paths,
      )
    return run.ofField(child, pages, paths)
  })
  return whenAll(completed, (values) => {
    const made = objectsOf(selection.fields, values, pages.length)
    return isNonNullType(field.definition.type) ? made : nullable(made)
  })
}

const within = (paths: readonly (readonly (string | number)[])[], key: string) => paths.map((path) => [...path, key])

async function edges(
  run: Run,
  field: SelectedField,
  plan: ConnectionPlan,
  rowsOfEach: readonly (readonly RawRow[])[],
  cursorOf: (page: number, row: RawRow) => string | null,
  paths: PathsOf,
): Promise<Values> {
  const rows = rowsOfEach.flat()
  const owners = rowsOfEach.flatMap((own, page) => own.map(() => page))
  const starts = new Int32Array(rowsOfEach.length + 1)
  for (const [page, own] of rowsOfEach.entries()) starts[page + 1] = starts[page]! + own.length
  const selection = field.below(objectType(field))
  const pathsOfEdge: PathsOf = (edge) => {
    const page = owners[edge] ?? 0
    return paths(page).map((path) => [...path, edge - starts[page]!])
  }
  const completed = selection.fields.map((child): Values | Promise<Values> => {
    const rowForm = plan.rowForms.get(child)
    if (!rowForm)
      return run.ofField(
        child,
        rows.map((row, edge) => ({ cursor: cursorOf(owners[edge]!, row) })),
        pathsOfEdge,
      )
    return whenAll([rowValues(run, rowForm, rows, (edge) => within(pathsOfEdge(edge), child.key))], ([node]) =>
      nullable(node!),
    )
  })
  const values = await Promise.all(completed.map(async (child) => child))
  run.context.budget.makeObjects(rows.length)
  const made = objectsOf(selection.fields, values, rows.length)
  // Neither a cursor nor the list of edges may be null, so a broken cursor breaks the connection.
  let states: Uint8Array | null = null
  for (let edge = 0; made.states !== null && edge < rows.length; edge++) {
    if (made.states[edge] !== broken) continue
    states ??= statesOf(rowsOfEach.length)
    states[owners[edge]!] = broken
  }
  return listsOf(made, starts, states)
}

function keyOf(key: PageOf['key'], { columns }: ConnectionPlan, { order }: OpenPage['page'], row: RawRow): KeyValue[] {
  const names = order ? [order.field, key.at(-1)!.field] : key.map(({ field }) => field)
  return names.map((name) => {
    const index = columns.indexOf(name)
    const text = textAt(row, index)
    const kind = columns.sources[index]!.kind
    if (text === null) return null
    if (kind === 'time') return isoTimestamp(text)
    return kind === 'number' || kind === 'integer' ? Number(text) : text
  })
}
