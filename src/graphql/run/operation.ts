import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import { ByteWriter } from '../../lib/byte-writer.js'
import { coerceVariables } from '../documents/coercion.js'
import type { GraphQLContext } from '../context.js'
import { operationOf, type PreparedDocument } from '../documents/document.js'
import { objectsOf } from './assemble.js'
import { fieldOfObjects, runObjects } from './objects.js'
import { forgetRows, relatedRows } from './relations.js'
import { decidingVariables, fragmentsOf, selectionOf, type Selection } from '../documents/selection.js'
import { present, weightAt, type Run, type Values } from './values.js'
import { objectsAtOnce, writeInTurns } from './write.js'

/** The outcome of an operation. */
export interface Answer {
  /** The beginning of the answer, `{"data":` and its value; null if an error propagated to the root. */
  data: ByteWriter | null
  errors: GraphQLError[]
  /** The number of objects in the answer. */
  objects: number
}

/** An operation that did not run: its name is unknown, or its variables do not fit their types. */
export interface Refusal {
  refused: readonly GraphQLError[]
}

export interface Execution {
  prepared: PreparedDocument
  operationName: string | undefined
  variables: Record<string, unknown>
  context: GraphQLContext
}

/** A compiled operation, kept as long as its document. */
interface Compiled {
  operation: OperationDefinitionNode
  /** The names of the variables in @skip and @include. */
  deciding: readonly string[]
  /** The compiled selections, by the values of the `deciding` variables. */
  selections: Map<string, Selection>
  /** The expected size of the answer in bytes: that of the previous answer, up to `mostExpected`. */
  expected: number
}

const compiledOperations = new WeakMap<PreparedDocument, Map<string, Compiled>>()

/**
 * Runs an operation by the plans of its fields. Returns a Refusal if the document has no operation of this name or the
 * variables do not fit; errors of fields are in the answer. Throws if the request exceeds its budget or its time.
 */
export async function runOperation(
  schema: GraphQLSchema,
  { prepared, operationName, variables, context }: Execution,
): Promise<Answer | Refusal> {
  const compiled = compiledOf(prepared, operationName)
  if (!compiled) return { refused: [new GraphQLError('The document has no such operation')] }
  const { operation } = compiled
  const result = coerceVariables(schema, operation.variableDefinitions ?? [], variables)
  if (result.errors) return { refused: result.errors }
  const undecided = compiled.deciding.find((name) => result.values[name] === null)
  if (undecided !== undefined) return { data: null, errors: [mustDecide(undecided)], objects: 0 }
  const run: Run = {
    context,
    variables: result.values,
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
  const atOnce = objectsAtOnce(objects, expectedBytes)
  const out = new ByteWriter(atOnce === null ? compiled.expected : expectedBytes + spare, context.budget)
  out.ascii(beforeData)
  if (atOnce === null) values.write(0, out)
  else await writeInTurns(context.budget, values, out, atOnce)
  context.budget.checkBytes(out.length)
  compiled.expected = Math.min(mostExpected, out.length + spare)
  return { data: out, errors: run.errors, objects }
}

/** A variable with a default value may be passed as null, but @skip and @include need a boolean. */
const mustDecide = (name: string) =>
  new GraphQLError(`Variable "$${name}" decides by @skip or @include: must not be null`)

/**
 * Spare bytes at the end of the buffer. Rows reserve room for their longest possible form; without spare bytes the last
 * row would make the buffer grow and be copied.
 */
const spare = 1 << 14

/**
 * The largest expected size in bytes: that of one buffer of a ByteWriter. A larger answer continues in further
 * buffers.
 */
const mostExpected = 1 << 20

const beforeData = '{"data":'

function compiledOf(prepared: PreparedDocument, name: string | undefined): Compiled | undefined {
  const byName = compiledOperations.get(prepared) ?? new Map<string, Compiled>()
  compiledOperations.set(prepared, byName)
  const kept = byName.get(name ?? '')
  if (kept) return kept
  const operation = operationOf(prepared, name)
  if (!operation) return undefined
  const deciding = decidingVariables(prepared.document)
  const made = { operation, deciding, selections: new Map<string, Selection>(), expected: 4096 }
  byName.set(name ?? '', made)
  return made
}

/** The most selections kept for an operation, by its deciding variables; others are compiled each time. */
const mostSelections = 64

function rootSelection(schema: GraphQLSchema, prepared: PreparedDocument, compiled: Compiled, run: Run): Selection {
  const { operation, deciding, selections } = compiled
  const key = deciding.map((name) => (run.variables[name] ? '1' : '0')).join('')
  const kept = selections.get(key)
  if (kept) return kept
  const root = schema.getRootType(operation.operation)
  if (!root) throw new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`)
  // Without the other variables: they belong to one request, whereas the selection is kept with its document.
  const present = deciding.filter((name) => Object.hasOwn(run.variables, name))
  const variables = Object.fromEntries(present.map((name) => [name, run.variables[name]]))
  const scope = { schema, fragments: fragmentsOf(prepared.document), variables }
  const made = selectionOf(scope, root, [operation.selectionSet])
  if (selections.size < mostSelections) selections.set(key, made)
  return made
}

/** The path of the root of the answer, which is empty. */
const atRoot = () => [[]]

async function together(run: Run, { fields }: Selection): Promise<Values> {
  const values = await Promise.all(fields.map(async (field) => fieldOfObjects(run, field, [undefined], atRoot)))
  return objectsOf(fields, values, 1)
}

/**
 * Runs the fields of a mutation one after the other; each sees the effects of those before it. In an operation that
 * runs in one transaction, the first field that fails ends it.
 */
async function serially(run: Run, { fields }: Selection): Promise<Values> {
  const values: Values[] = []
  for (const field of fields) {
    forgetRows(run)
    const value = await fieldOfObjects(run, field, [undefined], atRoot)
    if (run.context.operation.keyed && run.errors.some(({ path }) => path?.length === 1)) return value
    values.push(value)
  }
  return objectsOf(fields, values, 1)
}
