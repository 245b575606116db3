import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql'
import { MembersArgs, User } from '../accounts/user.type.js'
import { rowsOf } from '../graphql/classes.js'
import { enumOf } from '../graphql/enums.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { groupMemberRecord, groupRecord, groupRole } from './group.shape.js'

export const GroupRole = enumOf(groupRole)

@ObjectType({ implements: Node, description: 'A group of users. It can own projects and receive shares.' })
export class Group extends rowsOf(groupRecord) {
  @Field(() => User, { nullable: true, description: 'The user who created it; null when the account is gone.' })
  creator?: User | null

  @Field(() => [GroupMember], {
    description: 'Members in the order in which they joined; empty if the caller may not read the group.',
  })
  members?: unknown
}

@ObjectType({ implements: Node, description: 'Membership of a user in a group.' })
export class GroupMember extends rowsOf(groupMemberRecord) {
  @Field(() => User, { nullable: true, description: 'The user who is the member.' })
  user?: User | null

  @Field(() => Group, { nullable: true, description: 'The group; null if the caller may not read it.' })
  group?: Group | null
}

export const GroupMemberConnection = connectionType('GroupMember', () => GroupMember)

@ArgsType()
export class GroupMembersArgs extends MembersArgs {
  @Field(() => ID, { description: 'ID of the group.' })
  groupId: string
}

export const GroupConnection = connectionType('Group', () => Group)
const GroupPageArgs = orderedPageArgs('Group', { NAME: 'name', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt' })

@InputType({ description: 'Conditions that every listed group meets.' })
class GroupFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Only groups whose name or slug contains this text, ignoring case. All groups when absent or empty.',
  })
  search?: string
}
export const GroupsArgs = filteredArgs(GroupPageArgs, GroupFilter)
export type GroupsArgs = InstanceType<typeof GroupsArgs>
