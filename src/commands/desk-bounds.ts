import type { TSchema } from '@sinclair/typebox'
import { actions, resourceTypes, rolesOf } from '../access/vocabulary.js'
import { registerSchema } from '../accounts/user.shape.js'
import { agreementArguments } from '../agreement/agreement.shape.js'
import { extractSchema, synthesizeSchema } from '../claims/extraction/claim-job.shape.js'
import { claimBody } from '../claims/claim.shape.js'
import { searchSchema } from '../claims/search/search.shape.js'
import { reviewItemsSchema } from '../reviews/review.shape.js'
import { generateSummarySchema } from '../summaries/summary.shape.js'
import { assignProjectVideosSchema } from '../videos/assignments/assignment.shape.js'
import { transcribeSchema } from '../videos/files/transcript.shape.js'
import { augmentSchema } from '../world/ontology-data.shape.js'
import { worldMoveSchema } from '../world/world.shape.js'

/** The inputs whose bounds fields of the desk have, too. */
const inputs: Record<string, TSchema> = {
  assignedVideos: assignProjectVideosSchema.properties.videoIds,
  claimConfidence: claimBody.properties.confidence,
  comparedFrame: agreementArguments.properties.from,
  comparedIou: agreementArguments.properties.minIou,
  comparedStep: agreementArguments.properties.step,
  extractedClaims: extractSchema.properties.maxClaims,
  extractedConfidence: extractSchema.properties.minConfidence,
  firstPassword: registerSchema.properties.password,
  movedObjects: worldMoveSchema.properties.ids,
  reviewedItems: reviewItemsSchema.properties.ids,
  reviewNote: reviewItemsSchema.properties.note,
  searchQuery: searchSchema.properties.query,
  spokenLanguage: transcribeSchema.properties.language,
  suggestedTypes: augmentSchema.properties.maxSuggestions,
  summaryFrames: generateSummarySchema.properties.maxFrames,
  summarySampleRate: generateSummarySchema.properties.frameSampleRate,
  synthesisLength: synthesizeSchema.properties.maxLength,
}

/** The keywords of JSON Schema that are bounds, and the corresponding attributes of form fields. */
const attributes = {
  minimum: 'min',
  maximum: 'max',
  minLength: 'minLength',
  maxLength: 'maxLength',
  minItems: 'min',
  maxItems: 'max',
} as const

const listed = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(', ')}]`

/**
 * Returns the module of the desk with the bounds of these inputs, as attributes of form fields, and with the words of
 * the permission table.
 */
export function deskBounds(): string {
  const lines = Object.entries(inputs).map(([name, schema]) => {
    const bounds = boundsOf(schema)
    if (bounds.length === 0) throw new Error(`The input ${name} has no bounds.`)
    return `  ${name}: { ${bounds.map(([attribute, value]) => `${attribute}: ${value}`).join(', ')} },`
  })
  return [
    '/** The bounds of inputs of the server. Generated from its shapes by `npm run generate`. */',
    'export const bounds = {',
    ...lines,
    '} as const',
    '',
    '/** The roles, by the scope in which they are held, the actions and the resource types of the permission table. */',
    'export const permissionWords = {',
    '  roles: {',
    ...Object.entries(rolesOf).map(([scope, roles]) => `    ${scope}: ${listed(roles)},`),
    '  },',
    `  actions: ${listed(actions)},`,
    `  resourceTypes: ${listed(resourceTypes)},`,
    '} as const',
    '',
  ].join('\n')
}

/** Returns the bounds of a schema. A schema that also takes null is a union, whose other member has the bounds. */
function boundsOf(schema: TSchema): [string, number][] {
  const schemas: TSchema[] = [schema, ...((schema['anyOf'] as TSchema[] | undefined) ?? [])]
  return Object.entries(attributes).flatMap(([keyword, attribute]): [string, number][] => {
    const value: unknown = schemas.find((one) => keyword in one)?.[keyword]
    return typeof value === 'number' ? [[attribute, value]] : []
  })
}
