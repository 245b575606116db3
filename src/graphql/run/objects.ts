import type { GraphQLFieldResolver } from 'graphql'
import type { GraphQLContext } from '../context.js'
import { complete, infoOf, isPromise, settle } from './complete.js'
import type { SelectedField, Selection } from './selection.js'
import { broken, Failure, statesOf, writeValue } from './values.js'
import type { PathsOf, Run, Values } from './values.js'

/** The objects of one selection, each with all that is selected of it: field by field, each field for all objects at once. */
export function runObjects(
  run: Run,
  selection: Selection,
  objects: readonly unknown[],
  pathsOf: PathsOf,
): Values | Promise<Values> {
  const found = selection.fields.map((field) => fieldOfObjects(run, field, objects, pathsOf))
  const whole = (values: Values[]) => objectsOf(run, selection.fields, values, objects.length)
  return found.some(isPromise) ? Promise.all(found).then(whole) : whole(found as Values[])
}

/** Objects that are made of the values of their fields. */
export function objectsOf(
  run: Run,
  fields: readonly SelectedField[],
  values: readonly Values[],
  count: number,
): Values {
  const leads = fields.map(({ key }, index) => `${index ? ',' : '{'}${JSON.stringify(key)}:`)
  return {
    states: brokenBy(values, count),
    write(i, out) {
      run.objects += 1
      for (let field = 0; field < leads.length; field++) {
        out.ascii(leads[field]!)
        writeValue(values[field]!, i, out)
      }
      out.ascii(leads.length ? '}' : '{}')
    },
  }
}

/** Objects are broken where one of their fields is. */
export function brokenBy(values: readonly Values[], count: number): Uint8Array | null {
  let states: Uint8Array | null = null
  for (const one of values) {
    for (let i = 0; one.states !== null && i < count; i++) {
      if (one.states[i] !== broken) continue
      states ??= statesOf(count)
      states[i] = broken
    }
  }
  return states
}

export function fieldOfObjects(
  run: Run,
  field: SelectedField,
  objects: readonly unknown[],
  pathsOf: PathsOf,
): Values | Promise<Values> {
  if (field.name === '__typename') return typenames(field)
  const paths: PathsOf = (index) => pathsOf(index).map((path) => [...path, field.key])
  const values = resolved(run, field, objects)
  const done = (all: readonly unknown[]) => complete(run, field.definition.type, all, field, paths)
  return values.some(isPromise) ? settle(values).then(done) : done(values)
}

export function typenames({ parent }: SelectedField): Values {
  const text = JSON.stringify(parent.name)
  return { states: null, write: (_index, out) => out.ascii(text) }
}

/** The field of each object: by its resolver, or the property of that name. */
function resolved(run: Run, field: SelectedField, objects: readonly unknown[]): unknown[] {
  const { name, definition } = field
  const resolve = definition.resolve as GraphQLFieldResolver<unknown, GraphQLContext> | undefined
  let args: Record<string, unknown>
  try {
    args = field.args(run.variables)
  } catch (cause) {
    return objects.map(() => new Failure(cause))
  }
  const info = infoOf(run, field)
  return objects.map((object) => {
    try {
      if (resolve) return resolve(object, args, run.context, info)
      const value = (object as Record<string, unknown> | undefined)?.[name]
      return typeof value === 'function' ? (value.call(object, args, run.context, info) as unknown) : value
    } catch (cause) {
      return new Failure(cause)
    }
  })
}
