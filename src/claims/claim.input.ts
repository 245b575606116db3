import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'
import { ClaimSummaryType } from './claim.type.js'

@InputType({ description: 'Fields of a claim that both creating and updating can set.' })
export class ClaimFields {
  @Field(() => [JsonObject], { nullable: true, description: 'Rich text of the claim; may be absent, but not null.' })
  gloss?: object[]

  @Field(() => ID, { nullable: true, description: 'ID of its parent claim, of the same summary.' })
  parentClaimId?: string | null

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Where in the text of the summary it stands: {sentenceIndex, charStart, charEnd}, as in TextSpan.',
  })
  textSpans?: object[] | null

  @Field(() => [JsonObject], {
    nullable: true,
    description:
      'Evidence: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: ' +
      '[{label, x, y, width, height, confidence, typeId, typeName}]}]}; times in seconds, boxes in fractions of the ' +
      'picture.',
  })
  evidence?: object[] | null

  @Field(() => String, { nullable: true, description: 'Kind of whoever makes the claim, such as `person`.' })
  claimerType?: string | null

  @Field(() => [JsonObject], { nullable: true, description: 'Who makes the claim, as rich text.' })
  claimerGloss?: object[] | null

  @Field(() => [JsonObject], { nullable: true, description: 'How it is claimed, as rich text: believes, states.' })
  claimRelation?: object[] | null

  @Field(() => ID, { nullable: true, description: '`key` of the world event that it is about.' })
  claimEventId?: string | null

  @Field(() => ID, { nullable: true, description: '`key` of the world time that it is about.' })
  claimTimeId?: string | null

  @Field(() => ID, { nullable: true, description: '`key` of the location, a world entity, that it is about.' })
  claimLocationId?: string | null

  @Field(() => Float, { nullable: true, description: 'Confidence in the claim, 0 to 1.' })
  confidence?: number | null

  @Field(() => [String], { nullable: true, description: 'Sound it rests on: `speech`, `non-speech`, or both.' })
  audio?: string[] | null

  @Field(() => [String], { nullable: true, description: 'Picture content it rests on: `text`, `non-text`, or both.' })
  video?: string[] | null

  @Field(() => [String], { nullable: true, description: 'Video metadata it rests on: `text`, `non-text`, or both.' })
  metadata?: string[] | null

  @Field(() => String, { nullable: true, description: 'Free-text comment on the claim.' })
  comment?: string | null
}

@InputType({ description: 'A claim to be created.' })
export class NewClaimInput extends ClaimFields {
  @Field(() => String, { description: 'The statement, as plain text; blank text is refused.' })
  text: string

  @Field(() => ClaimSummaryType, {
    nullable: true,
    description: 'What the summary describes: a video (when absent) or a collection.',
  })
  summaryType?: ClaimSummaryType

  @Field(() => String, { nullable: true, description: 'Name of the model that extracted the claim.' })
  modelUsed?: string | null

  @Field(() => String, { nullable: true, description: 'How it was extracted; `manual` when absent.' })
  extractionStrategy?: string | null
}

@InputType({ description: 'A claim to be added to a summary.' })
export class CreateClaimInput extends NewClaimInput {
  @Field(() => ID, { description: 'ID of the summary.' })
  summaryId: string
}

@InputType({
  description: 'A claim to be added to the summary of a video and persona, which is created if there is none.',
})
export class CreateClaimForVideoInput extends NewClaimInput {
  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => ID, { description: 'ID of the persona.' })
  personaId: string
}

@InputType({ description: 'Up to 1000 claims to be added to a summary, all or none.' })
export class CreateClaimsInput {
  @Field(() => ID, { description: 'ID of the summary.' })
  summaryId: string

  @Field(() => [NewClaimInput], { description: '1 to 1000 claims; each must give `confidence`, or null for it.' })
  claims: NewClaimInput[]
}

@InputType({
  description:
    'Changes to a claim: absent fields stay as they are, null clears a field; `text` and `gloss` cannot be null.',
})
export class UpdateClaimInput extends ClaimFields {
  @Field(() => ID, { description: 'ID of the claim.' })
  id: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the change with PRECONDITION_FAILED unless the row is at this version.',
  })
  ifVersion?: number

  @Field(() => String, { nullable: true, description: 'The statement, as plain text; blank text is refused.' })
  text?: string
}

@InputType({ description: 'A relation from one claim to another, to be created.' })
export class CreateClaimRelationInput {
  @Field(() => ID, { description: 'ID of the claim it starts from.' })
  sourceClaimId: string

  @Field(() => ID, { description: 'ID of the claim it points to; must be another claim.' })
  targetClaimId: string

  @Field(() => String, { description: "ID of a relation type of the persona's ontology, or any other word." })
  relationTypeId: string

  @Field(() => Float, { nullable: true, description: 'Confidence in the relation, 0 to 1.' })
  confidence?: number | null

  @Field(() => String, { nullable: true, description: 'Free-text note on the relation.' })
  notes?: string | null

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Where in the source it applies: {sentenceIndex, charStart, charEnd}, as in TextSpan.',
  })
  sourceSpans?: object[] | null

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Where in the target it applies: {sentenceIndex, charStart, charEnd}, as in TextSpan.',
  })
  targetSpans?: object[] | null
}
