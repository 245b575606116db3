import { getNamedType, type GraphQLUnionType } from 'graphql'
import { whenNonePaused } from '../../lib/fairness/turns.js'
import { RowReference, type Target } from '../../lib/target.js'
import type { Targets } from '../plan.js'
import { chosenOf } from './assemble.js'
import { complete } from './complete.js'
import { relatedRows, relationById } from './relations.js'
import type { SelectedField } from '../documents/selection.js'
import { Failure, listsOf, whenAll, type PathsOf, type Run, type Values } from './values.js'

/** Completes a field whose objects refer to rows of several types or to objects. */
export function targetsOfObjects(
  run: Run,
  field: SelectedField,
  plan: Targets,
  objects: readonly unknown[],
  paths: PathsOf,
): Promise<Values> {
  const lists = plan.items && objects.map(plan.items as (object: unknown) => readonly object[])
  const asked = lists ? lists.flat() : objects
  const fail = (cause: unknown) =>
    complete(
      run,
      field.definition.type,
      objects.map(() => new Failure(cause)),
      field,
      paths,
    )
  return targetsTogether(run, field, plan, asked).then((targets) => {
    return lists ? listed(run, field, plan, lists, targets, paths) : placed(run, field, plan, targets, paths)
  }, fail)
}

/** Completes the targets of lists of items. */
function listed(
  run: Run,
  field: SelectedField,
  plan: Targets,
  lists: readonly (readonly object[])[],
  targets: readonly Target[],
  paths: PathsOf,
): Values | Promise<Values> {
  const starts = new Int32Array(lists.length + 1)
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length))
  const pathsOfItem: PathsOf = (item) => {
    const list = starts.findLastIndex((start) => start <= item)
    return paths(list).map((path) => [...path, item - starts[list]!])
  }
  return whenAll([placed(run, field, plan, targets, pathsOfItem)], ([items]) => listsOf(items!, starts, null))
}

/** Reads the rows among the targets, by one statement per type, and completes the objects. */
function placed(
  run: Run,
  field: SelectedField,
  plan: Targets,
  targets: readonly Target[],
  paths: PathsOf,
): Values | Promise<Values> {
  const choice = new Int8Array(targets.length).fill(-1)
  const parts: (Values | Promise<Values>)[] = []
  for (const type of plan.rows) {
    const ids: (string | null)[] = new Array<null>(targets.length).fill(null)
    let count = 0
    targets.forEach((target, i) => {
      if (!(target instanceof RowReference) || target.type !== type.name) return
      ids[i] = target.id
      choice[i] = parts.length
      count++
    })
    if (count) parts.push(relatedRows(run, field, relationById(type), ids, paths))
  }
  const objects = targets.map((target) => (target instanceof RowReference ? null : target))
  objects.forEach((object, i) => {
    if (object !== null) choice[i] = parts.length
  })
  if (choice.includes(parts.length)) parts.push(complete(run, unionOf(field), objects, field, paths))
  return whenAll(parts, (lists) => chosenOf(lists, choice))
}

const unionOf = ({ definition }: SelectedField) => getNamedType(definition.type) as GraphQLUnionType

interface Batch {
  objects: unknown[]
  targets: Promise<readonly Target[]>
}

const batches = new WeakMap<Run, Map<string, Batch>>()
const numbers = new Map<Targets['targets'], number>()

/**
 * Returns the targets of objects, which are looked up in one call with those of other levels: of all that are reached
 * before a pause of the operation ends.
 */
function targetsTogether(
  run: Run,
  field: SelectedField,
  plan: Targets,
  objects: readonly unknown[],
): Promise<readonly Target[]> {
  const fields = fieldsOfObjects(field, plan)
  const open = batches.get(run) ?? new Map<string, Batch>()
  batches.set(run, open)
  const number = numbers.get(plan.targets) ?? numbers.size
  numbers.set(plan.targets, number)
  const name = `${number}/${[...fields].sort().join()}`
  let batch = open.get(name)
  if (!batch) {
    const all: unknown[] = []
    const targets = whenNonePaused(run.context.budget).then(() => {
      open.delete(name)
      return plan.targets(run.context, all as never[], fields)
    })
    open.set(name, (batch = { objects: all, targets }))
  }
  const from = batch.objects.length
  for (const object of objects) batch.objects.push(object)
  return batch.targets.then((all) => all.slice(from, from + objects.length))
}

/** Returns the names of the fields that are selected of targets that are not rows. */
function fieldsOfObjects(field: SelectedField, plan: Targets): ReadonlySet<string> {
  const kept = field.plans.get(plan) as ReadonlySet<string> | undefined
  if (kept) return kept
  const types = field.schema.getPossibleTypes(unionOf(field))
  const ofObjects = types.filter(({ name }) => !plan.rows.some((rows) => rows.name === name))
  const fields = new Set(ofObjects.flatMap((type) => field.below(type).fields.map(({ name }) => name)))
  field.plans.set(plan, fields)
  return fields
}
