import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'

@InputType({ description: 'What people write of a claim.' })
export class ClaimFields {
  @Field(() => [JsonObject], { nullable: true, description: 'Rich text.' })
  gloss?: object[]

  @Field(() => ID, { nullable: true, description: 'A claim of the same summary to stand below.' })
  parentClaimId?: string | null

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Where in the summary text it stands: {sentenceIndex, charStart, charEnd}.',
  })
  textSpans?: object[] | null

  @Field(() => [JsonObject], {
    nullable: true,
    description:
      'What it rests on: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: [{label, x, y, width, height, confidence}]}]}.',
  })
  evidence?: object[] | null

  @Field(() => String, { nullable: true, description: 'Kind of the one who claims it.' })
  claimerType?: string | null

  @Field(() => [JsonObject], { nullable: true, description: 'Who claims it.' })
  claimerGloss?: object[] | null

  @Field(() => [JsonObject], { nullable: true, description: 'How it is claimed.' })
  claimRelation?: object[] | null

  @Field(() => ID, { nullable: true, description: 'World event it is about.' })
  claimEventId?: string | null

  @Field(() => ID, { nullable: true, description: 'World time it is about.' })
  claimTimeId?: string | null

  @Field(() => ID, { nullable: true, description: 'World location it is about.' })
  claimLocationId?: string | null

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence?: number | null

  @Field(() => [String], { nullable: true, description: 'speech, non-speech.' })
  audio?: string[] | null

  @Field(() => [String], { nullable: true, description: 'text, non-text.' })
  video?: string[] | null

  @Field(() => [String], { nullable: true, description: 'text, non-text.' })
  metadata?: string[] | null

  @Field(() => String, { nullable: true, description: 'Remark.' })
  comment?: string | null
}

@InputType({ description: 'A claim.' })
export class NewClaimInput extends ClaimFields {
  @Field(() => String, { description: 'Plain text, not blank.' })
  text: string

  @Field(() => String, { nullable: true, description: 'video or collection; video when absent.' })
  summaryType?: string

  @Field(() => String, { nullable: true, description: 'Model that extracted it.' })
  modelUsed?: string | null

  @Field(() => String, { nullable: true, description: '`manual` when absent.' })
  extractionStrategy?: string | null
}

@InputType({ description: 'A new claim of a summary.' })
export class CreateClaimInput extends NewClaimInput {
  @Field(() => ID, { description: 'The summary.' })
  summaryId: string
}

@InputType({ description: 'A new claim of a video and persona; their summary is made when there is none.' })
export class CreateClaimForVideoInput extends NewClaimInput {
  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => ID, { description: 'The persona.' })
  personaId: string
}

@InputType({ description: 'Up to 1000 claims of a summary, all or none.' })
export class CreateClaimsInput {
  @Field(() => ID, { description: 'The summary.' })
  summaryId: string

  @Field(() => [NewClaimInput], { description: 'The claims; each needs a confidence.' })
  claims: NewClaimInput[]
}

@InputType({ description: 'Changes of a claim; absent fields stay, null clears.' })
export class UpdateClaimInput extends ClaimFields {
  @Field(() => ID, { description: 'The claim.' })
  id: string

  @Field(() => Int, { nullable: true, description: 'Refuse the change unless the claim is at this version.' })
  ifVersion?: number

  @Field(() => String, { nullable: true, description: 'Plain text, not blank.' })
  text?: string
}

@InputType({ description: 'A relation between two claims.' })
export class CreateClaimRelationInput {
  @Field(() => ID, { description: 'The claim it starts from.' })
  sourceClaimId: string

  @Field(() => ID, { description: 'The claim it points to.' })
  targetClaimId: string

  @Field(() => String, { description: 'A relation type of the ontology, or a free word.' })
  relationTypeId: string

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence?: number | null

  @Field(() => String, { nullable: true, description: 'Remark.' })
  notes?: string | null

