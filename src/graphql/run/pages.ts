import { getNamedType, isNonNullType, type GraphQLObjectType } from 'graphql'
import { sql } from 'kysely'
import { abilitiesOf } from '../../access/abilities.js'
import type { RuleForm, WithAbilities } from '../../access/abilities.js'
import { abilitySlots } from '../../access/ability-slots.js'
import { isoTimestamp } from '../../database/driver/client.js'
import { keyset } from '../../database/rows/keyset.js'
import { slot, statement, type Statement } from '../../database/driver/statement.js'
import { textAt } from '../../database/rows/row-printer.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import { openPage, type KeyValue, type OpenPage, type PageArguments } from '../../lib/page.js'
import { conditionsOf } from '../filter.js'
import { countOf, keyColumns } from '../schema/lists.js'
import type { PageOf } from '../plan.js'
import { objectsOf } from './assemble.js'
import { Columns, rowFormOf, type RowForm } from './row-forms.js'
import { listsOfRows, rowValues } from './rows.js'
import type { SelectedField, Variables } from '../documents/selection.js'
import { complete } from './complete.js'
import {
  broken,
  Failure,
  listsOf,
  nullable,
  type PathsOf,
  type Reading,
  type Run,
  type Values,
  whenAll,
} from './values.js'

interface Input extends WithAbilities {
  filter: Record<string, unknown>
  page: OpenPage['page']
}

/** How the selection of a page is read and printed; made once for each document. */
interface Plan {
  columns: Columns
  /** How rows are printed, by the field of the connection (`nodes`) or of its edges (`node`). */
  rowForms: Map<SelectedField, RowForm>
  statements: Map<string, Statement<Input>>
}

function planOfField(field: SelectedField, page: PageOf): Plan {
  const kept = field.plans.get(page) as Plan | undefined
  if (kept) return kept
  const columns = new Columns(page.type)
  for (const { field: name } of page.key) columns.indexOf(name)
  const rowForms = new Map<SelectedField, RowForm>()
  const plan = { columns, rowForms, statements: new Map<string, Statement<Input>>() }
  const nodesIn = (child: SelectedField) => {
    const { name } = child
    if (name === 'nodes' || name === 'node') rowForms.set(child, rowFormOf(columns, child.below(objectType(child))))
    if (name === 'edges') child.below(objectType(child)).fields.forEach(nodesIn)
  }
  field.below(objectType(field)).fields.forEach(nodesIn)
  field.plans.set(page, plan)
  return plan
}

const objectType = (field: SelectedField) => getNamedType(field.definition.type) as GraphQLObjectType

/**
 * Completes a field that returns a page of rows with its cursors. One statement reads the rows; another counts all rows
 * if `totalCount` is selected. An error is reported for the field.
 */
export async function pageOfRows(run: Run, field: SelectedField, page: PageOf, paths: PathsOf): Promise<Values> {
  try {
    page.check?.(run.context, conditionsOf(field.args(run.variables)))
    const { filter, open, plan } = opened(field, page, run.variables)
    const rows = await read(run, page, plan, { filter, page: open.page })
    return await connection(run, field, page, plan, open, rows, filter, paths)
  } catch (cause) {
    return complete(run, field.definition.type, [new Failure(cause)], field, paths)
  }
}

function opened(field: SelectedField, page: PageOf, variables: Variables) {
  const args = field.args(variables)
  const filter = page.filter(conditionsOf(args))
  const open = openPage(args as PageArguments, { name: page.list, filter, kinds: page.key.map(({ kind }) => kind) })
  const plan = planOfField(field, page)
  // `orderBy` may need a column that is not selected otherwise.
  const by = [...(open.page.order ? [open.page.order.field] : []), ...page.key.map(({ field: name }) => name)]
  for (const name of by) plan.columns.indexOf(name)
  return { filter, open, plan }
}

/** Returns how a page is read and printed for users who are not administrators. */
export function readingOfPage(field: SelectedField, page: PageOf, variables: Variables): Reading {
  const { filter, open, plan } = opened(field, page, variables)
  return { statement: statementFor(page, plan, open.page, filter, 'user'), rowForms: plan.rowForms.values() }
}

async function read(
  run: Run,
  page: PageOf,
  plan: Plan,
  { filter, page: at }: Omit<Input, 'abilities'>,
): Promise<RawRow[]> {
  const abilities = await abilitiesOf(run.context)
  return statementFor(page, plan, at, filter, abilities.form).bytes(run.context, { abilities, filter, page: at })
}

