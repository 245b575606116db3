import { execute, GraphQLError, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import type { GraphQLContext } from './context.js'
import type { PreparedDocument } from './document.js'

export interface Execution {
  prepared: PreparedDocument
  operationName: string | undefined
  variables: Record<string, unknown>
  context: GraphQLContext
}

export type Execute = (execution: Execution) => Promise<ExecutionResult>

/** Operations become functions that are kept with their document; or run step by step where `compiled` is false. */
export function executor(schema: GraphQLSchema, compiled: boolean): Execute {
  return async ({ prepared, operationName, variables, context }) => {
    if (!compiled) {
      const { document } = prepared
      return execute({ schema, document, contextValue: context, variableValues: variables, ...(operationName && { operationName }) })
    }
    const name = operationName ?? ''
    const run = prepared.compiled.get(name) ?? compile(schema, prepared, operationName)
    if (Array.isArray(run)) return { errors: run }
    prepared.compiled.set(name, run)
    const result = (await run.query(undefined, context, variables)) as ExecutionResult
    if (!result.errors?.length) return result
    // Without data the variables were refused; the library's errors carry no code then.
    const errors = result.errors.map((error) => asGraphQLError(error, result.data === undefined))
    return { ...(result.data !== undefined && { data: result.data }), errors }
  }
}

function compile(schema: GraphQLSchema, prepared: PreparedDocument, operationName: string | undefined): CompiledQuery | GraphQLError[] {
  const result = compileQuery(schema, prepared.document, operationName, { disablingCapturingStackErrors: true })
  return isCompiledQuery(result) ? result : [...(result.errors ?? [])].map((error) => asGraphQLError(error, true))
}

function asGraphQLError(error: GraphQLError, refused: boolean): GraphQLError {
  const { message, locations, path, originalError } = error
  const extensions = { ...error.extensions, ...(refused && { code: 'BAD_USER_INPUT' }) }
  const made = new GraphQLError(message, { extensions, ...(path && { path }), ...(originalError && { originalError }) })
  // Positions are known, their source nodes are not.
  if (locations) Object.defineProperty(made, 'locations', { value: locations, enumerable: true })
  return made
}
