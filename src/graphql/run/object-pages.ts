import { sql, type RawBuilder } from 'kysely'
import { abilitiesOf } from '../../access/abilities.js'
import type { RuleForm } from '../../access/abilities.js'
import { abilitySlots } from '../../access/ability-slots.js'
import { slot, statement, type Statement } from '../../database/driver/statement.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import { textOfEach } from '../../database/rows/row-texts.js'
import { openPage, type OpenPage, type PageArguments } from '../../lib/page.js'
import { conditionsOf } from '../filter.js'
import type { PagesBelow, Place } from '../plan.js'
import { complete } from './complete.js'
import { connectionPlan, connections, type ConnectionPlan } from './connections.js'
import { addKeyColumns, partsOfPage, shapeOf, type PageInput } from './pages.js'
import type { SelectedField } from '../documents/selection.js'
import type { Variables } from '../documents/coercion.js'
import { Failure, type PathsOf, type Reading, type Run, type Values } from './values.js'

interface Input extends PageInput {
  places: readonly Place[]
}

interface Plan extends ConnectionPlan {
  statements: Map<string, Statement<Input>>
}

/** Returns whether the pages of several objects can be read together: a cursor is valid for one of them only. */
export function isTogether(field: SelectedField, objects: readonly unknown[], variables: Variables): boolean {
  if (objects.length === 1) return true
  try {
    const { after, before } = field.args(variables) as PageArguments
    return (after ?? before ?? null) === null
  } catch {
    return false
  }
}

/**
 * Completes a field whose values are pages of rows, one for each object. One statement reads the rows of all pages,
 * with the selected columns alone; another counts the rows of all lists if `totalCount` is selected.
 */
export async function pagesOfObjects(
  run: Run,
  field: SelectedField,
  pages: PagesBelow,
  objects: readonly unknown[],
  paths: PathsOf,
): Promise<Values> {
  const { context } = run
  try {
    const args = field.args(run.variables)
    const filter = pages.filter(conditionsOf(args))
    const places = objects.map((object) => pages.place(object as never))
    const openOf = (place: Place) => opened(pages, args, { ...filter, ...place })
    const { page } = openOf(places[0]!)
    const plan = planOfField(field, pages)
    addKeyColumns(plan.columns, pages, page)
    const abilities = await abilitiesOf(context)
    const input = { abilities, filter, page, places }
    const rows = await statementFor(pages, plan, page, filter, abilities.form).bytes(context, input)
    let counts: Promise<ReadonlyMap<number, number>> | undefined
    const read = rowsOfEach(rows, plan.columns.sources.length, places.length)
    const ofEach = places.map((place, i) => ({
      read: read[i]!,
      open: () => openOf(place),
      countAll: async () => (await (counts ??= pages.count(context, places, filter))).get(i + 1) ?? 0,
    }))
    return await connections(run, field, pages, plan, page, ofEach, paths)
  } catch (cause) {
    const failures = objects.map(() => new Failure(cause))
    return complete(run, field.definition.type, failures, field, paths)
  }
}

const opened = ({ list, key }: PagesBelow, args: object, filter: object): OpenPage =>
  openPage(args as PageArguments, { name: list, filter, kinds: key.map(({ kind }) => kind) })

function planOfField(field: SelectedField, pages: PagesBelow): Plan {
  const kept = field.plans.get(pages) as Plan | undefined
  if (kept) return kept
  const plan = { ...connectionPlan(field, pages), statements: new Map<string, Statement<Input>>() }
  field.plans.set(pages, plan)
  return plan
}

/** Returns the rows of each place, whose number, counted from 1, is in the column behind those that were selected. */
function rowsOfEach(rows: readonly RawRow[], column: number, places: number): RawRow[][] {
  const lists = Array.from({ length: places }, (): RawRow[] => [])
  const numbers = textOfEach(rows, column)
  for (const [i, row] of rows.entries()) lists[Number(numbers[i]) - 1]!.push(row)
  return lists
}

/** Returns how the pages are read and printed for users who are not administrators. */
export function readingOfPages(field: SelectedField, pages: PagesBelow, variables: Variables): Reading {
  const args = field.args(variables)
  const filter = pages.filter(conditionsOf(args))
  const { page } = opened(pages, args, filter)
  const plan = planOfField(field, pages)
  addKeyColumns(plan.columns, pages, page)
  return { statement: statementFor(pages, plan, page, filter, 'user'), rowForms: plan.rowForms.values() }
}

function statementFor(
  pages: PagesBelow,
  plan: Plan,
  at: OpenPage['page'],
  filter: Record<string, unknown>,
  form: RuleForm,
): Statement<Input> {
  const shape = shapeOf(plan.columns, at, filter, form)
  let kept = plan.statements.get(shape)
  if (!kept) plan.statements.set(shape, (kept = statementOf(pages, plan, at, filter, form)))
  return kept
}

function statementOf(
  pages: PagesBelow,
  { columns }: Plan,
  page: OpenPage['page'],
  conditions: Record<string, unknown>,
  form: RuleForm,
): Statement<Input> {
  const abilities = abilitySlots(form)
  const { filter, cut } = partsOfPage<Input>(pages, page, conditions)
  const column = (of: (place: never) => string) =>
    slot<Input>(({ places }) => places.map((place) => of(place as never)))
  const select = (place: RawBuilder<unknown>) => sql`${columns.selected(abilities)}, ${place}`
  return statement<Input>(() => pages.read({ column, abilities, filter, cut, select }))
}
