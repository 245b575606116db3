import * as graphql from 'graphql'
import type {
  DirectiveNode,
  FieldNode,
  GraphQLDirective,
  GraphQLError,
  GraphQLField,
  GraphQLInputType,
  GraphQLSchema,
  VariableDefinitionNode,
} from 'graphql'

// Coercion of input values: the functions of graphql-js whose signatures differ between versions 16 and 17. All others
// that are used here are the same. Without version 16, callers import them from graphql.

/** Values of variables by name, with defaults applied. */
export type Variables = Readonly<Record<string, unknown>>

type Path = readonly (string | number)[]
type Coerced = Record<string, unknown>

/** The functions by the signatures that both versions share, and by those of each. */
interface Functions<OfArguments, OfVariables> {
  getArgumentValues(definition: GraphQLField<unknown, unknown>, node: FieldNode, variables: OfArguments): Coerced
  getDirectiveValues(
    definition: GraphQLDirective,
    node: { readonly directives?: readonly DirectiveNode[] | undefined },
    variables: OfArguments,
  ): Coerced | undefined
  getVariableValues(
    schema: GraphQLSchema,
    definitions: readonly VariableDefinitionNode[],
    values: Variables,
    options: { maxErrors: number },
  ): OfVariables | { errors: readonly GraphQLError[] }
}
interface Version16 extends Functions<Variables, { coerced: Variables; errors?: undefined }> {
  coerceInputValue(
    value: unknown,
    type: GraphQLInputType,
    onError: (path: Path, value: unknown, error: GraphQLError) => void,
  ): unknown
}
/** Values of variables, with their origins, from which version 17 fills literals that contain variables. */
interface Sourced {
  coerced: Variables
  sources: object
}
interface Version17 extends Functions<Sourced, { variableValues: Sourced; errors?: undefined }> {
  validateInputValue(value: unknown, type: GraphQLInputType, onError: (error: GraphQLError, path: Path) => void): void
}

/** The installed version, by the signatures of the one that it is. */
const is17 = 'validateInputValue' in graphql
const version16 = graphql as unknown as Version16
const version17 = graphql as unknown as Version17

/** The form of version 17 of coerced values of variables. */
const sourced = new WeakMap<Variables, Sourced>()
const ofVersion17 = (variables: Variables): Sourced => sourced.get(variables) ?? { coerced: variables, sources: {} }

/** Coerces the values of a request for its variables. Returns at most 50 errors if some do not fit. */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Variables,
): { values: Variables; errors?: undefined } | { errors: readonly GraphQLError[] } {
  const options = { maxErrors: 50 }
  if (!is17) {
    const result = version16.getVariableValues(schema, definitions, values, options)
    return result.errors ? result : { values: result.coerced }
  }
  const result = version17.getVariableValues(schema, definitions, values, options)
  if (result.errors) return result
  const { coerced } = result.variableValues
  sourced.set(coerced, result.variableValues)
  return { values: coerced }
}

/** Returns the values of the arguments of a field, with defaults applied. Throws a GraphQLError if one does not fit. */
export const argumentValues = (
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
): Coerced =>
  is17
    ? version17.getArgumentValues(definition, node, ofVersion17(variables))
    : version16.getArgumentValues(definition, node, variables)

/** Returns the values of the arguments of a directive; undefined if the node does not have it. */
export const directiveValues = (
  definition: GraphQLDirective,
  node: { readonly directives?: readonly DirectiveNode[] | undefined },
  variables: Variables,
): Coerced | undefined =>
  is17
    ? version17.getDirectiveValues(definition, node, ofVersion17(variables))
    : version16.getDirectiveValues(definition, node, variables)

/** Calls `onFault` with the path and message of each part of the value that does not fit the type. */
export function findFaults(
  value: unknown,
  type: GraphQLInputType,
  onFault: (path: Path, message: string) => void,
): void {
  if (is17) version17.validateInputValue(value, type, ({ message }, path) => onFault(path, message))
  else version16.coerceInputValue(value, type, (path, _value, { message }) => onFault(path, message))
}
