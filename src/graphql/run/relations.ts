import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { abilitiesOf } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import type { RuleForm, WithAbilities } from '../../access/abilities.js'
import { abilitySlots } from '../../access/ability-slots.js'
import { slot, statement, type Statement } from '../../database/driver/statement.js'
import { textOfEach } from '../../database/rows/row-texts.js'
import { forestOf } from '../../database/rows/row-tree.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import { Turn } from '../../lib/fairness/turns.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'
import { rowNamedBy, type ById, type KeyArrays, type NamedRows, type Relation } from '../plan.js'
import { Columns, rowFormOf, typeBelow, type RowForm } from './row-forms.js'
import { listsOfRows, rowsAt } from './rows.js'
import type { SelectedField } from '../documents/selection.js'
import type { Variables } from '../documents/coercion.js'
import { Failure, type PathsOf, type Reading, type Run, type Values } from './values.js'
import { complete } from './complete.js'

interface Input extends WithAbilities {
  keys: readonly string[]
  args: Record<string, unknown>
}

/** How the selection of a relation is read and printed; made once for each document. */
interface Plan {
  rowForm: RowForm
  /** The index of the column that equals the parent's key. */
  link: number
  /** The index of the column that names the parent row in a tree; -1 for other relations. */
  above: number
  statements: Map<string, Statement<Input>>
  /** Names the selected columns: requests for the same relation and columns share one statement. */
  signature: string
}

function planOfField(field: SelectedField, relation: Relation): Plan {
  const kept = field.plans.get(relation) as Plan | undefined
  if (kept) return kept
  const columns = new Columns(relation.type)
  const link = columns.indexOf(relation.to)
  const above = relation.below ? columns.indexOf(relation.below.parent) : -1
  if (relation.below) columns.indexOf('id')
  const rowForm = rowFormOf(columns, field.below(typeBelow(field, relation.type)), relation)
  const signature = columns.sources.map(({ name }) => name).join()
  const made = { rowForm, link, above, statements: new Map<string, Statement<Input>>(), signature }
  field.plans.set(relation, made)
  return made
}

/**
 * Completes a relation of objects with these keys. One statement reads the rows for the keys of several levels. If the
 * relation leads to one row, `arrived` is called with the indexes of the keys without a row, before the rows below it
 * are read.
 */
export function relatedRows(
  run: Run,
  field: SelectedField,
  relation: Relation,
  keys: readonly (string | null)[],
  paths: PathsOf,
  arrived?: (missing: readonly number[]) => void,
): Values | Promise<Values> {
  let args: Record<string, unknown>
  try {
    args = field.args(run.variables)
  } catch (cause) {
    return failed(run, field, keys.length, cause, paths)
  }
  const plan = planOfField(field, relation)
  return readTogether(run, relation, plan, keys, args).then(async (rows) => {
    const turn = new Turn(run.context.budget)
    if (rows.length > manyRows && turn.isOver()) await turn.pause()
    return relation.kind === 'one'
      ? ones(run, field, plan, rows, keys, paths, arrived)
      : lists(run, field, relation, plan, rows, keys, paths)
  })
}

/**
 * Fails the field for `count` objects because its arguments cannot be read: a variable is null where null is not
 * allowed.
 */
function failed(run: Run, field: SelectedField, count: number, cause: unknown, paths: PathsOf) {
  const failures = Array.from({ length: count }, () => new Failure(cause))
  return complete(run, field.definition.type, failures, field, paths)
}

/** With more rows than these, other requests may run before the rows are put in their places. */
const manyRows = 1000

/** Completes a field that returns the row named by its argument `id`. */
export function rowById(run: Run, field: SelectedField, plan: ById, paths: PathsOf): Values | Promise<Values> {
  const relation = relationById(plan.type)
  let id: unknown
  try {
    id = field.args(run.variables)['id']
  } catch (cause) {
    return failed(run, field, 1, cause, paths)
  }
  const key = typeof id === 'string' ? keyOf(plan, id) : null
  return relatedRows(run, field, relation, [key], paths)
}

