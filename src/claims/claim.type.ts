import type { Selectable } from 'kysely'
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import type { Claims, ClaimRelations } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { GlossItem } from '../graphql/gloss.js'
import { neverNull, Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, JsonObject } from '../graphql/scalars.js'
import { Project } from '../projects/project.type.js'
import { Evidence } from '../summaries/evidence.type.js'
import { Summary } from '../summaries/summary.type.js'

type Row = Selectable<Claims>

export enum ClaimSummaryType {
  VIDEO = 'video',
  COLLECTION = 'collection',
}
registerEnumType(ClaimSummaryType, {
  name: 'ClaimSummaryType',
  description: 'What the summary of a claim describes: a video or a collection.',
})

@ObjectType({ description: 'A range of characters in the text of the summary.' })
export class TextSpan {
  @Field(() => Int, { nullable: true, description: 'Number of the sentence, counted from 0; null when unknown.' })
  sentenceIndex?: number | null

  @Field(() => Int, { description: 'Offset of the first character, counted from 0.' })
  charStart: number

  @Field(() => Int, { description: 'Offset after the last character (exclusive).' })
  charEnd: number
}

@ObjectType({
  implements: Node,
  description: 'A statement made in a summary. Claims form trees: a claim may have subclaims.',
})
export class Claim
  extends Node
  implements
    Pick<
      Row,
      | 'summaryId'
      | 'text'
      | 'parentClaimId'
      | 'claimerType'
      | 'claimEventId'
      | 'claimTimeId'
      | 'claimLocationId'
      | 'confidence'
      | 'modelUsed'
      | 'extractionStrategy'
      | 'originalText'
      | 'comment'
      | 'version'
      | 'createdAt'
      | 'updatedAt'
    >
{
  @Field(() => ID, { description: 'ID of the summary it belongs to.' })
  summaryId: string

  @Field(() => ClaimSummaryType, { description: 'What the summary describes: a video or a collection.' })
  summaryType: ClaimSummaryType | string

  @Field(() => String, { description: 'The statement, as plain text.' })
  text: string

  @Field(() => ID, { nullable: true, description: 'ID of its parent claim; null for a root claim.' })
  parentClaimId: string | null

  @Field(() => String, { nullable: true, description: 'Kind of whoever makes the claim, such as `person`.' })
  claimerType: string | null

  @Field(() => ID, { nullable: true, description: '`key` of the world event that it is about.' })
  claimEventId: string | null

  @Field(() => ID, { nullable: true, description: '`key` of the world time that it is about.' })
  claimTimeId: string | null

  @Field(() => ID, { nullable: true, description: '`key` of the location, a world entity, that it is about.' })
  claimLocationId: string | null

  @Field(() => Float, { nullable: true, description: 'Confidence in the claim, 0 to 1; null when unknown.' })
  confidence: number | null

  @Field(() => String, { nullable: true, description: 'Name of the model that extracted it; null if none.' })
  modelUsed: string | null

  @Field(() => String, {
    nullable: true,
    description: 'How it was extracted, such as `sentence-based`; `manual` when a person wrote it.',
  })
  extractionStrategy: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What the model had said, where a person has changed the text since; null otherwise.',
  })
  originalText: string | null

  @Field(() => String, { nullable: true, description: 'Free-text comment on the claim; null when unset.' })
  comment: string | null

  @Field(() => Int, {
    description: 'Increases with every change; pass it as `ifVersion` to avoid overwriting changes of others.',
  })
  version: number

  @Field(() => DateTime, { nullable: true, description: `When it was created. ${neverNull}` })
  createdAt: string

  @Field(() => DateTime, { nullable: true, description: `When it was last changed. ${neverNull}` })
  updatedAt: string

  @Field(() => [GlossItem], { description: 'The statement as rich text; may be empty.' })
  gloss: unknown

  @Field(() => [TextSpan], { nullable: true, description: 'Where in the text of the summary it stands.' })
  textSpans: unknown

  @Field(() => [Evidence], {
    nullable: true,
    description: 'Evidence it rests on: sentences of the summary with their frames and boxes; null when there is none.',
  })
  evidence: unknown

  @Field(() => [GlossItem], { nullable: true, description: 'Who makes the claim, as rich text.' })
  claimerGloss: unknown

  @Field(() => [GlossItem], { nullable: true, description: 'How it is claimed, as rich text: believes, states.' })
  claimRelation: unknown

  @Field(() => [String], { nullable: true, description: 'Sound it rests on: `speech`, `non-speech`, or both.' })
  audio: unknown

  @Field(() => [String], { nullable: true, description: 'Picture content it rests on: `text`, `non-text`, or both.' })
  video: unknown

  @Field(() => [String], { nullable: true, description: 'Video metadata it rests on: `text`, `non-text`, or both.' })
  metadata: unknown

  @Field(() => ID, { nullable: true, description: 'ID of the user who created it; null when unknown.' })
  createdBy: string | null

  @Field(() => ID, { nullable: true, description: 'ID of the project it is in; null outside projects.' })
  projectId: string | null

  @Field(() => Claim, {
    nullable: true,
    description: 'Its parent claim; null for a root claim and when the caller may not read the parent.',
  })
  parent?: Claim | null

  @Field(() => Summary, {
    nullable: true,
    description: 'Its summary; null when the caller may read the claim but not the summary.',
  })
  summary?: Summary | null

  @Field(() => Project, {
    nullable: true,
    description: 'The project it is in; null outside projects and when the caller may not read the project.',
  })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'The user who created it; null when unknown.' })
  creator?: User | null
}

