import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { User } from '../../accounts/user.type.js'
import { rowsOf } from '../../graphql/classes.js'
import { enumOf } from '../../graphql/enums.js'
import { connectionType } from '../../graphql/connection.js'
import { filteredArgs } from '../../graphql/filter.js'
import { Node } from '../../graphql/node.js'
import { orderedPageArgs } from '../../graphql/order.js'
import { ruleRecord } from './rule.shape.js'

const RuleTarget = enumOf(ruleRecord.fields.targetType.shape)

@ObjectType({
  implements: Node,
  description: 'A rule that automatically assigns the videos whose fields meet all its conditions.',
})
export class VideoAssignmentRule extends rowsOf(ruleRecord) {
  @Field(() => User, { nullable: true, description: 'The user who created it; null when the account is gone.' })
  creator?: User | null
}

export const VideoAssignmentRuleConnection = connectionType('VideoAssignmentRule', () => VideoAssignmentRule)
const VideoAssignmentRulePageArgs = orderedPageArgs('VideoAssignmentRule', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})

@InputType({ description: 'Conditions that every listed rule meets.' })
class VideoAssignmentRuleFilter {
  @Field(() => RuleTarget, { nullable: true, description: 'Only rules with this kind of target.' })
  targetType?: 'user' | 'project' | 'group' | null

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
export const VideoAssignmentRulesArgs = filteredArgs(VideoAssignmentRulePageArgs, VideoAssignmentRuleFilter)
export type VideoAssignmentRulesArgs = InstanceType<typeof VideoAssignmentRulesArgs>
