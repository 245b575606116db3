import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql'
import { newId } from '../../src/lib/uuid.js'

/** A call of a field with values for its required arguments, and a selection where it needs one. */
export function callOf(field: GraphQLField<unknown, unknown>): string {
  const given = field.args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
  const args = given.map(({ name, type }) => `${name}: ${valueOf(type)}`)
  return `${field.name}${args.length ? `(${args.join(', ')})` : ''} ${selectionOf(field.type)}`
}

function valueOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return valueOf(type.ofType)
  if (isListType(type)) return `[${valueOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields())
    const members = type.isOneOf
      ? all.slice(0, 1)
      : all.filter((one) => isNonNullType(one.type) && one.defaultValue === undefined)
    return `{ ${members.map((one) => `${one.name}: ${valueOf(one.type)}`).join(', ')} }`
  }
  const values: Record<string, string> = { ID: `"${newId()}"`, Int: '1', Float: '1', Boolean: 'false' }
  return (
    values[type.name] ?? (/JSON/.test(type.name) ? '{}' : /Date/.test(type.name) ? '"2026-01-01T00:00:00Z"' : '"text"')
  )
}

/** The selection of a field that needs one. */
function selectionOf(type: GraphQLOutputType): string {
  return isLeafType(getNamedType(type)) ? '' : '{ __typename }'
}
