import { sql } from 'kysely'
import { abilitiesOf } from '../../access/abilities.js'
import type { RuleForm, WithAbilities } from '../../access/abilities.js'
import { abilitySlots } from '../../access/ability-slots.js'
import { keyset, type Keyset } from '../../database/rows/keyset.js'
import { slot, statement, type Statement } from '../../database/driver/statement.js'
import { openPage, type OpenPage, type PageArguments } from '../../lib/page.js'
import { conditionsOf } from '../filter.js'
import { countOf, keyColumns } from '../schema/lists.js'
import type { PageOf } from '../plan.js'
import { connectionPlan, connections, type ConnectionPlan } from './connections.js'
import type { Columns } from './row-forms.js'
import type { SelectedField } from '../documents/selection.js'
import type { Variables } from '../documents/coercion.js'
import { complete } from './complete.js'
import { Failure, type PathsOf, type Reading, type Run, type Values } from './values.js'

/** The input of the statement of a page. */
export interface PageInput extends WithAbilities {
  filter: Record<string, unknown>
  page: OpenPage['page']
}

interface Plan extends ConnectionPlan {
  statements: Map<string, Statement<PageInput>>
}

function planOfField(field: SelectedField, page: PageOf): Plan {
  const kept = field.plans.get(page) as Plan | undefined
  if (kept) return kept
  const plan = { ...connectionPlan(field, page), statements: new Map<string, Statement<PageInput>>() }
  field.plans.set(page, plan)
  return plan
}

/**
 * Completes a field that returns a page of rows with its cursors. One statement reads the rows; another counts all rows
 * if `totalCount` is selected. An error is reported for the field.
 */
export async function pageOfRows(run: Run, field: SelectedField, page: PageOf, paths: PathsOf): Promise<Values> {
  try {
    page.check?.(run.context, conditionsOf(field.args(run.variables)))
    const { filter, open, plan } = opened(field, page, run.variables)
    const abilities = await abilitiesOf(run.context)
    const input = { abilities, filter, page: open.page }
    const read = await statementFor(page, plan, open.page, filter, abilities.form).bytes(run.context, input)
    const own = { read, open: () => open, countAll: () => countOf(run.context, page, filter) }
    return await connections(run, field, page, plan, open.page, [own], paths)
  } catch (cause) {
    return complete(run, field.definition.type, [new Failure(cause)], field, paths)
  }
}

function opened(field: SelectedField, page: PageOf, variables: Variables) {
  const args = field.args(variables)
  const filter = page.filter(conditionsOf(args))
  const open = openPage(args as PageArguments, { name: page.list, filter, kinds: page.key.map(({ kind }) => kind) })
  const plan = planOfField(field, page)
  addKeyColumns(plan.columns, page, open.page)
  return { filter, open, plan }
}

/** Adds the columns of the sort key: `orderBy` may need a column that is not selected otherwise. */
export function addKeyColumns(columns: Columns, { key }: Pick<PageOf, 'key'>, { order }: OpenPage['page']): void {
  for (const name of [...(order ? [order.field] : []), ...key.map(({ field }) => field)]) columns.indexOf(name)
}

/** Returns how a page is read and printed for users who are not administrators. */
export function readingOfPage(field: SelectedField, page: PageOf, variables: Variables): Reading {
  const { filter, open, plan } = opened(field, page, variables)
  return { statement: statementFor(page, plan, open.page, filter, 'user'), rowForms: plan.rowForms.values() }
}

function statementFor(
  page: PageOf,
  plan: Plan,
  at: OpenPage['page'],
  filter: Record<string, unknown>,
  form: RuleForm,
): Statement<PageInput> {
  const shape = shapeOf(plan.columns, at, filter, form)
  let kept = plan.statements.get(shape)
  if (!kept) plan.statements.set(shape, (kept = statementOf(page, plan, at, filter, form)))
  return kept
}

/** Returns what the text of the statement of a page depends on, as a key. */
export function shapeOf(
  { sources }: Columns,
  { order, backward, after, before }: OpenPage['page'],
  filter: Record<string, unknown>,
  form: RuleForm,
): string {
  return [
    form,
    presentIn(filter)
      .map((name) => (typeof filter[name] === 'boolean' ? `${name}=${filter[name]}` : name))
      .join(),
    order ? `${order.field} ${order.direction}` : '',
    backward,
    after !== null,
    before !== null,
    sources.length,
  ].join('/')
}

const presentIn = (filter: Record<string, unknown>) =>
  Object.keys(filter).filter((name) => filter[name] !== undefined && filter[name] !== null)

/**
 * Returns the parts of the statement of a page with the values of a request as parameters, because the statement is
 * kept for other requests: the filter, and where the page begins and ends. A boolean in the filter changes the
 * conditions of the statement, so each value has a statement of its own.
 */
export function partsOfPage<I extends PageInput>(
  list: Pick<PageOf, 'type' | 'key' | 'direction'>,
  page: OpenPage['page'],
  filter: Record<string, unknown>,
): { filter: Record<string, unknown>; cut: Keyset } {
  const keyValues = (side: 'after' | 'before') =>
    page[side]?.map((_value, i) => slot<I>((input) => input.page[side]?.[i] ?? null)) ?? null
  const beyond = keyset(
    { ...page, after: keyValues('after'), before: keyValues('before') },
    keyColumns(list),
    list.direction,
  )
  const values = presentIn(filter).map((name) => [
    name,
    typeof filter[name] === 'boolean' ? filter[name] : slot<I>((input) => input.filter[name]),
  ])
  const limit = slot<I>((input) => input.page.limit + 1) as unknown as Keyset['limit']
  return { filter: Object.fromEntries(values) as Record<string, unknown>, cut: { ...beyond, limit } }
}

function statementOf(
  list: PageOf,
  { columns }: Plan,
  page: OpenPage['page'],
  filter: Record<string, unknown>,
  form: RuleForm,
): Statement<PageInput> {
  const { table, alias } = list.type.record
  const { filter: values, cut } = partsOfPage(list, page, filter)
  const args = [abilitySlots(form), values] as const
  const rows = list.from?.(...args, cut) ?? sql.table(table)
  return statement<PageInput>(
    () => sql`select ${columns.selected(abilitySlots(form))}
      from ${rows} ${sql.raw(alias)} ${list.join?.(cut) ?? sql``}
     where ${list.where(...args)} and ${cut.where}
     order by ${cut.orderBy} limit ${cut.limit}`,
  )
}
