import { getNamedType, isLeafType, type GraphQLFieldResolver } from 'graphql'
import type { GraphQLContext } from '../context.js'
import { planOf, type Batched } from '../plan.js'
import { complete, infoOf, isPromise, settle, unrejected } from './complete.js'
import { pageOfRows } from './pages.js'
import { relatedRows, rowById } from './relations.js'
import { inTurns } from '../../lib/fairness/turns.js'
import type { SelectedField, Selection } from '../documents/selection.js'
import { eachOf, Failure, whenAll, type PathsOf, type Run, type Values } from './values.js'
import { objectsOf } from './assemble.js'
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
  if (plan.kind === 'byId') return rowById(run, field, plan, paths)
  if (plan.kind === 'batched') return batched(run, field, plan, objects, paths)
  const keys = objects.map((object) => (object as Record<string, string | null | undefined>)[plan.from] ?? null)
  return relatedRows(run, field, plan, keys, paths)
}

interface Batch {
  objects: unknown[]
  values: Promise<readonly unknown[]>
}

const batches = new WeakMap<Run, Map<string, Batch>>()
const names = new Map<Batched, number>()

/**
 * Completes a field whose values are computed in one call for all objects of several levels that request it in the same
 * turn of the event loop.
 */
function batched(
  run: Run,
  field: SelectedField,
  plan: Batched,
  objects: readonly unknown[],
  paths: PathsOf,
): Promise<Values> {
  const finish = (values: readonly unknown[]) => complete(run, field.definition.type, values, field, paths)
  const fail = (cause: unknown) => finish(objects.map(() => new Failure(cause)))
  try {
    const args = field.args(run.variables)
    const open = batches.get(run) ?? new Map<string, Batch>()
    batches.set(run, open)
    const number = names.get(plan) ?? names.size
    names.set(plan, number)
    const name = `${number}/${JSON.stringify(args)}`
    let batch = open.get(name)
    if (!batch) {
      const all: unknown[] = []
      const values = Promise.resolve().then(() => {
        open.delete(name)
        return plan.values(run.context, all as never[], args)
      })
      open.set(name, (batch = { objects: all, values }))
    }
    const from = batch.objects.length
    for (const object of objects) batch.objects.push(object)
    return batch.values.then((all) => finish(all.slice(from, from + objects.length)), fail)
  } catch (cause) {
    return Promise.resolve(fail(cause))
  }
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
