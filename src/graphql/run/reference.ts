import { execute, getVariableValues, type GraphQLSchema } from 'graphql'
import { ByteWriter } from '../../lib/byte-writer.js'
import { operationOf } from '../document.js'
import { beforeData, type Answer, type Execution, type Refusal } from './operation.js'

/**
 * The same operation run by the reference implementation, field by field (GRAPHQL_COMPILED=false): what the tests hold
 * the planned run against, and what tells a fault of the planner from a fault of a resolver.
 */
export async function runByReference(
  schema: GraphQLSchema,
  { prepared: { document }, operationName, variables, context }: Execution,
): Promise<Answer | Refusal> {
  const operation = operationOf({ document } as Execution['prepared'], operationName)
  const given = getVariableValues(schema, operation?.variableDefinitions ?? [], variables, { maxErrors: 50 })
  if (given.errors) return { refused: given.errors }
  const { data, errors = [] } = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: variables,
    ...(operationName && { operationName }),
  })
  const out = new ByteWriter()
  out.text(`${beforeData}${JSON.stringify(data)}`)
  return { data: data ? out : null, errors: [...errors], objects: data ? countObjects(data) : 0 }
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
