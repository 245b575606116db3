import {
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from 'graphql'
import type { ByteWriter } from '../../lib/byte-writer.js'
import type { SelectedField } from '../documents/selection.js'
import { inTurns } from '../../lib/fairness/turns.js'
import { PrintedJson } from '../../lib/json-text.js'
import { chosenOf, placedAt } from './assemble.js'
import { Distinct } from './distinct.js'
import { absent, broken, Failure, listsOf, nonNull, present, semanticNonNull } from './values.js'
import { report, statesOf, whenAll } from './values.js'
import type { PathsOf, Run, Values } from './values.js'

/** Checks the values that resolvers returned for a field against its type, and returns them ready to be written. */
export function complete(
  run: Run,
  type: GraphQLOutputType,
  values: readonly unknown[],
  field: SelectedField,
  pathsOf: PathsOf,
  level: 0 | 1 = 0,
): Values | Promise<Values> {
  const inner = isNonNullType(type) ? type.ofType : type
  const completed = completeInner(run, inner, values, field, pathsOf)
  const finish = (all: Values) =>
    inner === type ? semanticNonNull(run, all, field, pathsOf, level) : nonNull(run, all, field, pathsOf)
  return completed instanceof Promise ? completed.then(finish) : finish(completed)
}

function completeInner(
  run: Run,
  type: GraphQLOutputType,
  values: readonly unknown[],
  field: SelectedField,
  pathsOf: PathsOf,
): Values | Promise<Values> {
  if (isLeafType(type)) return completeLeaves(run, type, values, field, pathsOf)
  if (isListType(type)) return completeLists(run, type.ofType as GraphQLOutputType, values, field, pathsOf)
  if (isObjectType(type)) return completeObjects(run, type, values, field, pathsOf)
  if (isAbstractType(type)) return completeAbstract(run, type, values, field, pathsOf)
  throw new Error(`a field cannot have the type ${String(type)}`)
}

/** Returns the states of resolved values: null is absent; a Failure is reported and broken. Null if all are present. */
function statesFor(run: Run, values: readonly unknown[], field: SelectedField, pathsOf: PathsOf): Uint8Array | null {
  let states: Uint8Array | null = null
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== null && value !== undefined && !(value instanceof Failure)) continue
    states ??= statesOf(values.length)
    states[i] = absent
    if (!(value instanceof Failure)) continue
    states[i] = broken
    report(run, value.cause, field, pathsOf, i)
  }
  return states
}

function completeLeaves(
  run: Run,
  type: GraphQLLeafType,
  values: readonly unknown[],
  field: SelectedField,
  pathsOf: PathsOf,
): Values | Promise<Values> {
  let states = statesFor(run, values, field, pathsOf)
  const textOf = (value: unknown, i: number) => {
    if (states !== null && states[i] !== present) return 'null'
    if (value instanceof PrintedJson) return value.text
    try {
      const serialized = type.serialize(value)
      if (serialized !== null && serialized !== undefined) return JSON.stringify(serialized)
      states ??= statesOf(values.length)
      states[i] = absent
    } catch (cause) {
      states ??= statesOf(values.length)
      states[i] = broken
      report(run, cause, field, pathsOf, i)
    }
    return 'null'
  }
  // Plain strings become JSON only when they are written, so that a long string that occurs in many places is not
  // copied for each of them: such copies held up other requests for 140 ms before the answer was refused as too long.
  const texts: (string | undefined)[] = []
  const write = (i: number, out: ByteWriter) => out.text(texts[i] ?? JSON.stringify(values[i]))
  const done = (): Values => ({ states, write })
  const note = (i: number) => {
    const value = values[i]
    const text = typeof value === 'string' && type.name === 'String' ? undefined : textOf(value, i)
    run.context.budget.announceBytes(text?.length ?? (value as string).length + 2)
    texts.push(text)
  }
  const waits = inTurns(run.context.budget, values.length, note, 128)
  return waits ? waits.then(done) : done()
}

function completeLists(
  run: Run,
  type: GraphQLOutputType,
  values: readonly unknown[],
  field: SelectedField,
  pathsOf: PathsOf,
): Values | Promise<Values> {
  let states = statesFor(run, values, field, pathsOf)
  const items: unknown[] = []
  const starts: number[] = [0]
  const owners: number[] = []
  values.forEach((value, i) => {
    if (states === null || states[i] === present) {
      if (isIterable(value)) {
        for (const item of value) {
          items.push(item)
          owners.push(i)
        }
      } else {
        states ??= statesOf(values.length)
        states[i] = broken
        const name = `${field.parent.name}.${field.name}`
        report(run, new Error(`Expected Iterable, but did not find one for field "${name}".`), field, pathsOf, i)
      }
    }
    starts.push(items.length)
  })
  const place = (item: number) => item - (starts[owners[item] ?? 0] ?? 0)
  const pathsOfItem: PathsOf = (item) => pathsOf(owners[item] ?? 0).map((path) => [...path, place(item)])
  const lists = (inner: Values): Values => {
    for (let item = 0; inner.states !== null && item < items.length; item++) {
      if (inner.states[item] !== broken) continue
      states ??= statesOf(values.length)
      states[owners[item] ?? 0] = broken
    }
    return listsOf(inner, starts, states)
  }
  const settled = items.some(isPromise) ? settle(items) : items
  const inner =
    settled instanceof Promise
      ? settled.then((all) => complete(run, type, all, field, pathsOfItem, 1))
      : complete(run, type, settled, field, pathsOfItem, 1)
  return inner instanceof Promise ? inner.then(lists) : lists(inner)
}

