import { getNamedType, isLeafType, type GraphQLFieldResolver } from 'graphql'
import type { GraphQLContext } from '../context.js'
import { planOf } from '../plan.js'
import { complete, infoOf, isPromise, settle, unrejected } from './complete.js'
import { isTogether, pagesOfObjects } from './object-pages.js'
import { pageOfRows } from './pages.js'
import { relatedRows, rowById } from './relations.js'
import { inTurns } from '../../lib/fairness/turns.js'
import type { SelectedField, Selection } from '../documents/selection.js'
import { eachOf, Failure, whenAll, type PathsOf, type Run, type Values } from './values.js'
import { objectsOf } from './assemble.js'
import { targetsOfObjects } from './targets.js'
import { rowWritten, Written } from './written.js'

/** Completes the objects of one selection, field by field, each field for all objects at once. */
export function runObjects(
  run: Run,
  selection: Selection,
  objects: readonly unknown[],
  pathsOf: PathsOf,
): Values | Promise<Values> {
  run.context.budget.makeObjects(objects.length)
  const whole = (values: Values[]) => objectsOf(selection.fields, values, objects.length)
  const valuesOf = (field: SelectedField) => fieldOfObjects(run, field, objects, pathsOf)
  return whenAll(eachOf(run, selection.fields, objects.length, valuesOf), whole)
}

/** Completes one field for all objects: by its plan if it has one, otherwise by its resolver. */
export function fieldOfObjects(
  run: Run,
  field: SelectedField,
  objects: readonly unknown[],
  pathsOf: PathsOf,
): Values | Promise<Values> {
  if (field.name === '__typename') return typenames(field)
  const paths: PathsOf = (index) => pathsOf(index).map((path) => [...path, field.key])
  const planned = plannedField(run, field, objects, paths)
  if (planned) return planned
  const done = (all: readonly unknown[]) => {
    const [first] = all
    if (first instanceof Written) return rowWritten(run, field, first, paths)
    return complete(run, field.definition.type, all, field, paths)
  }
  const settled = (values: readonly unknown[]) => (values.some(isPromise) ? settle(values).then(done) : done(values))
  const values = resolved(run, field, objects)
  return values instanceof Promise ? values.then(settled) : settled(values)
}

/** Runs a field by its plan. Returns undefined if the field is to be resolved: without a plan or a signed-in user. */
function plannedField(
  run: Run,
  field: SelectedField,
  objects: readonly unknown[],
  paths: PathsOf,
): Values | Promise<Values> | undefined {
  const plan = planOf(field.definition)
  // Items are printed as rows only within a row that a statement has read (`holeOf` in row-forms.ts).
  if (!plan || plan.kind === 'items' || !run.context.actor) return undefined
  if (plan.kind === 'page') return pageOfRows(run, field, plan, paths)
  if (plan.kind === 'pages') {
    if (!objects.length || !isTogether(field, objects, run.variables)) return undefined
    return pagesOfObjects(run, field, plan, objects, paths)
  }
  if (plan.kind === 'byId') return rowById(run, field, plan, paths)
  if (plan.kind === 'targets') return targetsOfObjects(run, field, plan, objects, paths)
  const keys = objects.map((object) => (object as Record<string, string | null | undefined>)[plan.from] ?? null)
  return relatedRows(run, field, plan, keys, paths)
}

function typenames({ parent }: SelectedField): Values {
  const text = JSON.stringify(parent.name)
  return { states: null, write: (_index, out) => out.ascii(text) }
}

/** Returns the field's value for each object, from its resolver or the property of its name; a Failure for an error. */
function resolved(run: Run, field: SelectedField, objects: readonly unknown[]): unknown[] | Promise<unknown[]> {
  const { name, definition } = field
  const resolve = definition.resolve as GraphQLFieldResolver<unknown, GraphQLContext> | undefined
  let args: Record<string, unknown>
  try {
    args = field.args(run.variables)
  } catch (cause) {
    return objects.map(() => new Failure(cause))
  }
  const info = infoOf(run, field)
  const values: unknown[] = []
  const { budget } = run.context
  const isLeaf = isLeafType(getNamedType(definition.type))
  // Many objects may share one stored list, so each list is counted before the next object is resolved.
  const counted = (value: unknown): unknown => {
    if (Array.isArray(value) && isLeaf) budget.announceValues(value.length)
    else if (Array.isArray(value)) budget.announceObjects(value.length)
    return value
  }
  const resolveOne = (object: unknown): unknown => {
    try {
      budget.check()
      if (resolve) return counted(resolve(object, args, run.context, info))
      const value = (object as Record<string, unknown> | undefined)?.[name]
      return counted(typeof value === 'function' ? (value.call(object, args, run.context, info) as unknown) : value)
    } catch (cause) {
      return new Failure(cause)
    }
  }
  // A rejection becomes a Failure at once, so that it is not unhandled while the next objects wait for their turn.
  const waits = inTurns(run.context.budget, objects.length, (i) => values.push(unrejected(resolveOne(objects[i]))))
  return waits ? waits.then(() => values) : values
}
