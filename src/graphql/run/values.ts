import { getNamedType, getNullableType, isListType, isNonNullType, locatedError, type GraphQLError } from 'graphql'
import { notFound } from '../../lib/errors.js'
import type { ByteWriter } from '../../lib/byte-writer.js'
import { Turn } from '../../lib/fairness/turns.js'
import type { GraphQLContext } from '../context.js'
import type { Statement } from '../../database/driver/statement.js'
import type { Relation } from '../plan.js'
import type { RowForm } from './row-forms.js'
import { isSemanticNonNull } from '../schema/directives.js'
import type { SelectedField, Selection } from '../documents/selection.js'
import type { Variables } from '../documents/coercion.js'

export type Path = readonly (string | number)[]
/** Returns the paths of a value in the answer; an object that occurs in several places has several paths. */
export type PathsOf = (index: number) => Path[]

/** One execution of an operation. */
export interface Run {
  context: GraphQLContext
  variables: Variables
  errors: GraphQLError[]
  /**
   * The functions that complete objects and fields. They are members of the run because their modules would otherwise
   * import each other.
   */
  ofObjects(selection: Selection, objects: readonly unknown[], pathsOf: PathsOf): Values | Promise<Values>
  ofKeys(
    field: SelectedField,
    relation: Relation,
    keys: readonly (string | null)[],
    paths: PathsOf,
  ): Values | Promise<Values>
  ofField(field: SelectedField, objects: readonly unknown[], pathsOf: PathsOf): Values | Promise<Values>
}

/**
 * The states of a value: present, null (absent), or missing because of an error that has been reported and that
 * propagates to the next nullable field or item (broken).
 */
export const present = 0
export const absent = 1
export const broken = 2

/** The values of one field for a list of objects, in the order of the objects. */
export interface Values {
  /** Writes a value that is present. */
  write(index: number, out: ByteWriter): void
  /** The state of each value (present, absent or broken); null when all are present. */
  states: Uint8Array | null
  /**
   * The number of objects in a present value, or a function of the value's index if the number varies; 0 by default.
   */
  weight?: number | ((index: number) => number)
  /**
   * Writes the text around the parts of a value and yields each part at its place, for the caller to write. Values with
   * many objects are written in this way, so that other requests can run in between.
   */
  parts?(index: number, out: ByteWriter): Iterable<Part>
}

export type Part = readonly [values: Values, index: number]

/** Returns the number of objects in a value. */
export function weightAt({ states, weight }: Values, index: number): number {
  if (weight === undefined || (states !== null && states[index] !== present)) return 0
  return typeof weight === 'number' ? weight : weight(index)
}

/** Returns the number of objects in the values of all fields of an object, plus `own`. */
export function weightOfAll(fields: readonly Values[], own: number): NonNullable<Values['weight']> {
  let fixed = own
  const varying: Values[] = []
  for (const field of fields) {
    if (field.weight === undefined) continue
    if (typeof field.weight === 'number' && field.states === null) fixed += field.weight
    else varying.push(field)
  }
  if (!varying.length) return fixed
  return (index) => {
    let sum = fixed
    for (let i = 0; i < varying.length; i++) sum += weightAt(varying[i]!, index)
    return sum
  }
}

/** How a planned field is read: its statement, and how its rows are printed. */
export interface Reading {
  statement: Pick<Statement<never>, 'sql'>
  rowForms: Iterable<RowForm>
}

/** An error that was thrown instead of returning a value. */
export class Failure {
  constructor(readonly cause: unknown) {}
}

/** Writes a value, or `null` if it is absent or broken. */
export function writeValue(values: Values, index: number, out: ByteWriter): void {
  if (values.states !== null && values.states[index] !== present) out.ascii('null')
  else values.write(index, out)
}

/** Makes broken values null, for a type that may be null. Changes `values` and returns it. */
export function nullable(values: Values): Values {
  const { states } = values
  if (states) for (let i = 0; i < states.length; i++) if (states[i] === broken) states[i] = absent
  return values
}

/**
 * Makes broken values null, and reports an error for each other null where the schema promises a value
 * (@semanticNonNull): what it was to show has been deleted since the operation began. Level 0 is the type of the field,
 * level 1 that of its items. Changes `values` and returns it.
 */
export function semanticNonNull(
  run: Run,
  values: Values,
  field: SelectedField,
  pathsOf: PathsOf,
  level: 0 | 1,
): Values {
  const { states } = values
  if (states && isSemanticNonNull(field.definition, level))
    for (let i = 0; i < states.length; i++)
      if (states[i] === absent) report(run, notFound(getNamedType(field.definition.type).name), field, pathsOf, i)
  return nullable(values)
}

/** Reports an error for each null of a type that may not be null, and breaks it. Changes `values` and returns it. */
export function nonNull(run: Run, values: Values, field: SelectedField, pathsOf: PathsOf): Values {
  const { states } = values
  for (let i = 0; states !== null && i < states.length; i++) {
    if (states[i] !== absent) continue
    const name = `${field.parent.name}.${field.name}`
    report(run, new Error(`Cannot return null for non-nullable field ${name}.`), field, pathsOf, i)
    states[i] = broken
  }
  return values
}

