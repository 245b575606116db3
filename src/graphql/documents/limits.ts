import { AppError } from '../../lib/errors.js'

/** The limits of one operation; all are checked before anything runs. */
export interface DocumentLimits {
  /** Characters of the document. */
  length: number
  tokens: number
  /** Levels of nested fields, fragments included. */
  depth: number
  /** Fields of the operation, fragments included. */
  fields: number
  aliases: number
  rootFields: number
  directives: number
  /** Objects that the operation may return (cost.ts). */
  cost: number
}

/**
 * The limits of a selection below `__schema` and `__type` and, for a document that selects only these fields, of its
 * length, its tokens and its answer. They are constants, so that tools can read the schema under any configured limits
 * of other operations. The query of graphql-js has 15 levels, 220 fields and 1,900 characters.
 */
export const introspectionLimits = {
  length: 10_000,
  tokens: 2_000,
  depth: 20,
  fields: 1_000,
  aliases: 50,
  directives: 50,
  /** Objects of the answer. */
  cost: 50_000,
}
/**
 * The most levels of nested lists in an introspection. Tools read the types of fields of types; deeper nesting only
 * multiplies the size of the answer.
 */
export const introspectionLists = 3
/** The most fields with the same name in the answer in one selection. Validation compares them pairwise. */
export const repeats = 20
/**
 * The most fragments and operations in one document. Validation compares the fragments pairwise and follows all of them
 * again for each operation: 550 fragments took up to 330 ms, 100 take 10 to 20 ms.
 */
export const mostFragments = 100
export const mostOperations = 50

const nouns: Record<keyof DocumentLimits, string> = {
  length: 'characters',
  tokens: 'tokens',
  depth: 'levels of fields',
  fields: 'fields',
  aliases: 'aliases',
  rootFields: 'root fields',
  directives: 'directives',
  cost: 'objects that it may return',
}

/** Returns the VALIDATION_ERROR for an operation over a limit; without `requested` if counting stopped at the limit. */
export function tooMuch(limit: keyof DocumentLimits, maximum: number, requested?: number): AppError {
  const seen = requested === undefined ? `more than ${maximum}` : String(requested)
  const counted = { limit, maximum, ...(requested !== undefined && { requested }) }
  const cost = limit === 'cost' && requested !== undefined && { cost: { requested, maximum } }
  const message = `The operation has ${seen} ${nouns[limit]}; at most ${maximum} are allowed`
  return new AppError('VALIDATION_ERROR', message, { extra: { ...counted, ...cost } })
}
