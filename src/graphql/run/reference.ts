import {
  defaultFieldResolver,
  execute,
  getNamedType,
  getVariableValues,
  isCompositeType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import { ByteWriter } from '../../lib/byte-writer.js'
import type { GraphQLContext } from '../context.js'
import { operationOf } from '../documents/document.js'
import { Written } from './written.js'
import { beforeData, type Answer, type Execution, type Refusal } from './operation.js'

/**
 * Runs an operation by the reference implementation (`execute` of graphql-js), field by field. It is used inside a
 * transaction, whose writes the planned reads would not see, and for all operations with GRAPHQL_COMPILED=false: the
 * tests compare the planned run with it, and it tells a fault of the planner from one of a resolver.
 */
export async function runByReference(
  schema: GraphQLSchema,
  { prepared: { document }, operationName, variables, context }: Execution,
): Promise<Answer | Refusal> {
  const operation = operationOf({ document } as Execution['prepared'], operationName)
  const given = getVariableValues(schema, operation?.variableDefinitions ?? [], variables, { maxErrors: 50 })
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
  out.text(`${beforeData}${JSON.stringify(data)}`)
  return { data: data ? out : null, errors: [...errors], objects: data ? countObjects(data) : 0 }
}

type Resolver = GraphQLFieldResolver<unknown, GraphQLContext>

const counted = new WeakSet<GraphQLSchema>()

/**
 * The contexts of operations that run here. Both ways of running share one schema, whose resolvers stay wrapped: in a
 * planned run, which counts objects itself, the wrappers count nothing.
 */
const stepByStep = new WeakSet<GraphQLContext>()

/** Wraps the resolvers of the schema so that they count the objects they return. */
function countObjectsOf(schema: GraphQLSchema): void {
  if (counted.has(schema)) return
  counted.add(schema)
  for (const type of Object.values(schema.getTypeMap())) {
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
      if (typeof member === 'object' && member !== null) open.push(member)
  }
  return count - 1
}