/** Returns the relation to the rows of a type whose ids are the keys. */
export function relationById(type: NamedRows): Relation {
  let relation = relationsById.get(type)
  if (!relation) relationsById.set(type, (relation = rowNamedBy(type, 'id')))
  return relation
}

/** Returns the argument in the form of stored ids; null for text that cannot be a stored id. */
function keyOf({ type }: ById, id: string): string | null {
  if (type.record.fields['id']?.type !== 'uuid') return id.includes('\0') ? null : id
  return isUuid(id) ? normalUuid(id) : null
}

const relationsById = new WeakMap<NamedRows, Relation>()

function ones(
  run: Run,
  field: SelectedField,
  plan: Plan,
  rows: readonly RawRow[],
  keys: readonly (string | null)[],
  paths: PathsOf,
  arrived?: (missing: readonly number[]) => void,
): Values | Promise<Values> {
  const links = textOfEach(rows, plan.link)
  const byKey = new Map(rows.map((row, i) => [links[i]!, row]))
  const used: RawRow[] = []
  const indexOf = new Map<string, number>()
  const indexes = new Int32Array(keys.length)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    if (i > 0 && key === keys[i - 1]) {
      indexes[i] = indexes[i - 1]!
      continue
    }
    let index = key === null ? -1 : indexOf.get(key)
    if (index === undefined) {
      const row = byKey.get(key)
      indexOf.set(key, (index = row ? used.push(row) - 1 : -1))
    }
    indexes[i] = index
  }
  arrived?.([...indexes.keys()].filter((i) => keys[i] !== null && indexes[i]! < 0))
  return rowsAt(run, field, plan.rowForm, used, indexes, paths)
}

function lists(
  run: Run,
  field: SelectedField,
  { below }: Relation,
  plan: Plan,
  rows: readonly RawRow[],
  keys: readonly (string | null)[],
  paths: PathsOf,
): Values | Promise<Values> {
  const forest = below ? forestOf(rows, { id: plan.rowForm.columns.indexOf('id'), parent: plan.above }) : undefined
  const ofKey = new Map<string, RawRow[]>()
  const listed = forest ? forest.roots : rows
  const links = textOfEach(listed, plan.link)
  let group: RawRow[] = []
  for (const [i, row] of listed.entries()) {
    const key = links[i] ?? ''
    if (i === 0 || links[i] !== links[i - 1]) {
      group = ofKey.get(key) ?? []
      ofKey.set(key, group)
    }
    group.push(row)
  }
  const listOfEach = keys.map((key) => (key === null ? [] : (ofKey.get(key) ?? [])))
  return listsOfRows(run, field, plan.rowForm, listOfEach, paths, forest?.below)
}

interface Waiting {
  keys: Set<string>
  rows: Promise<RawRow[]>
}

/**
 * The keys whose statement has not been sent yet, and the rows of relations to one row, which are read once in an
 * operation.
 */
interface Reads {
  waiting: Map<string, Waiting>
  loaded: Map<string, Map<string, Promise<RawRow[]>>>
}

const reads = new WeakMap<Run, Reads>()

/** Forgets the rows that were read, because a mutation may change them. */
export function forgetRows(run: Run): void {
  reads.delete(run)
}

const numbers = new WeakMap<object, number>()
let numbered = 0

/**
 * Returns a name for what a relation reads. Relations to one row by the same column under the same access rule have the
 * same name, such as all relations to a user.
 */
function targetOf(relation: Relation): string {
  const { kind, type, to, access, match, join, order, filter } = relation
  const byId = kind === 'one' && !match && !join && !order && !filter
  const what = byId ? access : relation
  let number = numbers.get(what)
  if (number === undefined) numbers.set(what, (number = numbered++))
  return `${number}/${type.name}.${to}`
}

