import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { onEditedText } from '../summaries/summary.input.js'
import { ClaimSummaryType } from './claim.type.js'

@InputType({ description: 'The settings with which a model is to extract claims from the text of a summary.' })
export class ExtractClaimsInput {
  @Field(() => ID, { description: 'ID of the summary; refused if it has no text.' })
  summaryId: string

  @Field(() => String, {
    nullable: true,
    description:
      '`sentence-based` (when absent), `semantic-units` or `hierarchical`: a claim for each sentence, ' +
      'for each single statement, or main statements with details as subclaims.',
  })
  strategy?: string

  @Field(() => Int, {
    nullable: true,
    description: 'Maximum number of claims with subclaims, 1 to 200; 50 when absent.',
  })
  maxClaims?: number

  @Field(() => Float, { nullable: true, description: 'Minimum confidence of a claim, 0 to 1; 0.5 when absent.' })
  minConfidence?: number

  @Field(() => Boolean, {
    nullable: true,
    description: 'Give the model up to 15 annotation labels; false when absent.',
  })
  includeAnnotations?: boolean

  @Field(() => Boolean, { nullable: true, description: "Give the model the persona's types; false when absent." })
  includeOntology?: boolean

  @Field(() => String, {
    nullable: true,
    description:
      'What to tell of the types: `names-only` (when absent), also their glosses (`names-and-glosses`), or also their ' +
      'whole documents (`full`, `full-definitions`).',
  })
  ontologyDepth?: string

  @Field(() => String, {
    nullable: true,
    description:
      '`addNew` (when absent) adds what the summary does not have yet; what a person has edited does not come ' +
      'again in the words of the model. `replace` first deletes what models made and nobody has changed, ' +
      'related, shared or added to.',
  })
  mode?: string

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Make references of names in the claims: of types where the ontology is included, of world objects and labels ' +
      'where annotations are. True when absent.',
  })
  references?: boolean
}

@InputType({
  description: 'What a model gets to generate claims from; at least one of text, annotations and ontology is required.',
})
export class ClaimInputSources {
  @Field(() => Boolean, { nullable: true, description: 'Give the model the text of the summary; true when absent.' })
  includeSummaryText?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description: 'Give the model up to 15 annotation labels; false when absent.',
  })
  includeAnnotations?: boolean

  @Field(() => Boolean, { nullable: true, description: "Give the model the persona's types; false when absent." })
  includeOntology?: boolean

  @Field(() => String, {
    nullable: true,
    description:
      'What to tell of the types: `names-only` (when absent), also their glosses (`names-and-glosses`), or also their ' +
      'whole documents (`full`, `full-definitions`).',
  })
  ontologyDepth?: string
}

@InputType({ description: 'The settings with which a model is to generate claims for a summary.' })
export class GenerateClaimsInput {
  @Field(() => ID, { description: 'ID of the summary.' })
  summaryId: string

  @Field(() => ClaimSummaryType, {
    nullable: true,
    description: 'What the summary describes: a video (when absent) or a collection.',
  })
  summaryType?: ClaimSummaryType

  @Field(() => ClaimInputSources, {
    nullable: true,
    description: 'What the model gets; the text of the summary alone when absent.',
  })
  inputSources?: ClaimInputSources

  @Field(() => String, {
    nullable: true,
    description:
      '`sentence-based` (when absent), `semantic-units` or `hierarchical`: a claim for each sentence, ' +
      'for each single statement, or main statements with details as subclaims.',
  })
  extractionStrategy?: string

  @Field(() => Int, {
    nullable: true,
    description: 'Maximum number of claims with subclaims, 1 to 200; 50 when absent.',
  })
  maxClaimsPerSummary?: number

  @Field(() => Int, { nullable: true, description: 'Maximum levels of subclaims, 1 to 5; 3 when absent.' })
  maxSubclaimDepth?: number

  @Field(() => Float, { nullable: true, description: 'Minimum confidence of a claim, 0 to 1; 0.5 when absent.' })
  minConfidence?: number

  @Field(() => String, {
    nullable: true,
    description: 'Name or model ID of an option of the task `claim_extraction`; the selected one when absent.',
  })
  modelId?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Drop claims whose text, ignoring case, was found before, with their subclaims; true when absent.',
  })
  deduplicateClaims?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Merge generated claims that say the same: texts that are equal but for case, spacing and ' +
      'punctuation; that share 85 % of their word pairs and differ in no number, name or negation; ' +
      'or that the model service finds equal in meaning. The merged claim has the spans and ' +
      'subclaims of all and the highest confidence. False when absent.',
  })
  mergeSimilarClaims?: boolean

  @Field(() => String, {
    nullable: true,
    description:
      '`addNew` (when absent) adds what the summary does not have yet; what a person has edited does not come ' +
      'again in the words of the model. `replace` first deletes what models made and nobody has changed, ' +
      'related, shared or added to.',
  })
  mode?: string

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Make references of names in the claims: of types where the ontology is included, of world objects and labels ' +
      'where annotations are. True when absent.',
  })
  references?: boolean
}

@InputType({ description: 'The settings with which a model is to rewrite a summary from its claims.' })
export class SynthesizeSummaryInput {
  @Field(() => ID, { description: 'ID of the summary, whose text is overwritten; refused if it has no claims.' })
  summaryId: string

  @Field(() => String, {
    nullable: true,
    description:
      '`hierarchical` (when absent: main points with their details), `chronological`, `narrative` or `analytical`.',
  })
  synthesisStrategy?: string

  @Field(() => Int, { nullable: true, description: 'Maximum length in characters, 100 to 2000; 500 when absent.' })
  maxLength?: number

  @Field(() => Boolean, { nullable: true, description: 'Mention conflicts between claims; true when absent.' })
  includeConflicts?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Add references to the claims; false when absent.' })
  includeCitations?: boolean

  @Field(() => String, { nullable: true, description: onEditedText })
  onEdited?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Make references of names of types, world objects and labels in the text. True when absent.',
  })
  references?: boolean
}
