import type { TSchema } from '@sinclair/typebox'
import { asInput } from './described.js'
import { isObject } from './json-walk.js'

/** The parts of a JSON schema that are visited here. */
export type Shape = Partial<Record<string, unknown>> & { [keeps]?: true }

const keeps = Symbol('keeps members')
/** The schema of a read-only member in answers; it documents the member and validates nothing. */
const answered = Symbol('answered')

/** Marks the schema of a stored document: members that the schema does not name are kept as sent. */
export function keepingMembers<S extends TSchema>(schema: S): S {
  return { ...schema, [keeps]: true }
}

const copies = new WeakMap<object, TSchema>()

/**
 * Returns a copy of the schema in which every object refuses members that it does not name, except objects with
 * `additionalProperties` and stored documents. `shown` are schemas of answers: their members are accepted too,
 * described as read-only, with any value.
 */
export function closed<S extends TSchema>(schema: S, shown: readonly (Shape | undefined)[] = []): S {
  if (shown.length) return walk(schema, shown) as S
  const copy = copies.get(schema) ?? (walk(schema, []) as TSchema)
  copies.set(schema, copy)
  return copy as S
}

function walk(schema: unknown, shown: readonly (Shape | undefined)[]): unknown {
  if (!isObject(schema) || (schema as Shape)[keeps]) return schema
  const branches = shown.flatMap(objectsIn)
  const copy: Shape = { ...schema }
  for (const key of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[key])) copy[key] = schema[key].map((branch) => walk(branch, shown))
  if (isObject(schema['items']))
    copy['items'] = walk(
      schema['items'],
      branches.map((branch) => branch['items'] as Shape),
    )
  if (isObject(schema['properties']) && schema['additionalProperties'] === undefined) {
    const members = branches.map((branch) => (branch['properties'] ?? {}) as Record<string, Shape>)
    const own = Object.entries(schema['properties']).map(([name, member]) => [
      name,
      walk(
        member,
        members.map((each) => each[name]),
      ),
    ])
    const readOnly = members.flatMap((each) =>
      Object.entries(each).map(([name, member]) => [name, { readOnly: true, [answered]: member }]),
    )
    copy['properties'] = { ...Object.fromEntries(readOnly), ...Object.fromEntries(own) }
    copy['additionalProperties'] = false
  }
  return copy
}

/**
 * Returns a copy of a closed schema for the description of requests. Read-only members are described as in answers,
 * with the description beside `readOnly`, where generators of clients read it.
 */
export function documented(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(documented)
  if (!isObject(schema)) return schema
  const shown = (schema as { [answered]?: Shape })[answered]
  if (shown !== undefined) {
    const { description } = shown
    return { ...(description !== undefined && { description }), allOf: [shown], readOnly: true }
  }
  return Object.fromEntries(Object.entries(asInput(schema as TSchema)).map(([key, value]) => [key, documented(value)]))
}

/** Returns the schema itself, or the branches of a union. */
function objectsIn(schema: Shape | undefined): Shape[] {
  if (!isObject(schema)) return []
  const branches = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(branches) ? (branches as Shape[]) : [schema]
}
