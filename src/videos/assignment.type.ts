import type { Selectable } from 'kysely'
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import type { ProjectVideoAssignments, VideoAssignmentRules } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, Json } from '../graphql/scalars.js'
import { Project } from '../projects/project.type.js'
import { Video } from './video.type.js'

export enum AssignmentSource {
  MANUAL = 'manual',
  RULE = 'rule',
}
registerEnumType(AssignmentSource, {
  name: 'AssignmentSource',
  description: 'How a video was assigned to a project: by a person or by a rule.',
})

@ObjectType({ implements: Node, description: 'The assignment of a video to a project.' })
export class VideoAssignment
  extends Node
  implements
    Pick<
      Selectable<ProjectVideoAssignments>,
      'projectId' | 'videoId' | 'source' | 'ruleDefinition' | 'assignedBy' | 'assignedAt'
    >
{
  @Field(() => ID, { description: 'ID of the project.' })
  projectId: string

  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => AssignmentSource, { description: 'How the assignment was made.' })
  source: AssignmentSource | string

  @Field(() => Json, {
    nullable: true,
    description:
      'The rule that made the assignment, as it was then: a JSON object with ' +
      '`ruleId`, `ruleName` and `conditions`. Null for manual assignments.',
  })
  ruleDefinition: unknown

  @Field(() => String, {
    nullable: true,
    description:
      'ID of the user who assigned the video or had the rules ' +
      'evaluated; null if the rules were evaluated automatically.',
  })
  assignedBy: string | null

  @Field(() => DateTime, { description: 'When the video was assigned.' })
  assignedAt: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the user who is to annotate the video; null for nobody in particular.',
  })
  assignedUserId: string | null

  @Field(() => Video, { nullable: true, description: 'The video; null if the viewer may not see it.' })
  video?: Video | null

  @Field(() => Project, {
    nullable: true,
    description:
      'The project; null if the viewer may not read it, for example as somebody who is only to annotate the video.',
  })
  project?: Project | null

  @Field(() => User, {
    nullable: true,
    description: 'The user who is to annotate the video; null for nobody in particular.',
  })
  assignedUser?: User | null
}

export enum RuleOperatorName {
  EQUALS = 'equals',
  CONTAINS = 'contains',
  STARTS_WITH = 'startsWith',
  ENDS_WITH = 'endsWith',
  REGEX = 'regex',
}
registerEnumType(RuleOperatorName, {
  name: 'RuleOperator',
  description:
    'How a condition compares a field with its value as text; case matters. ' +
    'REGEX takes RE2 syntax and may match anywhere in the field.',
})

export enum RuleTarget {
  USER = 'user',
  PROJECT = 'project',
  GROUP = 'group',
}
registerEnumType(RuleTarget, {
  name: 'RuleTarget',
  description: 'Kind of target of an assignment rule; only rules for projects assign videos.',
})

@ObjectType({ description: 'A condition of a rule: a comparison of one field of a video.' })
export class RuleConditionOutput {
  @Field(() => String, {
    description:
      'Field of the video that is compared: a column such as filename, a ' +
      'key of its metadata, or a dotted path in the metadata.',
  })
  field: string

  @Field(() => RuleOperatorName, { description: 'How the field is compared with the value.' })
  operator: RuleOperatorName

  @Field(() => String, { description: 'Text that the field is compared with; a pattern in RE2 syntax for REGEX.' })
  value: string
}

@ObjectType({
  implements: Node,
  description: 'A rule that automatically assigns the videos whose fields meet all its conditions.',
})
export class VideoAssignmentRule
  extends Node
  implements
    Pick<
      Selectable<VideoAssignmentRules>,
      'name' | 'description' | 'targetId' | 'isActive' | 'createdBy' | 'createdAt' | 'updatedAt'
    >
{
  @Field(() => String, { description: 'Name to display.' })
  name: string

  @Field(() => String, { nullable: true, description: 'What the rule is for, in free text; null if not stated.' })
  description: string | null

  @Field(() => [RuleConditionOutput], { description: 'The conditions, all of which a video must meet.' })
  conditions: RuleConditionOutput[]

  @Field(() => RuleTarget, {
    description: 'Kind of target to which the rule assigns videos; only rules for projects take effect.',
  })
  targetType: RuleTarget

  @Field(() => ID, { description: 'ID of the user, project or group that is the target.' })
  targetId: string

  @Field(() => Boolean, {
    description: 'Whether the rule is active, that is, assigns videos when the rules are evaluated.',
  })
  isActive: boolean

  @Field(() => ID, { description: 'ID of the user who created it.' })
  createdBy: string

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string
}

@ObjectType({ description: 'The videos that an assignment rule matches; nothing is assigned.' })
export class RuleEvaluation {
  @Field(() => ID, { description: 'ID of the rule.' })
  ruleId: string

  @Field(() => Int, { description: 'Number of videos that the rule matches.' })
  matchingVideoCount: number

  @Field(() => [ID], { description: 'IDs of all videos that the rule matches, oldest video first.' })
  matchingVideoIds: string[]
}

@ObjectType({ description: 'The outcome of evaluating all active assignment rules.' })
export class RulesEvaluation {
  @Field(() => Int, { description: 'Number of active rules, including those whose target is no project.' })
  rulesEvaluated: number

  @Field(() => Int, { description: 'Number of new assignments.' })
  assignmentsCreated: number
}

export const VideoAssignmentConnection = connectionType('VideoAssignment', () => VideoAssignment)
export const VideoAssignmentRuleConnection = connectionType('VideoAssignmentRule', () => VideoAssignmentRule)

const VideoAssignmentPageArgs = orderedPageArgs('VideoAssignment', {
  ASSIGNED_AT: 'assignedAt',
  SOURCE: 'source',
  VIDEO_ID: 'videoId',
})

@ArgsType()
export class VideoAssignmentsArgs extends VideoAssignmentPageArgs {
  @Field(() => AssignmentSource, {
    nullable: true,
    description: 'Only assignments made in this way, by a person or by a rule.',
  })
  source?: AssignmentSource | null

  @Field(() => ID, {
    nullable: true,
    description: 'Only assignments whose video the user with this ID is to annotate.',
  })
  assignedUserId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only the assignment of the video with this ID.' })
  videoId?: string | null
}

const VideoAssignmentRulePageArgs = orderedPageArgs('VideoAssignmentRule', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})

@ArgsType()
export class VideoAssignmentRulesArgs extends VideoAssignmentRulePageArgs {
  @Field(() => RuleTarget, { nullable: true, description: 'Only rules with this kind of target.' })
  targetType?: RuleTarget | null

  @Field(() => ID, { nullable: true, description: 'Only rules whose target has this ID.' })
  targetId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only active rules (true) or only inactive ones (false).' })
  isActive?: boolean | null

  @Field(() => String, {
    nullable: true,
    description: 'Only rules whose name or description contains this text, ignoring case.',
  })
  search?: string | null
}
