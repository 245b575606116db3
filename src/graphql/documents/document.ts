import { createHash } from 'node:crypto'
import {
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql'
import { AppError } from '../../lib/errors.js'
import { mayBeUnstorable, refuseUnstorable } from '../../lib/validate.js'
import { costOf, type Variables } from './cost.js'
import type { ListSizes } from './list-sizes.js'
import { introspectionLimits, tooMuch, type DocumentLimits } from './limits.js'
import { measureDocument, ValidationFaults, type Measured } from './measure.js'
import { pathOf } from './places.js'

/** A document that passed every check, with the measurements and costs of its operations. */
export interface PreparedDocument extends Measured {
  document: DocumentNode
  /** The costs of operations that have no variables, by operation name. */
  costs: Map<string, number>
  /** The list sizes from which `costs` was computed. */
  pricedBy?: ListSizes
}

export interface Documents {
  /**
   * Returns the checked document, from the cache if it is cached. Throws GraphQLError for a syntax error, AppError for
   * a document over a limit, and ValidationFaults for a document that is invalid for the schema.
   */
  prepare(source: string): PreparedDocument
  /** Returns a cached document by the SHA-256 of its source in hexadecimal. */
  find(hash: string): PreparedDocument | undefined
}

/**
 * The limits of the cache, in documents and in characters of their sources; a document with its compiled form takes a
 * few kilobytes.
 */
const keptDocuments = 500
const keptCharacters = 4_000_000

/**
 * Returns an object that parses, measures and validates documents, and caches the valid ones; it evicts the least
 * recently used document first.
 */
export function openDocuments(schema: GraphQLSchema, limits: DocumentLimits): Documents {
  const cache = new Map<string, { prepared: PreparedDocument; length: number }>()
  let characters = 0

  function remember(hash: string, prepared: PreparedDocument, length: number): void {
    cache.set(hash, { prepared, length })
    characters += length
    for (const [oldest, entry] of cache) {
      if (cache.size <= keptDocuments && characters <= keptCharacters) break
      cache.delete(oldest)
      characters -= entry.length
    }
  }

  return {
    find: (hash) => cache.get(hash)?.prepared,
    prepare(source) {
      const { length, tokens } = introspectionLimits
      if (source.length > Math.max(limits.length, length)) throw tooMuch('length', limits.length, source.length)
      const hash = hashOf(source)
      const entry = cache.get(hash)
      if (entry) {
        cache.delete(hash)
        cache.set(hash, entry)
        return entry.prepared
      }
      const document = parseWithin(source, Math.max(limits.tokens, tokens))
      refuseLiterals(document, source)
      const measured = measureDocument(document, limits)
      if (!measured.onlyIntrospects) {
        if (source.length > limits.length) throw tooMuch('length', limits.length, source.length)
        if (limits.tokens < tokens) parseWithin(source, limits.tokens)
      }
      const faults = validate(schema, document, [...specifiedRules, knownOperationTypes], { maxErrors: 10 })
      if (faults.length) throw new ValidationFaults(faults, document)
      const prepared: PreparedDocument = { document, ...measured, costs: new Map() }
      remember(hash, prepared, source.length)
      return prepared
    },
  }
}

/** Refuses operation types that the schema lacks; the rules of the specification leave this to the execution. */
const knownOperationTypes: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return
    context.reportError(new GraphQLError(`The schema has no ${node.operation}s`, { nodes: node }))
  },
})

/** Returns the SHA-256 of a document's source in hexadecimal. */
export function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('hex')
}

// Version 17 of graphql-js accepts `{ }` by default. The specification of GraphQL does not allow it.
const noEmptySelections: object = { allowEmptySelectionSets: false }

function parseWithin(source: string, maxTokens: number): DocumentNode {
  try {
    return parse(source, { maxTokens, ...noEmptySelections })
  } catch (error) {
    if (error instanceof GraphQLError && error.message.includes('tokens. Parsing aborted'))
      throw tooMuch('tokens', maxTokens)
    if (error instanceof RangeError) throw new AppError('VALIDATION_ERROR', 'The operation nests values too deep')
    throw error
  }
}

/**
 * Checks strings and numbers inside a document like those of its variables (G-06). Visits only documents that can
 * contain a fault: only an escape can produce a NUL character.
 */
function refuseLiterals(document: DocumentNode, source: string): void {
  if (!mayBeUnstorable(source) && !/\\u\{0+\}/.test(source)) return
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (node.kind !== Kind.STRING && node.kind !== Kind.INT && node.kind !== Kind.FLOAT) return
      const value = node.kind === Kind.STRING ? node.value : Number(node.value)
      refuseUnstorable(value, pathOf([...ancestors, parent!, node]).join('.'))
    },
  })
}

/**
 * Returns the cost of the operation (cost.ts). An operation over the limit is priced again with the rows that are
 * stored, which `counted` counts; throws VALIDATION_ERROR if it is still over the limit. Otherwise its cost is the
 * limit: a lower one would show callers how much others have stored.
 */
export async function checkCost(
  schema: GraphQLSchema,
  prepared: PreparedDocument,
  operation: OperationDefinitionNode,
  variables: Variables,
  limits: DocumentLimits,
  sizes: ListSizes,
  counted?: () => Promise<ListSizes>,
): Promise<number> {
  const name = operation.name?.value ?? ''
  if (prepared.pricedBy !== sizes) {
    prepared.costs.clear()
    prepared.pricedBy = sizes
  }
  const fixed = operation.variableDefinitions?.length ? undefined : prepared.costs.get(name)
  const cost = fixed ?? costOf(schema, prepared.document, operation, variables, sizes)
  if (!operation.variableDefinitions?.length) prepared.costs.set(name, cost)
  if (cost <= limits.cost) return cost
  const bounded = counted ? costOf(schema, prepared.document, operation, variables, await counted()) : cost
  if (bounded > limits.cost) throw tooMuch('cost', limits.cost, cost)
  return limits.cost
}

/**
 * Returns the operation of this name or, without a name, the only operation. Returns undefined if the name is unknown,
 * or if the document has several operations and no name is passed.
 */
export function operationOf(prepared: PreparedDocument, name: string | undefined): OperationDefinitionNode | undefined {
  return getOperationAST(prepared.document, name) ?? undefined
}