/** Returns whether the items of the field's list may be null. */
export function hasNullableItems(field: SelectedField): boolean {
  const list = getNullableType(field.definition.type)
  return isListType(list) && !isNonNullType(list.ofType)
}

/** Reports and breaks the nulls of a field whose type is non-null; makes the broken values of another field null. */
export function asFieldType(run: Run, field: SelectedField, values: Values, paths: PathsOf): Values {
  return isNonNullType(field.definition.type)
    ? nonNull(run, values, field, paths)
    : semanticNonNull(run, values, field, paths, 0)
}

/** Does the same for values that are the items of the field if its type is a list whose items may be null. */
export function asValueOrItem(run: Run, field: SelectedField, values: Values, paths: PathsOf): Values {
  if (hasNullableItems(field)) return semanticNonNull(run, values, field, paths, 1)
  return asFieldType(run, field, values, paths)
}

/** The most errors in an answer: an error in an object that occurs in many places is reported for each of them. */
const mostErrors = 500

/** Returns the paths of several values in one list; stops after `mostErrors`, because no more are reported. */
export function pathsOfAll(indexes: readonly number[], pathsOf: PathsOf): Path[] {
  const all: Path[] = []
  for (const index of indexes) {
    for (const path of pathsOf(index)) all.push(path)
    if (all.length >= mostErrors) break
  }
  return all
}

/** Adds an error to the answer for each path of the value, up to `mostErrors`. */
export function report(run: Run, cause: unknown, field: SelectedField, pathsOf: PathsOf, index: number): void {
  // If the operation has been ended, the code that ended it reports a single error.
  if (run.errors.length >= mostErrors || run.context.budget.ended) return
  for (const path of pathsOf(index).slice(0, mostErrors - run.errors.length)) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    run.errors.push(locatedError(error, field.nodes, path))
  }
}

/** Returns the states of `count` values, all present. */
export function statesOf(count: number): Uint8Array {
  return new Uint8Array(count)
}

/** Returns lists of consecutive values of `items`: list i begins at `starts[i]` and ends before `starts[i + 1]`. */
export function listsOf(items: Values, starts: ArrayLike<number>, states: Uint8Array | null): Values {
  return {
    states,
    ...weightOfLists(items, starts),
    *parts(i, out) {
      out.byte(0x5b)
      const [from, to] = [starts[i] ?? 0, starts[i + 1] ?? 0]
      for (let item = from; item < to; item++) {
        if (item > from) out.byte(0x2c)
        yield [items, item]
      }
      out.byte(0x5d)
    },
    write(i, out) {
      out.byte(0x5b)
      const [from, to] = [starts[i] ?? 0, starts[i + 1] ?? 0]
      for (let item = from; item < to; item++) {
        if (item > from) out.byte(0x2c)
        if (items.states !== null && items.states[item] !== present) out.ascii('null')
        else items.write(item, out)
      }
      out.byte(0x5d)
    },
  }
}

function weightOfLists(items: Values, starts: ArrayLike<number>): Pick<Values, 'weight'> {
  const { weight, states } = items
  if (weight === undefined) return {}
  if (typeof weight === 'number' && states === null)
    return { weight: (i) => ((starts[i + 1] ?? 0) - (starts[i] ?? 0)) * weight }
  const count = starts[starts.length - 1] ?? 0
  const before = new Float64Array(count + 1)
  for (let item = 0; item < count; item++) before[item + 1] = before[item]! + weightAt(items, item)
  return { weight: (i) => before[starts[i + 1] ?? 0]! - before[starts[i] ?? 0]! }
}

/** With more objects, the fields may be started in several turns of the event loop. */
const manyObjects = 1000

/**
 * Starts each field for `objects` objects and returns the values; with many objects, other requests may run in between.
 */
export function eachOf<F>(
  run: Run,
  fields: readonly F[],
  objects: number,
  valuesOf: (field: F) => Values | Promise<Values>,
): readonly (Values | Promise<Values>)[] | Promise<Values[]> {
  return objects > manyObjects ? oneByOne(run, fields, valuesOf) : fields.map((field) => valuesOf(field))
}

/**
 * Starts all fields before any is awaited, so that their statements run at the same time, but lets other requests run
 * in between if starting takes long.
 */
async function oneByOne<F>(
  run: Run,
  fields: readonly F[],
  valuesOf: (field: F) => Values | Promise<Values>,
): Promise<Values[]> {
  const turn = new Turn(run.context.budget)
  if (turn.isOver()) await turn.pause()
  const started: (Values | Promise<Values>)[] = []
  for (const field of fields) {
    const values = valuesOf(field)
    // A rejection while other fields are being started is handled below, where all of them are awaited.
    if (values instanceof Promise) values.catch(() => undefined)
    started.push(values)
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  return Promise.all(started.map(async (values) => values))
}

/** Calls `goOn` with the values of all fields: at once if no field is a promise, otherwise when all have resolved. */
export function whenAll(
  fields: readonly (Values | Promise<Values>)[] | Promise<Values[]>,
  goOn: (values: Values[]) => Values,
): Values | Promise<Values> {
  if (fields instanceof Promise) return fields.then(goOn)
  const waits = fields.some((values) => values instanceof Promise)
  return waits ? Promise.all(fields.map(async (values) => values)).then(goOn) : goOn(fields as Values[])
}