/** Completes objects; an object that occurs in several places is completed once. */
function completeObjects(
  run: Run,
  type: GraphQLObjectType,
  values: readonly unknown[],
  field: SelectedField,
  pathsOf: PathsOf,
): Values | Promise<Values> {
  const states = statesFor(run, values, field, pathsOf)
  const distinct = new Distinct(values.length)
  const note = (i: number) => {
    if (states === null || states[i] === present) distinct.add(values[i], i)
  }
  const goOn = () => {
    const inner = run.ofObjects(field.below(type), distinct.values, distinct.pathsOf(pathsOf))
    const spread = (completed: Values) => spreadOut(completed, distinct, states)
    return inner instanceof Promise ? inner.then(spread) : spread(inner)
  }
  const waits = inTurns(run.context.budget, values.length, note, 1024)
  return waits ? waits.then(goOn) : goOn()
}

/** Returns the distinct values at all their places. */
function spreadOut(inner: Values, { indexes }: Distinct, initial: Uint8Array | null): Values {
  let states = initial
  for (let i = 0; inner.states !== null && i < indexes.length; i++) {
    const index = indexes[i]!
    if (index < 0 || inner.states[index] === present) continue
    states ??= statesOf(indexes.length)
    states[i] = inner.states[index]!
  }
  return { states, ...placedAt(inner, indexes), write: (i, out) => inner.write(indexes[i]!, out) }
}

function completeAbstract(
  run: Run,
  type: GraphQLAbstractType,
  values: readonly unknown[],
  field: SelectedField,
  pathsOf: PathsOf,
): Values | Promise<Values> {
  let states = statesFor(run, values, field, pathsOf)
  const groups = new Map<GraphQLObjectType, Distinct>()
  const note = (i: number) => {
    if (states !== null && states[i] !== present) return
    const value = values[i]
    try {
      const concrete = typeOf(run, type, value, field)
      let group = groups.get(concrete)
      if (!group) groups.set(concrete, (group = new Distinct(values.length)))
      group.add(value, i)
    } catch (cause) {
      states ??= statesOf(values.length)
      states[i] = broken
      report(run, cause, field, pathsOf, i)
    }
  }
  const waits = inTurns(run.context.budget, values.length, note, 256)
  const goOn = () => joinGroups(run, field, groups, values.length, states, pathsOf)
  return waits ? waits.then(goOn) : goOn()
}

/** Completes the values of each concrete type and returns all of them at their places. */
function joinGroups(
  run: Run,
  field: SelectedField,
  groups: ReadonlyMap<GraphQLObjectType, Distinct>,
  count: number,
  initial: Uint8Array | null,
  pathsOf: PathsOf,
): Values | Promise<Values> {
  const choice = new Int8Array(count).fill(-1)
  const parts = [...groups].map(([concrete, group], part) => {
    for (let i = 0; i < count; i++) if (group.indexes[i]! >= 0) choice[i] = part
    return { group, values: run.ofObjects(field.below(concrete), group.values, group.pathsOf(pathsOf)) }
  })
  const joined = (completed: Values[]): Values => {
    const lists = parts.map(({ group }, part) => spreadOut(completed[part]!, group, null))
    return chosenOf(lists, choice, initial)
  }
  const all = parts.map(({ values }) => values)
  return whenAll(all, joined)
}

/** Returns the object type of a value of an interface or union; `resolveType` is synchronous (schema/schema.ts). */
function typeOf(run: Run, type: GraphQLAbstractType, value: unknown, field: SelectedField): GraphQLObjectType {
  const name = type.resolveType?.(value, run.context, infoOf(run, field), type)
  const concrete = typeof name === 'string' ? field.schema.getType(name) : undefined
  if (isObjectType(concrete) && field.schema.isSubType(type, concrete)) return concrete
  throw new Error(
    `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${field.parent.name}.${field.name}".`,
  )
}

/** Returns the GraphQLResolveInfo of a field, with only the properties that resolvers use. */
export function infoOf(run: Run, field: SelectedField): GraphQLResolveInfo {
  return {
    fieldName: field.name,
    fieldNodes: field.nodes,
    returnType: field.definition.type,
    parentType: field.parent,
    schema: field.schema,
    variableValues: run.variables,
  } as unknown as GraphQLResolveInfo
}

/** Returns whether a value is a native promise: looking for `then` in every item of a document took 3 % of the time. */
export const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/** Waits for all values; a rejection becomes a Failure in its place. */
export function settle(values: readonly unknown[]): Promise<unknown[]> {
  return Promise.all(values.map(unrejected))
}

/** Turns the rejection of a promise into a Failure; other values are returned as they are. */
export function unrejected(value: unknown): unknown {
  return isPromise(value) ? value.then(undefined, (cause: unknown) => new Failure(cause)) : value
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}
