import { Kind, valueFromASTUntyped, type FieldNode, type GraphQLError, type GraphQLSchema } from 'graphql'
import { sentNames } from '../classes.js'
import { isObject, type JsonObject } from '../../lib/json-walk.js'

// Services name an invalid value by its path in the body of REST. Here the path is translated into that of the
// operation: below the arguments of the field, under the names that the client has sent.

/** Returns the path of a value in the operation for its path in the body of REST. */
export type SentPath = (path: string) => string

/** Members in which inputs have members of the body: what a document contains besides its fields, and conditions. */
const containers = ['extra', 'filter']

/** Returns the translation of paths for an error of a field; undefined if the error belongs to no field. */
export function sentPathsOf(
  schema: GraphQLSchema,
  variables: Record<string, unknown>,
  { nodes, path }: GraphQLError,
): SentPath | undefined {
  const node = nodes?.[0]
  if (node?.kind !== Kind.FIELD) return undefined
  const roots = path?.length === 1 ? [schema.getMutationType(), schema.getQueryType()] : []
  const root = roots.map((type) => type?.getFields()[node.name.value]).find((field) => field !== undefined)
  const renamed = (root?.extensions['sentAs'] ?? {}) as Record<string, string>
  return (field) => {
    const sent = argumentsOf(node, variables)
    const hasInput = Object.hasOwn(sent, 'input')
    const value = hasInput ? sent['input'] : sent
    const [first = '', ...rest] = field.split('.')
    const segments = field === '' ? [] : [...(renamed[first] ?? first).split('.'), ...rest]
    return [...(hasInput ? ['input'] : []), ...pathIn(value, segments)].join('.')
  }
}

function argumentsOf({ arguments: given = [] }: FieldNode, variables: Record<string, unknown>) {
  return Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]))
}

/**
 * Returns the path at which the value has what the segments name in the body of REST. A member that is missing is the
 * last of the path.
 */
function pathIn(value: unknown, segments: readonly string[]): string[] {
  const [first, ...rest] = segments
  if (first === undefined) return []
  const isIndex = /^\d+$/.test(first)
  if (Array.isArray(value)) return isIndex ? [first, ...pathIn(value[Number(first)], rest)] : [...segments]
  // A list may be sent as its only item.
  if (isIndex && !has(value, first)) return pathIn(value, rest)
  const names = [first, inCamelCase(first), ...sentNames(first)]
  const own = names.find((name) => has(value, name))
  if (own !== undefined) return [own, ...pathIn((value as JsonObject)[own], rest)]
  const container = containers.find((one) => has(value, one) && names.some((name) => has(value[one], name)))
  return container === undefined ? [...segments] : [container, ...pathIn((value as JsonObject)[container], segments)]
}

/** Returns a name of the model service, which has snake_case, as inputs have it. */
const inCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const has = (value: unknown, name: string): value is JsonObject =>
  isObject(value) && Object.hasOwn(value, name) && value[name] !== undefined
