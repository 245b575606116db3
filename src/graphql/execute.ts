import { execute, GraphQLError, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { GraphQLContext } from './context.js'
import type { PreparedDocument } from './document.js'
import { printedOperation, withPrintedLeaves, type PrintedField, type PrintField } from './printed-fields.js'
import { openPrintedTexts } from './printed-texts.js'

export interface Execution {
  prepared: PreparedDocument
  operationName: string | undefined
  variables: Record<string, unknown>
  context: GraphQLContext
}

export type Execute = (execution: Execution) => Promise<ExecutionResult>

/** An operation as a function, with the plans of its printed fields. */
export interface CompiledOperation {
  run(context: GraphQLContext, variables: Record<string, unknown>): Promise<ExecutionResult>
  plans: readonly PrintField[]
}

/**
 * Operations become functions that are kept with their document; or run step by step, field by field, where `compiled`
 * is false.
 */
export function executor(schema: GraphQLSchema, compiled: boolean, printed: readonly PrintedField[]): Execute {
  return compiled ? compiledExecutor(schema, printed) : stepwise(schema)
}

function stepwise(schema: GraphQLSchema): Execute {
  return async ({ prepared: { document }, operationName, variables, context }) =>
    execute({
      schema,
      document,
      contextValue: context,
      variableValues: variables,
      ...(operationName && { operationName }),
    })
}

function compiledExecutor(schema: GraphQLSchema, printed: readonly PrintedField[]): Execute {
  const compile = compiler(schema, printed)
  return async ({ prepared, operationName, variables, context }) => {
    const name = operationName ?? ''
    const operation = prepared.compiled.get(name) ?? compile(prepared, operationName)
    if (Array.isArray(operation)) return { errors: operation }
    prepared.compiled.set(name, operation)
    if (operation.plans.length) context.operation.printed = openPrintedTexts(operation.plans)
    const result = await operation.run(context, variables)
    if (!result.errors?.length) return result
    // Without data the variables were refused; the library's errors carry no code then.
    const errors = result.errors.map((error) => asGraphQLError(error, result.data === undefined))
    return { ...(result.data !== undefined && { data: result.data }), errors }
  }
}

function compiler(schema: GraphQLSchema, printed: readonly PrintedField[]) {
  const withLeaves = withPrintedLeaves(schema, printed)
  return (
    { document, introspects }: PreparedDocument,
    operationName: string | undefined,
  ): CompiledOperation | GraphQLError[] => {
    const found = introspects ? null : printedOperation(schema, printed, document, operationName)
    const result = compileQuery(found ? withLeaves : schema, found?.document ?? document, operationName, {
      disablingCapturingStackErrors: true,
    })
    if (!isCompiledQuery(result)) return [...(result.errors ?? [])].map((error) => asGraphQLError(error, true))
    return {
      run: async (context, variables) =>
        result.query(undefined, context, variables) as ExecutionResult | Promise<ExecutionResult>,
      plans: found?.plans ?? [],
    }
  }
}

function asGraphQLError(error: GraphQLError, refused: boolean): GraphQLError {
  const { message, locations, path, originalError } = error
  const extensions = { ...error.extensions, ...(refused && { code: 'BAD_USER_INPUT' }) }
  const made = new GraphQLError(message, { extensions, ...(path && { path }), ...(originalError && { originalError }) })
  // Positions are known, their source nodes are not.
  if (locations) Object.defineProperty(made, 'locations', { value: locations, enumerable: true })
  return made
}
