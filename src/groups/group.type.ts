import type { Selectable } from 'kysely'
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import type { GroupMemberships, UserGroups } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'

export enum GroupRole {
  GROUP_OWNER = 'group_owner',
  GROUP_ADMIN = 'group_admin',
  GROUP_MEMBER = 'group_member',
}
registerEnumType(GroupRole, { name: 'GroupRole', description: 'What somebody is in a group.' })

@ObjectType({ implements: Node, description: 'People who work together; owns projects and receives shares.' })
export class Group
  extends Node
  implements Pick<Selectable<UserGroups>, 'name' | 'description' | 'slug' | 'createdBy' | 'createdAt' | 'updatedAt'>
{
  @Field(() => String, { description: 'Name to show.' })
  name: string

  @Field(() => String, { nullable: true, description: 'What the group is for.' })
  description: string | null

  @Field(() => String, { description: 'Unique short name, fixed for good.' })
  slug: string

  @Field(() => ID, { description: 'Id of the account that made it, kept when the account is gone.' })
  createdBy: string

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => [GroupMember], { description: 'Who is in it, earliest first.' })
  members?: unknown
}

@ObjectType({ implements: Node, description: 'Somebody in a group.' })
export class GroupMember extends Node implements Pick<Selectable<GroupMemberships>, 'joinedAt' | 'userId' | 'groupId'> {
  @Field(() => GroupRole, { description: 'What the member is there.' })
  role: GroupRole

  @Field(() => DateTime, { description: 'When the member joined.' })
  joinedAt: string

  @Field(() => ID, { description: 'The account.' })
  userId: string

  @Field(() => ID, { description: 'The group.' })
  groupId: string

  @Field(() => User, { nullable: true, description: 'The account.' })
  user?: User | null

  @Field(() => Group, { nullable: true, description: 'The group.' })
  group?: Group | null
}

export const GroupConnection = connectionType('Group', () => Group)
export const GroupPageArgs = orderedPageArgs('Group', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})
export type GroupPageArgs = InstanceType<typeof GroupPageArgs>
