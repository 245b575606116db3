import {
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
  visit,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { FieldError } from '../../lib/errors.js'
import { findFaults } from '../documents/coercion.js'
import { pathOf, placeOf } from '../documents/places.js'

// Values of variables and of the document that do not fit their types are found by graphql-js, which has their paths
// only in its messages. Here they get `details`, as other invalid values have.

/** Returns the faults of the variables, in the order in which `getVariableValues` reports them. */
export function faultsOfVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): FieldError[] {
  return variableDefinitions.flatMap(({ variable, type: typeNode, defaultValue }) => {
    const name = variable.name.value
    const type = typeFromAST(schema, typeNode)
    if (!isInputType(type)) return []
    const at = placeOf(document, name)
    const value = variables[name]
    if (!Object.hasOwn(variables, name) && (defaultValue || !isNonNullType(type))) return []
    if (value === null || value === undefined)
      return isNonNullType(type) ? [{ field: at.join('.'), message: value === null ? notNull : required }] : []
    const faults: FieldError[] = []
    findFaults(value, type, (path, message) => faults.push(faultAt([...at, ...path], message)))
    return faults
  })
}

/** Returns the fault of a value in the document; undefined if an error of the validation is not about a value. */
export function faultOfDocument(document: DocumentNode, { nodes, message }: GraphQLError): FieldError | undefined {
  const node = nodes?.[0]
  const missing =
    /argument "(\w+)" of type ".*" is required|^Argument "\w+\.\w+\((\w+):\)" of type ".*" is required/.exec(message)
  if (missing) return { field: missing[1] ?? missing[2]!, message: required }
  const unknown = /^Unknown argument "(\w+)"/.exec(message)
  if (unknown) return { field: unknown[1]!, message: notKnown }
  let found: FieldError | undefined
  visit(document, {
    enter(visited, _key, parent, _path, ancestors) {
      if (visited !== node || !parent) return
      const path = pathOf([...ancestors, parent, visited])
      const isMember = visited.kind === Kind.OBJECT_FIELD
      if (path.length) found = isMember ? { field: path.join('.'), message: sentence(message) } : faultAt(path, message)
    },
  })
  return found
}

// The messages of graphql-js about members, in version 16 and in version 17.
const missingMember = [
  /^Field "(?:\w+\.)?(\w+)" of required type .* was not provided/,
  /^Expected value of type "\w+" to include required field "(\w+)"/,
]
const unknownMember = [
  /^Field "(\w+)" is not defined by type /,
  /^Expected value of type "\w+" not to include unknown field "(\w+)"/,
]

const required = 'is required'
const notNull = 'must not be null'
const notKnown = 'is not known here'

/** Returns a fault with the path of the member in question: graphql-js names missing and unknown ones at the object. */
function faultAt(path: readonly (string | number)[], message: string): FieldError {
  const member = [...missingMember, ...unknownMember].flatMap((form) => form.exec(message)?.[1] ?? [])[0]
  return { field: [...path, ...(member === undefined ? [] : [member])].join('.'), message: sentence(message) }
}

function sentence(message: string): string {
  if (missingMember.some((form) => form.test(message))) return required
  if (unknownMember.some((form) => form.test(message))) return notKnown
  if (/^(?:Exactly one key must be specified|OneOf Input Object|Within OneOf Input Object)/.test(message))
    return 'must have exactly one member'
  if (/^Expected (non-nullable type|value of (?:non-null )?type ".*!").* (not to be|found) null/.test(message))
    return notNull
  return message.replace(/;? ?Did you mean .*$/s, '')
}
