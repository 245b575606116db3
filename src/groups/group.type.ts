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
registerEnumType(GroupRole, {
  name: 'GroupRole',
  description:
    'Role of a member in a group: an owner has the most rights, then admins, then members. The permission table ' +
    'holds the details.',
})

@ObjectType({ implements: Node, description: 'A group of users. It can own projects and receive shares.' })
export class Group
  extends Node
  implements Pick<Selectable<UserGroups>, 'name' | 'description' | 'slug' | 'createdBy' | 'createdAt' | 'updatedAt'>
{
  @Field(() => String, { description: 'Display name, not empty.' })
  name: string

  @Field(() => String, { nullable: true, description: 'Description of the group; null if there is none.' })
  description: string | null

  @Field(() => String, {
    description: 'Unique short name of lower-case words joined by hyphens, at most 100 characters. It never changes.',
  })
  slug: string

  @Field(() => ID, {
    description:
      'ID of the user who created the group, or for whom an administrator created it. Kept after that account is ' +
      'deleted.',
  })
  createdBy: string

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => [GroupMember], {
    description: 'Members in the order in which they joined; empty if the caller may not read the group.',
  })
  members?: unknown
}

@ObjectType({ implements: Node, description: 'Membership of a user in a group.' })
export class GroupMember extends Node implements Pick<Selectable<GroupMemberships>, 'joinedAt' | 'userId' | 'groupId'> {
  @Field(() => GroupRole, { description: 'Role of the member in the group.' })
  role: GroupRole

  @Field(() => DateTime, { description: 'When the user joined the group.' })
  joinedAt: string

  @Field(() => ID, { description: 'ID of the user.' })
  userId: string

  @Field(() => ID, { description: 'ID of the group.' })
  groupId: string

  @Field(() => User, { nullable: true, description: 'The user who is the member.' })
  user?: User | null

  @Field(() => Group, { nullable: true, description: 'The group; null if the caller may not read it.' })
  group?: Group | null
}

export const GroupConnection = connectionType('Group', () => Group)
export const GroupPageArgs = orderedPageArgs('Group', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})
export type GroupPageArgs = InstanceType<typeof GroupPageArgs>