  @Field(() => [JsonObject], { nullable: true, description: 'Stretches of the source.' })
  sourceSpans?: object[] | null

  @Field(() => [JsonObject], { nullable: true, description: 'Stretches of the target.' })
  targetSpans?: object[] | null
}

@InputType({ description: 'How a model is to find claims in a summary.' })
export class ExtractClaimsInput {
  @Field(() => ID, { description: 'The summary.' })
  summaryId: string

  @Field(() => String, { nullable: true, description: 'sentence-based (when absent), semantic-units or hierarchical.' })
  strategy?: string

  @Field(() => Int, { nullable: true, description: '1 to 200; 50 when absent.' })
  maxClaims?: number

  @Field(() => Float, { nullable: true, description: '0 to 1; 0.5 when absent.' })
  minConfidence?: number

  @Field(() => Boolean, { nullable: true, description: 'Tell the model what is annotated.' })
  includeAnnotations?: boolean

  @Field(() => Boolean, { nullable: true, description: "Tell the model the persona's types." })
  includeOntology?: boolean

  @Field(() => String, { nullable: true, description: 'names-only (when absent), names-and-glosses or full.' })
  ontologyDepth?: string
}

@InputType({ description: 'Which inputs a model gets.' })
export class ClaimInputSources {
  @Field(() => Boolean, { nullable: true, description: 'The summary text; true when absent.' })
  includeSummaryText?: boolean

  @Field(() => Boolean, { nullable: true, description: 'What is annotated.' })
  includeAnnotations?: boolean

  @Field(() => Boolean, { nullable: true, description: "The persona's types." })
  includeOntology?: boolean

  @Field(() => String, { nullable: true, description: 'names-only (when absent), names-and-glosses or full.' })
  ontologyDepth?: string
}

@InputType({ description: 'How a model is to generate claims for a summary.' })
export class GenerateClaimsInput {
  @Field(() => ID, { description: 'The summary.' })
  summaryId: string

  @Field(() => String, { nullable: true, description: 'video or collection; video when absent.' })
  summaryType?: string

  @Field(() => ClaimInputSources, { nullable: true, description: 'Which inputs the model gets.' })
  inputSources?: ClaimInputSources

  @Field(() => String, { nullable: true, description: 'sentence-based (when absent), semantic-units or hierarchical.' })
  extractionStrategy?: string

  @Field(() => Int, { nullable: true, description: '1 to 200; 50 when absent.' })
  maxClaimsPerSummary?: number

  @Field(() => Int, { nullable: true, description: '1 to 5; 3 when absent.' })
  maxSubclaimDepth?: number

  @Field(() => Float, { nullable: true, description: '0 to 1; 0.5 when absent.' })
  minConfidence?: number

  @Field(() => String, {
    nullable: true,
    description: 'Name or model id of an option of claim_extraction; the selected one when absent.',
  })
  modelId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Drop claims whose text is there already; true when absent.' })
  deduplicateClaims?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Found claims become one where their texts are equal but for case, spacing and punctuation, or share 85 % of their word pairs and differ in no number, name or negation, or where the model service finds that they say the same in other words; with the spans of all and the highest confidence.',
  })
  mergeSimilarClaims?: boolean
}

@InputType({ description: 'How a model is to write a summary from its claims.' })
export class SynthesizeSummaryInput {
  @Field(() => ID, { description: 'The summary; its text is overwritten.' })
  summaryId: string

  @Field(() => String, {
    nullable: true,
    description: 'hierarchical (when absent), chronological, narrative or analytical.',
  })
  synthesisStrategy?: string

  @Field(() => Int, { nullable: true, description: 'Characters, 100 to 2000; 500 when absent.' })
  maxLength?: number

  @Field(() => Boolean, { nullable: true, description: 'Mention conflicts; true when absent.' })
  includeConflicts?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Point back to the claims.' })
  includeCitations?: boolean
}
