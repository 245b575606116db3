import { Field, ID, InputType } from 'type-graphql'
import { RuleOperatorName, RuleTarget } from './assignment.type.js'

@InputType({ description: 'A video to assign to a project.' })
export class AssignVideoInput {
  @Field(() => ID, { description: 'ID of the project.' })
  projectId: string

  @Field(() => ID, { description: 'ID of the video, at most 255 characters.' })
  videoId: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the user who is to annotate the video; null or absent for nobody in particular.',
  })
  assignedUserId?: string | null

  @Field(() => String, { nullable: true, description: 'Exact user name of that user, in place of `assignedUserId`.' })
  username?: string | null
}

@InputType({ description: 'The assignment of a video to a project that is to be removed.' })
export class UnassignVideoInput {
  @Field(() => ID, { description: 'ID of the project.' })
  projectId: string

  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string
}

@InputType({ description: 'Videos to assign to a project.' })
export class AssignVideosInput {
  @Field(() => [ID], { description: 'IDs of the videos, at least one; an unknown video is refused.' })
  videoIds: string[]

  @Field(() => ID, { description: 'ID of the project.' })
  projectId: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the user who is to annotate the videos; null or absent for nobody in particular.',
  })
  assignedUserId?: string | null

  @Field(() => String, { nullable: true, description: 'Exact user name of that user, in place of `assignedUserId`.' })
  username?: string | null
}

@InputType({ description: 'A condition of a rule: a comparison of one field of a video.' })
export class RuleConditionInput {
  @Field(() => String, {
    description:
      'Field of the video to compare: a column (filename, path, duration, frameRate, resolution, ' +
      'sourcePlatform, platformVideoId, metadataSyncStatus), a key of its metadata, or a dotted path in ' +
      'the metadata. A column without a value is looked up in the metadata. Not empty.',
  })
  field: string

  @Field(() => RuleOperatorName, { description: 'How the field is compared with the value.' })
  operator: RuleOperatorName

  @Field(() => String, {
    description: 'Text to compare the field with; a pattern in RE2 syntax for REGEX. It may be empty only for EQUALS.',
  })
  value: string
}

@InputType({ description: 'An assignment rule to create.' })
export class CreateVideoAssignmentRuleInput {
  @Field(() => String, { description: 'Name to display, not empty.' })
  name: string

  @Field(() => String, { nullable: true, description: 'What the rule is for, in free text; null or absent for none.' })
  description?: string | null

  @Field(() => [RuleConditionInput], { description: '1 to 100 conditions, all of which a video must meet.' })
  conditions: RuleConditionInput[]

  @Field(() => RuleTarget, {
    description: 'Kind of target to which the rule assigns videos; only rules for projects take effect.',
  })
  targetType: RuleTarget

  @Field(() => ID, { description: 'ID of the user, project or group that is the target; it must exist.' })
  targetId: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the rule is active, that is, assigns videos when the rules are evaluated; true by default.',
  })
  isActive?: boolean
}

@InputType({ description: 'Changes to an assignment rule; absent fields stay as they are.' })
export class UpdateVideoAssignmentRuleInput {
  @Field(() => ID, { description: 'ID of the rule.' })
  id: string

  @Field(() => String, { nullable: true, description: 'Name to display, not empty.' })
  name?: string

  @Field(() => String, { nullable: true, description: 'What the rule is for, in free text; null clears it.' })
  description?: string | null

  @Field(() => [RuleConditionInput], {
    nullable: true,
    description: '1 to 100 conditions, which replace all existing ones.',
  })
  conditions?: RuleConditionInput[]

  @Field(() => RuleTarget, {
    nullable: true,
    description: 'Kind of target to which the rule assigns videos; only rules for projects take effect.',
  })
  targetType?: RuleTarget

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the user, project or group that is the target; it must exist.',
  })
  targetId?: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the rule is active, that is, assigns videos when the rules are evaluated.',
  })
  isActive?: boolean
}

@InputType({ description: 'The assignment rule that is meant.' })
export class VideoAssignmentRuleIdInput {
  @Field(() => ID, { description: 'ID of the rule.' })
  id: string
}
