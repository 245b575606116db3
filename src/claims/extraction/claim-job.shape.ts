import { Type } from '@sinclair/typebox'
import { says, typed } from '../../lib/described.js'
import { choice, enumeration, optional, ratio, shortText } from '../../lib/schema.js'
import { onEdited } from '../../summaries/summary.shape.js'
import { claimSummaryType } from '../claim.shape.js'
import { claimStrategy, extractionStrategies } from '../claim-strategy.js'

/** Returns the schema of a boolean option of a job; each option has a default. */
const flag = (description: string) => Type.Optional(says(description, Type.Boolean()))

const strategy = Type.Optional(
  says(
    '`sentence-based` (when absent), `semantic-units` or `hierarchical`: a claim for each sentence, ' +
      'for each single statement, or main statements with details as subclaims.',
    claimStrategy(choice(extractionStrategies)),
  ),
)
const minConfidence = Type.Optional(says('Minimum confidence of a claim, 0 to 1; 0.5 when absent.', ratio))
const most = Type.Optional(
  says(
    'Maximum number of claims with subclaims, 1 to 200; 50 when absent.',
    Type.Integer({ minimum: 1, maximum: 200 }),
  ),
)
const includeAnnotations = flag('Give the model up to 15 annotation labels; false when absent.')
const includeOntology = flag("Give the model the persona's types; false when absent.")
const ontologyDepth = Type.Optional(
  says(
    'What to tell of the types: `names-only` (when absent), also their glosses (`names-and-glosses`), or also their ' +
      'whole documents (`full`, `full-definitions`).',
    enumeration('OntologyDepth', 'How much a model is told of the types of an ontology.', [
      ...(['names-only', 'names-and-glosses', 'full', 'full-definitions'] as const),
    ]),
  ),
)
/** How the existing claims of a summary are treated when a model finds claims in it again. */
const mode = Type.Optional(
  says(
    '`addNew` (when absent) adds what the summary does not have yet; what a person has edited does not come ' +
      'again in the words of the model. `replace` first deletes what models made and nobody has changed, ' +
      'related, shared or added to.',
    enumeration('ExtractionMode', 'How claims that a model finds are added to those of the summary.', [
      'addNew',
      'replace',
    ]),
  ),
)
const references = flag(
  'Make references of names in the claims: of types where the ontology is included, of world objects and labels ' +
    'where annotations are. True when absent.',
)

/** Options of the extraction of claims from a summary (C-14). */
export const extractSchema = Type.Object({
  strategy,
  maxClaims: most,
  minConfidence,
  includeAnnotations,
  includeOntology,
  ontologyDepth,
  mode,
  references,
})

const inputSources = typed(
  'ClaimInputSources',
  'What a model gets to generate claims from; at least one of text, annotations and ontology is required.',
  Type.Object({
    includeSummaryText: flag('Give the model the text of the summary; true when absent.'),
    includeAnnotations,
    includeOntology,
    ontologyDepth,
  }),
  'ClaimInputSources',
)

/** Options of the generation of claims: those of extraction, with the same checks, and separate limits (C-15). */
export const generateClaimsSchema = Type.Object({
  summaryType: Type.Optional(
    says('What the summary describes: a video (when absent) or a collection.', claimSummaryType),
  ),
  inputSources: Type.Optional(says('What the model gets; the text of the summary alone when absent.', inputSources)),
  extractionStrategy: strategy,
  maxClaimsPerSummary: most,
  maxSubclaimDepth: Type.Optional(
    says('Maximum levels of subclaims, 1 to 5; 3 when absent.', Type.Integer({ minimum: 1, maximum: 5 })),
  ),
  minConfidence,
  modelId: optional(
    says('Name or model ID of an option of the task `claim_extraction`; the selected one when absent.', shortText),
  ),
  deduplicateClaims: flag(
    'Drop claims whose text, ignoring case, was found before, with their subclaims; true when absent.',
  ),
  mergeSimilarClaims: flag(
    'Merge generated claims that say the same: texts that are equal but for case, spacing and ' +
      'punctuation; that share 85 % of their word pairs and differ in no number, name or negation; ' +
      'or that the model service finds equal in meaning. The merged claim has the spans and ' +
      'subclaims of all and the highest confidence. False when absent.',
  ),
  mode,
  references,
})

/** Options of the synthesis of a summary from its claims (C-20). */
export const synthesizeSchema = Type.Object({
  synthesisStrategy: Type.Optional(
    says(
      '`hierarchical` (when absent: main points with their details), `chronological`, `narrative` or `analytical`.',
      enumeration('SynthesisStrategy', 'How a summary is composed of claims.', [
        ...(['hierarchical', 'chronological', 'narrative', 'analytical'] as const),
      ]),
    ),
  ),
  maxLength: Type.Optional(
    says('Maximum length in characters, 100 to 2000; 500 when absent.', Type.Integer({ minimum: 100, maximum: 2000 })),
  ),
  includeConflicts: flag('Mention conflicts between claims; true when absent.'),
  includeCitations: flag('Add references to the claims; false when absent.'),
  onEdited,
  references: flag('Make references of names of types, world objects and labels in the text. True when absent.'),
})
