import { getNamedType, type GraphQLUnionType } from 'graphql'
import { inTurns, whenNonePaused } from '../../lib/fairness/turns.js'
import type { RowReference } from '../../lib/target.js'
import type { Targets } from '../plan.js'
import { chosenOf } from './assemble.js'
import { complete } from './complete.js'
import { relatedRows } from './relations.js'
import type { SelectedField } from '../documents/selection.js'
import { Failure, listsOf, type PathsOf, type Run, type Values } from './values.js'

type Reference = RowReference | null | undefined

/** Completes a field whose objects refer to rows of several types. */
export async function targetsOfObjects(
  run: Run,
  field: SelectedField,
  plan: Targets,
  objects: readonly unknown[],
  paths: PathsOf,
): Promise<Values> {
  const lists = plan.items && objects.map(plan.items as (object: unknown) => readonly object[])
  const asked = lists ? lists.flat() : objects
  const references: Reference[] = []
  const reference = plan.reference as (ctx: unknown, object: unknown) => Reference
  try {
    await inTurns(run.context.budget, asked.length, (i) => references.push(reference(run.context, asked[i])))
    await whenReached(run)
  } catch (cause) {
    const failures = objects.map(() => new Failure(cause))
    return complete(run, field.definition.type, failures, field, paths)
  }
  if (!lists) return placed(run, field, plan, objects, references, paths)
  const starts = new Int32Array(lists.length + 1)
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length))
  const pathsOfItem: PathsOf = (item) => {
    const list = starts.findLastIndex((start) => start <= item)
    return paths(list).map((path) => [...path, item - starts[list]!])
  }
  return listsOf(await placed(run, field, plan, asked, references, pathsOfItem), starts, null)
}

const reached = new WeakMap<Run, Promise<void>>()

/**
 * Waits until no work of the operation is paused. All levels that are reached by then go on together, so that one
 * statement reads the rows of all of them.
 */
function whenReached(run: Run): Promise<void> {
  let all = reached.get(run)
  if (!all) reached.set(run, (all = whenNonePaused(run.context.budget).then(() => void reached.delete(run))))
  return all
}

/** Reads the rows of the references, by one statement per relation, and what `otherwise` finds in their place. */
async function placed(
  run: Run,
  field: SelectedField,
  plan: Targets,
  objects: readonly unknown[],
  references: readonly Reference[],
  paths: PathsOf,
): Promise<Values> {
  const others = new Others(run, field, plan, objects)
  const choice = new Int8Array(objects.length).fill(-1)
  const parts: Promise<Values>[] = []
  const idsOf = new Map<string, { part: number; ids: (string | null)[] }>()
  const unnamed: number[] = []
  for (let i = 0; i < references.length; i++) {
    const reference = references[i]
    if (!reference) {
      if (reference === undefined) unnamed.push(i)
      continue
    }
    let group = idsOf.get(reference.type)
    if (!group) {
      group = { part: idsOf.size, ids: new Array<null>(objects.length).fill(null) }
      idsOf.set(reference.type, group)
    }
    group.ids[i] = reference.id
    choice[i] = group.part
  }
  for (const [name, { ids }] of idsOf) {
    const arrived = others.awaited()
    const values = relatedRows(run, field, plan.rows[name]!, ids, paths, arrived)
    parts.push(Promise.resolve(values).finally(() => arrived([])))
  }
  const found = others.found(unnamed)
  const lists = await Promise.all(parts)
  const values = await found
  if (values === undefined) return chosenOf(lists, choice)
  for (const i of others.missing) choice[i] = lists.length
  return chosenOf([...lists, await complete(run, unionOf(field), values, field, paths)], choice)
}

const unionOf = ({ definition }: SelectedField) => getNamedType(definition.type) as GraphQLUnionType

/** The objects of all levels of an operation that `otherwise` is to find in one call. */
interface Batch {
  objects: unknown[]
  found: Promise<readonly unknown[]>
}

/** What is under way in an operation: statements whose rows have not arrived, and who waits for all of them. */
interface UnderWay {
  statements: number
  waiting: (() => void)[]
  batches: Map<string, Batch>
}

const underWay = new WeakMap<Run, UnderWay>()
const numbers = new Map<Targets['otherwise'], number>()

/** The objects of one level whose rows are not found. */
class Others {
  readonly missing: number[] = []
  private readonly all: UnderWay
  private awaiting = 0
  private arrivedAll: () => void = () => undefined

  constructor(
    private readonly run: Run,
    private readonly field: SelectedField,
    private readonly plan: Targets,
    private readonly objects: readonly unknown[],
  ) {
    this.all = underWay.get(run) ?? { statements: 0, waiting: [], batches: new Map() }
    underWay.set(run, this.all)
  }

  /** Counts a statement, and returns the function to call once its rows have arrived; further calls do nothing. */
  awaited(): (missing: readonly number[]) => void {
    const { all } = this
    let isOver = false
    this.awaiting++
    all.statements++
    return (missing) => {
      if (isOver) return
      isOver = true
      for (const i of missing) this.missing.push(i)
      if (--this.awaiting === 0) this.arrivedAll()
      if (--all.statements === 0) for (const go of all.waiting.splice(0)) go()
    }
  }

  /**
   * Returns what `otherwise` finds for the missing objects and for those at `indexes`, at their places; undefined if no
   * object is missing.
   */
  async found(indexes: readonly number[]): Promise<unknown[] | undefined> {
    for (const i of indexes) this.missing.push(i)
    if (this.awaiting > 0) await new Promise<void>((done) => (this.arrivedAll = done))
    const { missing, objects } = this
    if (!this.plan.otherwise || !missing.length) return undefined
    const batch = this.batch()
    const from = batch.objects.length
    for (const i of missing) batch.objects.push(objects[i])
    const found = await batch.found
    const values: unknown[] = new Array<null>(objects.length).fill(null)
    missing.forEach((i, at) => (values[i] = found[from + at]))
    return values
  }

  /** Returns the batch that is looked up once the statements of all levels that have been reached are answered. */
  private batch(): Batch {
    const { run, all, plan } = this
    const fields = fieldsBelow(this.field, plan)
    const number = numbers.get(plan.otherwise) ?? numbers.size
    numbers.set(plan.otherwise, number)
    const name = `${number}/${[...fields].sort().join()}`
    const open = all.batches.get(name)
    if (open) return open
    const objects: unknown[] = []
    const answered = all.statements === 0 ? Promise.resolve() : new Promise<void>((done) => void all.waiting.push(done))
    const found = answered
      .then(() => whenReached(run))
      .then(() => {
        all.batches.delete(name)
        return plan.otherwise!.find(run.context, objects as never[], fields) as Promise<readonly unknown[]>
      })
      .catch((cause: unknown) => objects.map(() => new Failure(cause)))
    const batch = { objects, found }
    all.batches.set(name, batch)
    return batch
  }
}

/** Returns the names of the selected fields of the types that `otherwise` finds. */
function fieldsBelow(field: SelectedField, plan: Targets): ReadonlySet<string> {
  const kept = field.plans.get(plan) as ReadonlySet<string> | undefined
  if (kept) return kept
  const types = field.schema.getPossibleTypes(unionOf(field))
  const found = types.filter(({ name }) => plan.otherwise?.types.includes(name))
  const fields = new Set(found.flatMap((type) => field.below(type).fields.map(({ name }) => name)))
  field.plans.set(plan, fields)
  return fields
}
