import { AppError } from '../lib/errors.js'

/** Bounds of one operation; all are checked before anything runs. */
export interface DocumentLimits {
  /** Characters of the text. */
  length: number
  tokens: number
  /** Levels of fields, fragments spread out. */
  depth: number
  /** Fields of the operation, fragments spread out. */
  fields: number
  aliases: number
  rootFields: number
  directives: number
  /** Objects the operation may ask for, see cost.ts. */
  cost: number
}

/** Lists of lists inside introspection: types of fields of types is what tools ask for, more only multiplies. */
export const introspectionLists = 3
/** How often one selection may name the same field: comparing them all with each other costs the square of it. */
export const repeats = 20

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

/** `requested` is undefined where counting stopped at the limit. */
export function tooMuch(limit: keyof DocumentLimits, maximum: number, requested?: number): AppError {
  const seen = requested === undefined ? `more than ${maximum}` : String(requested)
  const counted = { limit, maximum, ...(requested !== undefined && { requested }) }
  const cost = limit === 'cost' && requested !== undefined && { cost: { requested, maximum } }
  const message = `The operation has ${seen} ${nouns[limit]}; at most ${maximum} are allowed`
  return new AppError('VALIDATION_ERROR', message, { extra: { ...counted, ...cost } })
}
