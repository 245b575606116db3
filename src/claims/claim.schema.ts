import { Type } from '@sinclair/typebox'
import { createSchema, updateSchema, withMembers } from '../database/record-schema.js'
import { choice, optional, ratio, shortText, uuid } from '../lib/schema.js'
import { onEdited } from '../summaries/summary.schema.js'
import { claimRecord, claimRelationRecord } from './claim.record.js'

/** A new claim; only the text is required (C-07). */
export const createClaimSchema = createSchema(claimRecord)
export const updateClaimSchema = updateSchema(claimRecord)

/** Some clients name the summary in the body too. It decides nothing: the path names the summary. */
const named = { summaryId: optional({ ...shortText, description: 'Not read: the path names the summary.' }) }
/** The body of REST that creates a claim. */
export const claimBody = withMembers(createClaimSchema, named)

/** C-13: 1 to 1000 claims, each with a confidence. */
export const bulkClaimsSchema = Type.Object({
  claims: Type.Array(withMembers(createSchema(claimRecord, { demanded: ['confidence'] }), named), {
    minItems: 1,
    maxItems: 1000,
  }),
})

export const listClaimsQuery = Type.Object({
  includeSubclaims: Type.Optional(Type.Boolean()),
  minConfidence: Type.Optional(ratio),
  search: Type.Optional(Type.String()),
  strategy: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  summaryType: Type.Optional(choice(['video', 'collection'])),
})

/** A new relation; the path names the source claim. */
export const relationSchema = createSchema(claimRelationRecord, { but: ['sourceClaimId'] })

const strategies = ['sentence-based', 'semantic-units', 'hierarchical'] as const
/** What becomes of the claims that a summary has when a model finds claims in it again. */
const mode = Type.Optional(choice(['addNew', 'replace']))
const depths = ['names-only', 'names-and-glosses', 'full', 'full-definitions'] as const

/** Options of the extraction of claims from a summary; each has a default (C-14). */
export const extractSchema = Type.Object({
  strategy: Type.Optional(choice(strategies)),
  maxClaims: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  minConfidence: Type.Optional(ratio),
  includeAnnotations: Type.Optional(Type.Boolean()),
  includeOntology: Type.Optional(Type.Boolean()),
  ontologyDepth: Type.Optional(choice(depths)),
  mode,
  references: Type.Optional(Type.Boolean()),
})

/** Options of the generation of claims: those of extraction, with the same checks, and limits of its own (C-15). */
export const generateClaimsSchema = Type.Object({
  summaryType: Type.Optional(choice(['video', 'collection'])),
  inputSources: Type.Optional(
    Type.Object({
      includeSummaryText: Type.Optional(Type.Boolean()),
      includeAnnotations: Type.Optional(Type.Boolean()),
      includeOntology: Type.Optional(Type.Boolean()),
      ontologyDepth: Type.Optional(choice(depths)),
    }),
  ),
  extractionStrategy: Type.Optional(choice(strategies)),
  maxClaimsPerSummary: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  maxSubclaimDepth: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  minConfidence: Type.Optional(ratio),
  modelId: optional(shortText),
  deduplicateClaims: Type.Optional(Type.Boolean()),
  mergeSimilarClaims: Type.Optional(Type.Boolean()),
  mode,
  references: Type.Optional(Type.Boolean()),
})

/** Options of the synthesis of a summary from its claims; `maxLength` is in characters (C-20). */
export const synthesizeSchema = Type.Object({
  synthesisStrategy: Type.Optional(choice(['hierarchical', 'chronological', 'narrative', 'analytical'])),
  maxLength: Type.Optional(Type.Integer({ minimum: 100, maximum: 2000 })),
  includeConflicts: Type.Optional(Type.Boolean()),
  includeCitations: Type.Optional(Type.Boolean()),
  onEdited,
  references: Type.Optional(Type.Boolean()),
})

export const summaryParams = Type.Object({ summaryId: uuid })
export const claimParams = Type.Object({ claimId: uuid })
export const nestedParams = Type.Object({ summaryId: uuid, claimId: uuid })
export const relationParams = Type.Object({ relationId: uuid })
export const nestedRelationParams = Type.Object({ summaryId: uuid, relationId: uuid })
export const videoPersonaParams = Type.Object({ videoId: Type.String(), personaId: uuid })
