import { createHash } from 'node:crypto'
import {
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { AppError } from '../lib/errors.js'
import { refuseUnstorableText } from '../lib/validate.js'
import { costOf, type Variables } from './cost.js'
import { tooMuch, type DocumentLimits } from './limits.js'
import { measureDocument, type Measured } from './measure.js'

/** A document that passed every check, with the costs of its operations. */
export interface PreparedDocument extends Measured {
  document: DocumentNode
  /** Costs of operations without variables, by operation name. */
  costs: Map<string, number>
}

export interface Documents {
  /** Throws GraphQLError or AppError, or an array of validation errors. */
  prepare(source: string): PreparedDocument
  /** One that was prepared before, by the SHA-256 of its source. */
  find(hash: string): PreparedDocument | undefined
}

/** What is kept: documents are a few kilobytes with their compiled form. */
const keptDocuments = 500
const keptCharacters = 4_000_000

/** Parses, measures and validates documents; remembers those that passed, the least recently used leave first. */
export function openDocuments(schema: GraphQLSchema, limits: DocumentLimits): Documents {
  const known = new Map<string, { prepared: PreparedDocument; length: number }>()
  let characters = 0

  function remember(hash: string, prepared: PreparedDocument, length: number): void {
    known.set(hash, { prepared, length })
    characters += length
    for (const [oldest, entry] of known) {
      if (known.size <= keptDocuments && characters <= keptCharacters) break
      known.delete(oldest)
      characters -= entry.length
    }
  }

  return {
    find: (hash) => known.get(hash)?.prepared,
    prepare(source) {
      if (source.length > limits.length) throw tooMuch('length', limits.length, source.length)
      const hash = hashOf(source)
      const found = known.get(hash)
      if (found) {
        known.delete(hash)
        known.set(hash, found)
        return found.prepared
      }
      const document = parseWithin(source, limits)
      refuseNul(document, source)
      const measured = measureDocument(document, limits)
      const faults = validate(schema, document, specifiedRules, { maxErrors: 10 })
      if (faults.length) throw new ValidationFaults(faults)
      const prepared = { document, ...measured, costs: new Map() }
      remember(hash, prepared, source.length)
      return prepared
    },
  }
}

export function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('hex')
}

/** The document does not fit the schema. */
export class ValidationFaults extends Error {
  constructor(readonly faults: readonly GraphQLError[]) {
    super('The document is not valid')
  }
}

function parseWithin(source: string, limits: DocumentLimits): DocumentNode {
  try {
    return parse(source, { maxTokens: limits.tokens })
  } catch (error) {
    if (error instanceof GraphQLError && error.message.includes('tokens. Parsing aborted'))
      throw tooMuch('tokens', limits.tokens)
    if (error instanceof RangeError) throw new AppError('VALIDATION_ERROR', 'The operation nests values too deep')
    throw error
  }
}

/** G-06: texts inside a document are looked at like those of its variables. Only an escape brings a NUL character. */
function refuseNul(document: DocumentNode, source: string): void {
  if (/\\u(?:0000|\{0+\})/.test(source)) visit(document, { StringValue: ({ value }) => refuseUnstorableText(value) })
}

/** Objects the operation may return; throws when that is over the limit. */
export function checkCost(
  schema: GraphQLSchema,
  prepared: PreparedDocument,
  operation: OperationDefinitionNode,
  variables: Variables,
  limits: DocumentLimits,
): number {
  const name = operation.name?.value ?? ''
  const fixed = operation.variableDefinitions?.length ? undefined : prepared.costs.get(name)
  const cost = fixed ?? costOf(schema, prepared.document, operation, variables)
  if (!operation.variableDefinitions?.length) prepared.costs.set(name, cost)
  if (cost > limits.cost) throw tooMuch('cost', limits.cost, cost)
  return cost
}

export function operationOf(prepared: PreparedDocument, name: string | undefined): OperationDefinitionNode | undefined {
  return getOperationAST(prepared.document, name) ?? undefined
}
