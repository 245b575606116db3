import { readFileSync } from 'node:fs'
import { buildSchema, coerceInputValue, GraphQLInputObjectType, isInputType, type GraphQLObjectType } from 'graphql'

// The errors of every GraphQL answer that a test gets are held against the types of schema.graphql that describe them.

/** The members of an output type that are scalars and enums, as an input type. */
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

/** Throws where the extensions of an error are not of the type ErrorExtensions. */
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
