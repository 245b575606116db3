import {
  defaultFieldResolver,
  execute,
  getNamedType,
  isCompositeType,
  isScalarType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import { ByteWriter } from '../../src/lib/byte-writer.js'
import { coerceVariables } from '../../src/graphql/documents/coercion.js'
import type { GraphQLContext } from '../../src/graphql/context.js'
import { operationOf } from '../../src/graphql/documents/document.js'
import { Written } from '../../src/graphql/run/written.js'
import type { Answer, Execution, Refusal, runOperation } from '../../src/graphql/run/operation.js'

/**
 * Runs an operation by the reference implementation, `execute` of graphql-js, field by field. The tests compare the
 * planned run with it; it also tells a fault of the planner from a fault of a resolver.
 */
async function runByReference(
  schema: GraphQLSchema,
  { prepared: { document }, operationName, variables, context }: Execution,
): Promise<Answer | Refusal> {
  const operation = operationOf({ document } as Execution['prepared'], operationName)
  const given = coerceVariables(schema, operation?.variableDefinitions ?? [], variables)
  if (given.errors) return { refused: given.errors }
  countObjectsOf(schema)
  stepByStep.add(context)
  const { data, errors = [] } = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: variables,
    fieldResolver: counting(defaultFieldResolver),
    ...(operationName && { operationName }),
  })
  context.budget.check()
  const out = new ByteWriter(1 << 14, context.budget)
  out.text(`{"data":${JSON.stringify(data)}`)
  return { data: data ? out : null, errors: [...errors], objects: data ? countObjects(data) : 0 }
}

/** The servers whose operations run by graphql-js, by their pool of connections. */
const referenceServers = new WeakSet<object>()

/** Has a server run its operations by graphql-js. The test must mock the executor with `withReference`. */
export function runsByReference({ services }: { services: { pool: object } }): void {
  referenceServers.add(services.pool)
}

/** The module of the executor, except that it runs the operations of some servers by graphql-js (`vi.mock`). */
export async function withReference<M extends { runOperation: typeof runOperation }>(original: () => Promise<M>) {
  const module = await original()
  const run: typeof runOperation = (schema, execution) =>
    (referenceServers.has(execution.context.pool) ? runByReference : module.runOperation)(schema, execution)
  return { ...module, runOperation: run }
}

type Resolver = GraphQLFieldResolver<unknown, GraphQLContext>

const counted = new WeakSet<GraphQLSchema>()

/**
 * The contexts of operations that run here. Both ways of running share one schema, whose resolvers stay wrapped: in a
 * planned run, which counts objects itself, the wrappers count nothing.
 */
const stepByStep = new WeakSet<GraphQLContext>()

/** Objects in answers that are values of JSON, which have no fields and are not counted. */
const jsonValues = new WeakSet<object>()

/** Wraps the resolvers of the schema so that they count the objects they return, and its scalars to tell their values. */
function countObjectsOf(schema: GraphQLSchema): void {
  if (counted.has(schema)) return
  counted.add(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type)) {
      const serialize = type.serialize.bind(type)
      const noting = (value: unknown) => {
        const written: unknown = serialize(value)
        if (typeof written === 'object' && written !== null) jsonValues.add(written)
        return written
      }
      // The second is the name in graphql-js 17.
      Object.assign(type, { serialize: noting, coerceOutputValue: noting })
    }
    if (!('getFields' in type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      if ('resolve' in field && field.resolve && isCompositeType(getNamedType(field.type)))
        field.resolve = counting(field.resolve as Resolver) as typeof field.resolve
    }
  }
}

function counting(resolve: Resolver): Resolver {
  return (source, args, context, info) => {
    if (!stepByStep.has(context)) return resolve(source, args, context, info)
    context.budget.check()
    const found = resolve(source, args, context, info) as unknown
    if (!isCompositeType(getNamedType(info.returnType))) {
      if (Array.isArray(found)) context.budget.announceValues(found.length)
      return found
    }
    const count = (result: unknown): unknown => {
      const value = result instanceof Written ? result.object() : result
      if (value !== null && value !== undefined) context.budget.makeObjects(Array.isArray(value) ? value.length : 1)
      return value
    }
    return found instanceof Promise ? found.then(count) : count(found)
  }
}

function countObjects(data: object): number {
  let count = 0
  const open: object[] = [data]
  for (let value = open.pop(); value; value = open.pop()) {
    if (!Array.isArray(value)) count += 1
    for (const member of Object.values(value) as unknown[])
      if (typeof member === 'object' && member !== null && !jsonValues.has(member)) open.push(member)
  }
  return count - 1
}
