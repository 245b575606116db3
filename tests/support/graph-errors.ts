import { readFileSync } from 'node:fs'
import { buildSchema, coerceInputValue, GraphQLInputObjectType, isInputType, type GraphQLObjectType } from 'graphql'

// Validates the errors of every GraphQL response that a test receives against the types in schema.graphql that describe
// them.

/** Makes an input type of the scalar and enum fields of an output type, because graphql-js can validate input types. */
function asInput(type: GraphQLObjectType): GraphQLInputObjectType {
  const fields = Object.entries(type.getFields()).flatMap(([name, { type: of }]) =>
    isInputType(of) ? [[name, { type: of }] as const] : [],
  )
  return new GraphQLInputObjectType({ name: `${type.name}Input`, fields: Object.fromEntries(fields) })
}

let known: { extensions: GraphQLInputObjectType; fault: GraphQLInputObjectType } | undefined
function types() {
  if (known) return known
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const named = (name: string) => asInput(schema.getType(name) as GraphQLObjectType)
  return (known = { extensions: named('ErrorExtensions'), fault: named('FieldFault') })
}

/** Throws when the extensions of an error do not fit the type ErrorExtensions, or their details FieldFault. */
export function holdErrors(errors: readonly { message: string; extensions?: object }[] | undefined): void {
  for (const { message, extensions } of errors ?? []) {
    const { extensions: type, fault } = types()
    const { details, ...given } = extensions as { details?: unknown }
    const members = Object.entries(given).filter(([name]) => name in type.getFields())
    const say = (why: string) => {
      throw new Error(`The error ${message} is not as schema.graphql says: ${why} ${JSON.stringify(extensions)}`)
    }
    coerceInputValue(Object.fromEntries(members), type, (_path, _value, error) => say(error.message))
    for (const one of details === undefined ? [] : (details as unknown[]))
      coerceInputValue(one, fault, (_path, _value, error) => say(error.message))
  }
}