@ObjectType({ implements: Node, description: 'A typed relation from one claim (the source) to another (the target).' })
export class ClaimRelation
  extends Node
  implements
    Pick<
      Selectable<ClaimRelations>,
      'sourceClaimId' | 'targetClaimId' | 'relationTypeId' | 'confidence' | 'notes' | 'createdAt' | 'updatedAt'
    >
{
  @Field(() => ID, { description: 'ID of the claim it starts from.' })
  sourceClaimId: string

  @Field(() => ID, { description: 'ID of the claim it points to.' })
  targetClaimId: string

  @Field(() => String, { description: "ID of a relation type of the persona's ontology, or any other word." })
  relationTypeId: string

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Where in the source it applies: {sentenceIndex, charStart, charEnd}, as in TextSpan.',
  })
  sourceSpans: unknown

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Where in the target it applies: {sentenceIndex, charStart, charEnd}, as in TextSpan.',
  })
  targetSpans: unknown

  @Field(() => Float, { nullable: true, description: 'Confidence in the relation, 0 to 1; null when unset.' })
  confidence: number | null

  @Field(() => String, { nullable: true, description: 'Free-text note on the relation; null when unset.' })
  notes: string | null

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { nullable: true, description: 'ID of the user who created it; null when unknown.' })
  createdBy: string | null

  @Field(() => Claim, {
    nullable: true,
    description: 'The claim it starts from; null when the caller may not read it.',
  })
  source?: Claim | null

  @Field(() => Claim, { nullable: true, description: 'The claim it points to; null when the caller may not read it.' })
  target?: Claim | null

  @Field(() => User, { nullable: true, description: 'The user who created it; null when unknown.' })
  creator?: User | null
}

@ObjectType({ description: 'A claim with its place in the tree of claims of its summary.' })
export class ClaimTreeItem {
  @Field(() => ID, { description: 'ID of the claim.' })
  id: string

  @Field(() => ID, { nullable: true, description: 'ID of its parent in the tree; null for a root claim.' })
  parentId: string | null

  @Field(() => Int, { description: 'Number of claims above it; 0 for a root claim.' })
  depth: number

  @Field(() => [Int], { description: 'Position among its siblings at each level, from the root down, counted from 0.' })
  path: number[]

  @Field(() => Int, { description: 'Number of its direct subclaims that the caller may read.' })
  childCount: number

  @Field(() => Claim, { description: 'The claim at this place.' })
  claim: Claim
}

export const ClaimConnection = connectionType('Claim', () => Claim)
export const ClaimPageArgs = orderedPageArgs('Claim', {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  CONFIDENCE: 'confidence',
})
export type ClaimPageArgs = InstanceType<typeof ClaimPageArgs>
export const ClaimTreeConnection = connectionType('ClaimTreeItem', () => ClaimTreeItem)
