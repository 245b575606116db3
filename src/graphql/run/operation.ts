import { GraphQLError, getVariableValues, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import { ByteWriter } from '../../lib/byte-writer.js'
import type { GraphQLContext } from '../context.js'
import { operationOf, type PreparedDocument } from '../document.js'
import { objectsOf } from './assemble.js'
import { fieldOfObjects, runObjects } from './objects.js'
import { forgetRows, relatedRows } from './relations.js'
import { decidingVariables, fragmentsOf, selectionOf, type Selection } from './selection.js'
import { broken, present, weightAt, type Run, type Values } from './values.js'
import { oneGo, writeInTurns } from './write.js'

/** The outcome of an operation. */
export interface Answer {
  /** The beginning of the answer, `{"data":` and its value; null after an error that nothing else could hold. */
  data: ByteWriter | null
  errors: GraphQLError[]
  /** Objects in the answer. */
  objects: number
}

/** The variables do not fit: nothing ran. */
export interface Refusal {
  refused: readonly GraphQLError[]
}

export interface Execution {
  prepared: PreparedDocument
  operationName: string | undefined
  variables: Record<string, unknown>
  context: GraphQLContext
}

/** A compiled operation, kept with its document. */
interface Compiled {
  operation: OperationDefinitionNode
  deciding: readonly string[]
  /** By the values of the variables that decide. */
  selections: Map<string, Selection>
  /** Bytes of the last answer: the next is likely as large. */
  expected: number
}

const kept = new WeakMap<PreparedDocument, Map<string, Compiled>>()

/** Runs an operation. */
export async function runOperation(
  schema: GraphQLSchema,
  { prepared, operationName, variables, context }: Execution,
): Promise<Answer | Refusal> {
  const compiled = compiledOf(prepared, operationName)
  if (!compiled) return { refused: [new GraphQLError('The document has no such operation')] }
  const { operation } = compiled
  const given = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 })
  if (given.errors) return { refused: given.errors }
  const undecided = compiled.deciding.find((name) => given.coerced[name] === null)
  if (undecided !== undefined) return { data: null, errors: [mustDecide(undecided)], objects: 0 }
  const run: Run = {
    context,
    variables: given.coerced,
    errors: [],
    ofObjects: (selection, objects, pathsOf) => runObjects(run, selection, objects, pathsOf),
    ofKeys: (field, relation, keys, paths) => relatedRows(run, field, relation, keys, paths),
    ofField: (field, objects, pathsOf) => fieldOfObjects(run, field, objects, pathsOf),
  }
  const selection = rootSelection(schema, prepared, compiled, run)
  const values = operation.operation === 'mutation' ? await serially(run, selection) : await together(run, selection)
  if (values.states !== null && values.states[0] !== present) return { data: null, errors: run.errors, objects: 0 }
  const objects = weightAt(values, 0) - 1
  context.budget.checkObjects(objects)
  const { expectedBytes } = context.budget
  const inOneGo = oneGo(objects, expectedBytes)
  // A large one gets its room at once: each time it grows, all that was written is copied.
  const out = new ByteWriter(inOneGo === null ? compiled.expected : expectedBytes + spare, context.budget)
  out.ascii(beforeData)
  if (inOneGo === null) values.write(0, out)
  else await writeInTurns(context.budget, values, out, inOneGo)
  context.budget.checkBytes(out.length)
  compiled.expected = Math.min(mostExpected, out.length + spare)
  return { data: out, errors: run.errors, objects }
}

/** A variable with a default may be null by its type; what is included it cannot say then. */
const mustDecide = (name: string) =>
  new GraphQLError(`Variable "$${name}" decides by @skip or @include: must not be null`)

/** Rows make room for the longest form they might have: without bytes to spare the last one would move all. */
const spare = 1 << 14

/** An answer that was larger says nothing about the next: room is made while it is written. */
const mostExpected = 1 << 20

export const beforeData = '{"data":'

function compiledOf(prepared: PreparedDocument, name: string | undefined): Compiled | undefined {
  const known = kept.get(prepared) ?? new Map<string, Compiled>()
  kept.set(prepared, known)
  const found = known.get(name ?? '')
  if (found) return found
  const operation = operationOf(prepared, name)
  if (!operation) return undefined
  const deciding = decidingVariables(prepared.document)
  const made = { operation, deciding, selections: new Map<string, Selection>(), expected: 4096 }
  known.set(name ?? '', made)
  return made
}

/** More ways in which its directives may decide than this are compiled each time. */
const mostWays = 64

function rootSelection(schema: GraphQLSchema, prepared: PreparedDocument, compiled: Compiled, run: Run): Selection {
  const { operation, deciding, selections } = compiled
  const key = deciding.map((name) => (run.variables[name] ? '1' : '0')).join('')
  const known = selections.get(key)
  if (known) return known
  const root = schema.getRootType(operation.operation)
  if (!root) throw new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`)
  // Those that decide alone: the selection is kept with its document, the others are of one request.
  const given = deciding.filter((name) => Object.hasOwn(run.variables, name))
  const variables = Object.fromEntries(given.map((name) => [name, run.variables[name]]))
  const scope = { schema, fragments: fragmentsOf(prepared.document), variables }
  const made = selectionOf(scope, root, [operation.selectionSet])
  if (selections.size < mostWays) selections.set(key, made)
  return made
}

const nowhere = () => [[]]

async function together(run: Run, { fields }: Selection): Promise<Values> {
  const values = await Promise.all(fields.map(async (field) => fieldOfObjects(run, field, [undefined], nowhere)))
  return objectsOf(fields, values, 1)
}

/** Each field sees what those before it have done; one that must be there and is not ends the operation. */
async function serially(run: Run, { fields }: Selection): Promise<Values> {
  const values: Values[] = []
  for (const field of fields) {
    forgetRows(run)
    const value = await fieldOfObjects(run, field, [undefined], nowhere)
    if (value.states?.[0] === broken) return value
    values.push(value)
  }
  return objectsOf(fields, values, 1)
}
