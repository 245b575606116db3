import { Field, ID, InputType } from 'type-graphql'
import { RuleOperatorName, RuleTarget } from './assignment.type.js'

@InputType({ description: 'A video for a project.' })
export class AssignVideoInput {
  @Field(() => ID, { description: 'The project.' })
  projectId: string

  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => ID, { nullable: true, description: 'Who is to annotate it.' })
  assignedUserId?: string | null
}

@InputType({ description: 'An assignment to end.' })
export class UnassignVideoInput {
  @Field(() => ID, { description: 'The project.' })
  projectId: string

  @Field(() => ID, { description: 'The video.' })
  videoId: string
}

@InputType({ description: 'Videos for a project.' })
export class AssignVideosInput {
  @Field(() => [ID], { description: 'The videos, at least one.' })
  videoIds: string[]

  @Field(() => ID, { description: 'The project.' })
  projectId: string

  @Field(() => ID, { nullable: true, description: 'Who is to annotate them.' })
  assignedUserId?: string | null
}

@InputType({ description: 'A test of one field.' })
export class RuleConditionInput {
  @Field(() => String, { description: 'Column of the video, key of its metadata, or dotted path inside it.' })
  field: string

  @Field(() => RuleOperatorName, { description: 'How it is compared.' })
  operator: RuleOperatorName

  @Field(() => String, { description: 'With what; may be empty with EQUALS only.' })
  value: string
}

@InputType({ description: 'A new rule.' })
export class CreateVideoAssignmentRuleInput {
  @Field(() => String, { description: 'Name to show, not empty.' })
  name: string

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null

  @Field(() => [RuleConditionInput], { description: 'At least one; all must be met.' })
  conditions: RuleConditionInput[]

  @Field(() => RuleTarget, { description: 'What it aims at.' })
  targetType: RuleTarget

  @Field(() => ID, { description: 'Id of the target.' })
  targetId: string

  @Field(() => Boolean, { nullable: true, description: 'True when absent.' })
  isActive?: boolean
}

@InputType({ description: 'Changes of a rule; absent fields stay.' })
export class UpdateVideoAssignmentRuleInput {
  @Field(() => ID, { description: 'The rule.' })
  id: string

  @Field(() => String, { nullable: true, description: 'Name to show, not empty.' })
  name?: string

  @Field(() => String, { nullable: true, description: 'What it is for; null clears it.' })
  description?: string | null

  @Field(() => [RuleConditionInput], { nullable: true, description: 'At least one; replaces all.' })
  conditions?: RuleConditionInput[]

  @Field(() => RuleTarget, { nullable: true, description: 'What it aims at.' })
  targetType?: RuleTarget

  @Field(() => ID, { nullable: true, description: 'Id of the target.' })
  targetId?: string

  @Field(() => Boolean, { nullable: true, description: 'Whether it takes part when all rules are evaluated.' })
  isActive?: boolean
}

@InputType({ description: 'Names a rule.' })
export class VideoAssignmentRuleIdInput {
  @Field(() => ID, { description: 'The rule.' })
  id: string
}