/**
 * Reads the rows for these keys and for those of other levels that are requested at the same time, such as the authors
 * on all levels of a tree.
 */
function readTogether(
  run: Run,
  relation: Relation,
  plan: Plan,
  keys: readonly (string | null)[],
  args: Record<string, unknown>,
): Promise<RawRow[]> {
  const { waiting, loaded } = reads.get(run) ?? { waiting: new Map(), loaded: new Map() }
  reads.set(run, { waiting, loaded })
  const name = `${targetOf(relation)}/${plan.signature}/${JSON.stringify(args)}`
  const before = loaded.get(name)
  // Consecutive keys are often equal, and then the same string, which makes the comparison cheap.
  const requested = keys.filter((key, i) => key !== null && (i === 0 || key !== keys[i - 1])) as string[]
  if (before && requested.every((key) => before.has(key)))
    return Promise.all(new Set(requested.map((key) => before.get(key)))).then((all) => [
      ...new Set(all.flatMap((rows) => rows ?? [])),
    ])
  let batch = waiting.get(name)
  if (!batch) {
    const wanted = new Set<string>()
    const rows = Promise.resolve().then(async () => {
      waiting.delete(name)
      return wanted.size ? read(run, relation, plan, [...wanted], args) : []
    })
    waiting.set(name, (batch = { keys: wanted, rows }))
  }
  const ofKeys = before ?? new Map<string, Promise<RawRow[]>>()
  if (relation.kind === 'one') loaded.set(name, ofKeys)
  for (const key of requested) {
    batch.keys.add(key)
    ofKeys.set(key, batch.rows)
  }
  return batch.rows
}

async function read(
  run: Run,
  relation: Relation,
  plan: Plan,
  keys: readonly string[],
  args: Record<string, unknown>,
): Promise<RawRow[]> {
  const abilities = await abilitiesOf(run.context)
  return statementFor(relation, plan, abilities.form, args).bytes(run.context, { abilities, keys, args })
}

function statementFor(relation: Relation, plan: Plan, form: RuleForm, args: Record<string, unknown>) {
  const present = Object.keys(relation.filter ?? {}).filter((name) => args[name] !== undefined && args[name] !== null)
  const shape = `${form}/${present.join()}`
  let kept = plan.statements.get(shape)
  if (!kept) plan.statements.set(shape, (kept = statementOf(relation, plan, form, present)))
  return kept
}

/** Returns how the rows of a relation are read and printed, for users who are not administrators. */
export function readingOfRows(field: SelectedField, relation: Relation, variables: Variables): Reading {
  const plan = planOfField(field, relation)
  return { statement: statementFor(relation, plan, 'user', field.args(variables)), rowForms: [plan.rowForm] }
}

function statementOf(
  { kind, type: { record }, to, match, join, access, order, filter }: Relation,
  { rowForm: { columns } }: Plan,
  form: RuleForm,
  filterNames: readonly string[],
): Statement<Input> {
  const keys: KeyArrays = (of) => slot<Input>((input) => (of ? input.keys.map(of) : input.keys))
  const field = record.fields[to]
  if (!field && !match) throw new Error(`${record.table} has no field ${to}`)
  const conditions: RawBuilder<SqlBool>[] = [
    match
      ? match(keys)
      : sql<SqlBool>`${sql.ref(`${record.alias}.${field!.column}`)} = any(${keys()}::${sql.raw(field!.type)}[])`,
    kind === 'one' ? access(abilitySlots(form)) : among(access(abilitySlots(form))),
    ...filterNames.map((name) => filter![name]!(slot<Input>((input) => input.args[name] as RawBuilder<unknown>))),
  ]
  return statement<Input>(
    () => sql`select ${columns.selected(abilitySlots(form))}
      from ${sql.raw(`${record.table} ${record.alias}`)} ${typeof join === 'function' ? join(keys) : (join ?? sql``)}
     where ${sql.join(conditions, sql` and `)} ${order ? sql`order by ${order}` : sql``}`,
  )
}
