import { readFileSync } from 'node:fs'
import {
  buildSchema,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
} from 'graphql'
import { findFaults } from '../../src/graphql/documents/coercion.js'

// Validates the errors of every GraphQL response that a test receives against the types in schema.graphql that describe
// them.

/** Makes an input type of an output type, because graphql-js can validate values of input types. */
function asInput(type: GraphQLObjectType): GraphQLInputObjectType {
  const fields = Object.entries(type.getFields()).map(([name, { type: of }]) => [name, { type: inputOf(of) }] as const)
  return new GraphQLInputObjectType({ name: `${type.name}Input`, fields: Object.fromEntries(fields) })
}

function inputOf(type: GraphQLOutputType): GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(inputOf(type.ofType as GraphQLOutputType) as GraphQLScalarType)
  if (isListType(type)) return new GraphQLList(inputOf(type.ofType as GraphQLOutputType))
  return isObjectType(type) ? asInput(type) : (type as GraphQLInputType)
}

let known: GraphQLInputObjectType | undefined
function extensionsType() {
  const schema = () => buildSchema(readFileSync('schema.graphql', 'utf8'))
  return (known ??= asInput(schema().getType('ErrorExtensions') as GraphQLObjectType))
}

/** Throws when an error has extensions that the type ErrorExtensions does not describe. */
export function holdErrors(errors: readonly { message: string; extensions?: object }[] | undefined): void {
  for (const { message, extensions } of errors ?? [])
    findFaults(extensions, extensionsType(), (_path, fault) => {
      const why = `${fault} ${JSON.stringify(extensions)}`
      throw new Error(`The error ${message} is not as schema.graphql says: ${why}`)
    })
}
