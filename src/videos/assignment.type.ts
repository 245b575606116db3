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

@ObjectType({ implements: Node, description: 'A video that a project has.' })
export class VideoAssignment
  extends Node
  implements
    Pick<
      Selectable<ProjectVideoAssignments>,
      'projectId' | 'videoId' | 'source' | 'ruleDefinition' | 'assignedBy' | 'assignedAt'
    >
{
  @Field(() => ID, { description: 'The project.' })
  projectId: string

  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => String, { description: 'manual or rule.' })
  source: string

  @Field(() => Json, { nullable: true, description: 'The rule that made it, as it was then.' })
  ruleDefinition: unknown

  @Field(() => String, { nullable: true, description: 'Id of the user who assigned, or had the rules evaluated.' })
  assignedBy: string | null

  @Field(() => DateTime, { description: 'When it was assigned.' })
  assignedAt: string

  @Field(() => ID, { nullable: true, description: 'Id of the one who is to annotate it.' })
  assignedUserId: string | null

  @Field(() => Video, { nullable: true, description: 'The video, null when it is not to be seen.' })
  video?: Video | null

  @Field(() => Project, {
    nullable: true,
    description: 'The project, null for those who only have the video assigned.',
  })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'Who is to annotate it.' })
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
  description: 'How a field is compared; case counts. REGEX: RE2 syntax, unanchored.',
})

export enum RuleTarget {
  USER = 'user',
  PROJECT = 'project',
  GROUP = 'group',
}
registerEnumType(RuleTarget, {
  name: 'RuleTarget',
  description: 'What a rule aims at; only rules for projects assign.',
})

@ObjectType({ description: 'A test of one field.' })
export class RuleConditionOutput {
  @Field(() => String, { description: 'Column of the video, key of its metadata, or dotted path inside it.' })
  field: string

  @Field(() => RuleOperatorName, { description: 'How it is compared.' })
  operator: RuleOperatorName

  @Field(() => String, { description: 'With what.' })
  value: string
}

@ObjectType({ implements: Node, description: 'Assigns videos whose fields meet all conditions.' })
export class VideoAssignmentRule
  extends Node
  implements
    Pick<
      Selectable<VideoAssignmentRules>,
      'name' | 'description' | 'targetId' | 'isActive' | 'createdBy' | 'createdAt' | 'updatedAt'
    >
{
  @Field(() => String, { description: 'Name to show.' })
  name: string

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description: string | null

  @Field(() => [RuleConditionOutput], { description: 'All must be met.' })
  conditions: RuleConditionOutput[]

  @Field(() => RuleTarget, { description: 'What it aims at.' })
  targetType: RuleTarget

  @Field(() => ID, { description: 'Id of the target.' })
  targetId: string

  @Field(() => Boolean, { description: 'Whether it takes part when all rules are evaluated.' })
  isActive: boolean

  @Field(() => ID, { description: 'Id of the user who made it.' })
  createdBy: string

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string
}

@ObjectType({ description: 'What a rule would match.' })
export class RuleEvaluation {
  @Field(() => ID, { description: 'The rule.' })
  ruleId: string

  @Field(() => Int, { description: 'How many videos.' })
  matchingVideoCount: number

  @Field(() => [ID], { description: 'Which, oldest first.' })
  matchingVideoIds: string[]
}

@ObjectType({ description: 'What evaluating all rules did.' })
export class RulesEvaluation {
  @Field(() => Int, { description: 'Active rules.' })
  rulesEvaluated: number

  @Field(() => Int, { description: 'New assignments.' })
  assignmentsCreated: number
}

export const VideoAssignmentConnection = connectionType('VideoAssignment', () => VideoAssignment)
export const VideoAssignmentRuleConnection = connectionType('VideoAssignmentRule', () => VideoAssignmentRule)

export enum AssignmentSource {
  MANUAL = 'manual',
  RULE = 'rule',
}
registerEnumType(AssignmentSource, {
  name: 'AssignmentSource',
  description: 'How a project came to a video: by a person or by a rule.',
})

const VideoAssignmentPageArgs = orderedPageArgs('VideoAssignment', {
  ASSIGNED_AT: 'assignedAt',
  SOURCE: 'source',
  VIDEO_ID: 'videoId',
})

@ArgsType()
export class VideoAssignmentsArgs extends VideoAssignmentPageArgs {
  @Field(() => AssignmentSource, { nullable: true, description: 'Only those made this way.' })
  source?: AssignmentSource | null

  @Field(() => ID, { nullable: true, description: 'Only those that a user is to annotate.' })
  assignedUserId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only that of a video.' })
  videoId?: string | null
}

const VideoAssignmentRulePageArgs = orderedPageArgs('VideoAssignmentRule', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})

@ArgsType()
export class VideoAssignmentRulesArgs extends VideoAssignmentRulePageArgs {
  @Field(() => RuleTarget, { nullable: true, description: 'Only those that aim at this.' })
  targetType?: RuleTarget | null

  @Field(() => ID, { nullable: true, description: 'Only those with this target.' })
  targetId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only those that take part, or only the others.' })
  isActive?: boolean | null

  @Field(() => String, { nullable: true, description: 'Only those whose name or description contains this.' })
  search?: string | null
}
