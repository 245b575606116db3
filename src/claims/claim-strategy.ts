import type { TSchema } from '@sinclair/typebox'
import { usually } from '../lib/described.js'

/** The ways in which a model extracts claims. */
export const extractionStrategies = ['sentence-based', 'semantic-units', 'hierarchical'] as const

/** Returns the schema of the way in which a claim was made, as a GraphQL enumeration. */
export const claimStrategy = <S extends TSchema>(schema: S): S =>
  usually(
    'ClaimStrategy',
    'How a claim is made: by a person (MANUAL), or by a model that makes a claim for each sentence (SENTENCE_BASED) or for ' +
      'each single statement (SEMANTIC_UNITS), or main statements with details as subclaims (HIERARCHICAL).',
    ['manual', ...extractionStrategies],
    schema,
  )
