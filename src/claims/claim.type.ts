import type { Selectable } from 'kysely'
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import type { Claims, ClaimRelations } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { GlossItem } from '../graphql/gloss.js'
import { Node } from '../graphql/node.js'
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
registerEnumType(ClaimSummaryType, { name: 'ClaimSummaryType', description: 'What the summary of a claim describes.' })

@ObjectType({ description: 'A stretch of the summary text.' })
export class TextSpan {
  @Field(() => Int, { nullable: true, description: 'Sentence, counted from 0.' })
  sentenceIndex?: number | null

  @Field(() => Int, { description: 'First character, counted from 0.' })
  charStart: number

  @Field(() => Int, { description: 'The character after the last.' })
  charEnd: number
}

@ObjectType({ implements: Node, description: 'An assertion of a summary; claims stand below claims.' })
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
      | 'comment'
      | 'version'
      | 'createdAt'
      | 'updatedAt'
    >
{
  @Field(() => ID, { description: 'The summary it belongs to.' })
  summaryId: string

  @Field(() => ClaimSummaryType, { description: 'What the summary describes.' })
  summaryType: ClaimSummaryType | string

  @Field(() => String, { description: 'Plain text.' })
  text: string

  @Field(() => ID, { nullable: true, description: 'The claim it stands below.' })
  parentClaimId: string | null

  @Field(() => String, { nullable: true, description: 'Kind of the one who claims it.' })
  claimerType: string | null

  @Field(() => ID, { nullable: true, description: 'World event it is about.' })
  claimEventId: string | null

  @Field(() => ID, { nullable: true, description: 'World time it is about.' })
  claimTimeId: string | null

  @Field(() => ID, { nullable: true, description: 'World location it is about.' })
  claimLocationId: string | null

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence: number | null

  @Field(() => String, { nullable: true, description: 'Model that extracted it.' })
  modelUsed: string | null

  @Field(() => String, { nullable: true, description: 'How it was extracted; `manual` when a person wrote it.' })
  extractionStrategy: string | null

  @Field(() => String, { nullable: true, description: 'Remark of a person.' })
  comment: string | null

  @Field(() => Int, { description: 'Counts up with every change; give it as `ifVersion` to refuse lost updates.' })
  version: number

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => [GlossItem], { description: 'Rich text.' })
  gloss: unknown

  @Field(() => [TextSpan], { nullable: true, description: 'Where in the summary text it stands.' })
  textSpans: unknown

  @Field(() => [Evidence], {
    nullable: true,
    description: 'What it rests on: sentences of the summary, their frames and boxes.',
  })
  evidence: unknown

  @Field(() => [GlossItem], { nullable: true, description: 'Who claims it.' })
  claimerGloss: unknown

  @Field(() => [GlossItem], { nullable: true, description: 'How it is claimed: believes, states.' })
  claimRelation: unknown

  @Field(() => [String], { nullable: true, description: 'speech, non-speech.' })
  audio: unknown

  @Field(() => [String], { nullable: true, description: 'text, non-text.' })
  video: unknown

  @Field(() => [String], { nullable: true, description: 'text, non-text.' })
  metadata: unknown

  @Field(() => ID, { nullable: true, description: 'Who made it.' })
  createdBy: string | null

  @Field(() => ID, { nullable: true, description: 'The project that shares it.' })
  projectId: string | null

  @Field(() => Claim, { nullable: true, description: 'The claim it stands below.' })
  parent?: Claim | null

  @Field(() => Summary, {
    nullable: true,
    description: 'Its summary; null when the caller may read the claim but not the summary.',
  })
  summary?: Summary | null

  @Field(() => Project, { nullable: true, description: 'The project that shares it, where the viewer may read that.' })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'Who made it.' })
  creator?: User | null
}

@ObjectType({ implements: Node, description: 'A typed relation from one claim to another.' })
export class ClaimRelation
  extends Node
  implements
    Pick<
      Selectable<ClaimRelations>,
      'sourceClaimId' | 'targetClaimId' | 'relationTypeId' | 'confidence' | 'notes' | 'createdAt' | 'updatedAt'
    >
{
  @Field(() => ID, { description: 'The claim it starts from.' })
  sourceClaimId: string

  @Field(() => ID, { description: 'The claim it points to.' })
  targetClaimId: string

  @Field(() => String, { description: 'A relation type of the ontology, or a free word.' })
  relationTypeId: string

  @Field(() => [JsonObject], { nullable: true, description: 'Stretches of the source.' })
  sourceSpans: unknown

  @Field(() => [JsonObject], { nullable: true, description: 'Stretches of the target.' })
  targetSpans: unknown

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence: number | null

  @Field(() => String, { nullable: true, description: 'Remark.' })
  notes: string | null

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { nullable: true, description: 'Who made it.' })
  createdBy: string | null

  @Field(() => Claim, { nullable: true, description: 'The claim it starts from.' })
  source?: Claim | null

  @Field(() => Claim, { nullable: true, description: 'The claim it points to.' })
  target?: Claim | null

  @Field(() => User, { nullable: true, description: 'Who made it.' })
  creator?: User | null
}

@ObjectType({ description: 'A claim with its place in the tree of its summary.' })
export class ClaimTreeItem {
  @Field(() => ID, { description: 'The claim.' })
  id: string

  @Field(() => ID, { nullable: true, description: 'The claim above it.' })
  parentId: string | null

  @Field(() => Int, { description: 'Levels above it; 0 for a root.' })
  depth: number

  @Field(() => [Int], { description: 'Position in each level from the root down, counted from 0.' })
  path: number[]

  @Field(() => Int, { description: 'Claims directly below it.' })
  childCount: number

  @Field(() => Claim, { description: 'The claim itself.' })
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
