import { ArgsType, Field, ID, ObjectType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { enumOf, rowsOf } from '../graphql/classes.js'
import { connectionType, PageArgs } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { groupMemberRecord, groupRecord, groupRole } from './group.shape.js'

export const GroupRole = enumOf(groupRole)

@ObjectType({ implements: Node, description: 'A group of users. It can own projects and receive shares.' })
export class Group extends rowsOf(groupRecord) {
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
export class GroupMembersArgs extends PageArgs {
  @Field(() => ID, { description: 'ID of the group.' })
  groupId: string

  @Field(() => String, {
    nullable: true,
    description: 'Only members whose user name or display name contains this text, ignoring case.',
  })
  search?: string | null
}

export const GroupConnection = connectionType('Group', () => Group)
const GroupPageArgs = orderedPageArgs('Group', { NAME: 'name', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt' })

@ArgsType()
export class GroupsArgs extends GroupPageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Only groups whose name or slug contains this text, ignoring case. All groups when absent or empty.',
  })
  search?: string
}
