import { locatedError, type GraphQLError } from 'graphql'
import type { ByteWriter } from '../../lib/byte-writer.js'
import { Turn } from '../../lib/turns.js'
import type { GraphQLContext } from '../context.js'
import type { RawStatement } from '../../database/raw-rows.js'
import type { Relation } from '../plan.js'
import type { Face } from './faces.js'
import type { SelectedField, Selection, Variables } from './selection.js'

export type Path = readonly (string | number)[]
/** Where an object stands in the answer; one that is reached on several ways stands in several places. */
export type PathsOf = (index: number) => Path[]

/** One execution of an operation. */
export interface Run {
  context: GraphQLContext
  variables: Variables
  errors: GraphQLError[]
  /** The functions that run objects and fields, passed here because the modules would otherwise import each other. */
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
 * A value is there, is null, or is missing by an error that has been reported and that only a nullable place may end.
 */
export const present = 0
export const absent = 1
export const broken = 2

/** The values of one field for all objects of a set, in their order. */
export interface Values {
  /** Writes a value that is present. */
  write(index: number, out: ByteWriter): void
  /** State of each value (present, absent or broken); null when all are present. */
  states: Uint8Array | null
  /** Objects that are written with a value that is present, by its index where they differ; none by default. */
  weight?: number | ((index: number) => number)
  /**
   * Writes what stands around the parts of a value, and hands out each part in its place, to be written by whoever
   * asked: how long values are written without holding the event loop.
   */
  parts?(index: number, out: ByteWriter): Iterable<Part>
}

export type Part = readonly [values: Values, index: number]

/** Objects that are written with a value. */
export function weightAt({ states, weight }: Values, index: number): number {
  if (weight === undefined || (states !== null && states[index] !== present)) return 0
  return typeof weight === 'number' ? weight : weight(index)
}

/** Objects that are written with the values of several fields of one object, and so many more. */
export function weightOfAll(fields: readonly Values[], own: number): NonNullable<Values['weight']> {
  let fixed = own
  const varying: Values[] = []
  for (const one of fields) {
    if (one.weight === undefined) continue
    if (typeof one.weight === 'number' && one.states === null) fixed += one.weight
    else varying.push(one)
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
  statement: Pick<RawStatement<never>, 'sql'>
  faces: Iterable<Face>
}

/** A thrown error in the place of a value. */
export class Failure {
  constructor(readonly cause: unknown) {}
}

export function writeValue(values: Values, index: number, out: ByteWriter): void {
  if (values.states !== null && values.states[index] !== present) out.ascii('null')
  else values.write(index, out)
}

/** Ends errors at a nullable place: what is broken is null there. */
export function nullable(values: Values): Values {
  const { states } = values
  if (states) for (let i = 0; i < states.length; i++) if (states[i] === broken) states[i] = absent
  return values
}

/** Where null may not stand, it is an error that breaks what holds it. */
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

/** More errors than these are not told: an object that stands in many places fails in all of them. */
const mostErrors = 500

/** The paths of several things one behind the other, as far as anybody is told of them. */
export function pathsOfAll(indexes: readonly number[], pathsOf: PathsOf): Path[] {
  const all: Path[] = []
  for (const index of indexes) {
    for (const path of pathsOf(index)) all.push(path)
    if (all.length >= mostErrors) break
  }
  return all
}

export function report(run: Run, cause: unknown, field: SelectedField, pathsOf: PathsOf, index: number): void {
  // Of an operation that has ended one error is told, by whoever ended it.
  if (run.errors.length >= mostErrors || run.context.budget.ended) return
  for (const path of pathsOf(index).slice(0, mostErrors - run.errors.length)) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    run.errors.push(locatedError(error, field.nodes, path))
  }
}

/** States of so many values, all present at first. */
export function statesOf(count: number): Uint8Array {
  return new Uint8Array(count)
}

/** Lists of values that stand one behind the other: list i from `starts[i]` up to `starts[i + 1]`. */
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

/** Of more objects than these the fields are not begun in one go. */
const manyObjects = 1000

/** The values of each field of so many objects, as they come; of many objects one field after the other is begun. */
export function eachOf<F>(
  run: Run,
  fields: readonly F[],
  objects: number,
  valuesOf: (field: F) => Values | Promise<Values>,
): readonly (Values | Promise<Values>)[] | Promise<Values[]> {
  return objects > manyObjects ? oneByOne(run, fields, valuesOf) : fields.map((field) => valuesOf(field))
}

/** All are begun, and what they wait for is asked for together, but others are served where that takes long. */
async function oneByOne<F>(
  run: Run,
  fields: readonly F[],
  valuesOf: (field: F) => Values | Promise<Values>,
): Promise<Values[]> {
  const turn = new Turn(run.context.budget)
  if (turn.isOver()) await turn.pause()
  const found: (Values | Promise<Values>)[] = []
  for (const field of fields) {
    const values = valuesOf(field)
    // What fails while others are begun is told when they are all waited for.
    if (values instanceof Promise) values.catch(() => undefined)
    found.push(values)
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  return Promise.all(found.map(async (one) => one))
}

/** Goes on with the values of all fields: at once where they are there, else when the last of them is. */
export function whenAll(
  found: readonly (Values | Promise<Values>)[] | Promise<Values[]>,
  goOn: (values: Values[]) => Values,
): Values | Promise<Values> {
  if (found instanceof Promise) return found.then(goOn)
  const waits = found.some((one) => one instanceof Promise)
  return waits ? Promise.all(found.map(async (one) => one)).then(goOn) : goOn(found as Values[])
}