function statementFor(
  page: PageOf,
  plan: Plan,
  at: OpenPage['page'],
  filter: Record<string, unknown>,
  form: RuleForm,
): Statement<Input> {
  const present = Object.keys(filter).filter((name) => filter[name] !== undefined && filter[name] !== null)
  const { order, backward, after, before } = at
  const shape = [
    form,
    present.map((name) => (typeof filter[name] === 'boolean' ? `${name}=${filter[name]}` : name)).join(),
    order ? `${order.field} ${order.direction}` : '',
    backward,
    after !== null,
    before !== null,
    plan.columns.sources.length,
  ].join('/')
  let kept = plan.statements.get(shape)
  // Filter values that are parameters must not become part of a statement, which is kept for other requests.
  const made = present.map((name) => [name, typeof filter[name] === 'boolean' ? filter[name] : null] as const)
  if (!kept) plan.statements.set(shape, (kept = statementOf(page, plan, at, Object.fromEntries(made), present, form)))
  return kept
}

function statementOf(
  list: PageOf,
  { columns }: Plan,
  page: OpenPage['page'],
  filter: Record<string, unknown>,
  conditions: readonly string[],
  form: RuleForm,
): Statement<Input> {
  const { table, alias } = list.type.record
  const keyValues = (side: 'after' | 'before') =>
    page[side]?.map((_value, i) => slot<Input>((input) => input.page[side]?.[i] ?? null)) ?? null
  const beyond = keyset(
    { ...page, after: keyValues('after'), before: keyValues('before') },
    keyColumns(list),
    list.direction,
  )
  // A boolean changes the conditions of the statement, so each value has a statement of its own; other values are
  // parameters.
  const values = conditions.map((name) => [
    name,
    typeof filter[name] === 'boolean' ? filter[name] : slot<Input>((input) => input.filter[name]),
  ])
  const limit = slot<Input>((input) => input.page.limit + 1)
  const args = [abilitySlots(form), Object.fromEntries(values)] as const
  const cut = { ...beyond, limit }
  const rows = list.from?.(...args, cut) ?? sql.table(table)
  return statement<Input>(
    () => sql`select ${columns.selected(abilitySlots(form))}
      from ${rows} ${sql.raw(alias)} ${list.join?.(cut) ?? sql``}
     where ${list.where(...args)} and ${beyond.where}
     order by ${beyond.orderBy} limit ${limit}`,
  )
}

function connection(
  run: Run,
  field: SelectedField,
  page: PageOf,
  plan: Plan,
  { page: at, ends, encode }: OpenPage,
  read: readonly RawRow[],
  filter: Record<string, unknown>,
  paths: PathsOf,
): Values | Promise<Values> {
  const more = read.length > at.limit
  const rows = read.slice(0, at.limit)
  if (at.backward) rows.reverse()
  const cursorOf = (row: RawRow | undefined) => (row ? encode(keyOf(page, plan, at, row)) : null)
  const countAll = () => countOf(run.context, page, filter)
  const selection = field.below(objectType(field))
  const completed = selection.fields.map((child): Values | Promise<Values> => {
    const { name } = child
    const pathsOfChild: PathsOf = (index) => within(paths(index), child.key)
    if (name === 'nodes') return listsOfRows(run, child, plan.rowForms.get(child)!, [rows], pathsOfChild)
    if (name === 'edges') return edges(run, child, plan, rows, cursorOf, pathsOfChild)
    if (name === 'totalCount') return run.ofField(child, [{ countAll }], paths)
    return run.ofField(child, [{ pageInfo: ends(more, cursorOf(rows[0]), cursorOf(rows.at(-1))) }], paths)
  })
  return whenAll(completed, (values) => {
    const made = objectsOf(selection.fields, values, 1)
    return isNonNullType(field.definition.type) ? made : nullable(made)
  })
}

const within = (paths: readonly (readonly (string | number)[])[], key: string) => paths.map((path) => [...path, key])

async function edges(
  run: Run,
  field: SelectedField,
  plan: Plan,
  rows: readonly RawRow[],
  cursorOf: (row: RawRow) => string | null,
  paths: PathsOf,
): Promise<Values> {
  const selection = field.below(objectType(field))
  const pathsOfEdge: PathsOf = (edge) => (paths(0) ?? []).map((path) => [...path, edge])
  const completed = selection.fields.map((child): Values | Promise<Values> => {
    const rowForm = plan.rowForms.get(child)
    if (!rowForm)
      return run.ofField(
        child,
        rows.map((row) => ({ cursor: cursorOf(row) })),
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
  return listsOf(made, [0, rows.length], made.states?.includes(broken) ? Uint8Array.of(broken) : null)
}

function keyOf({ key }: PageOf, { columns }: Plan, { order }: OpenPage['page'], row: RawRow): KeyValue[] {
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
