import { Field, ID, InputType } from 'type-graphql'
import { GroupRole } from './group.type.js'

@InputType({ description: 'The group to create.' })
export class CreateGroupInput {
  @Field(() => String, { description: 'Display name, not empty.' })
  name: string

  @Field(() => String, { nullable: true, description: 'Description of the group.' })
  description?: string | null

  @Field(() => String, {
    description:
      'Unique short name: lower-case letters and digits in words joined by hyphens, at most 100 characters. It ' +
      'cannot be changed later.',
  })
  slug: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the user who becomes the owner of the group; the caller when absent. For administrators only.',
  })
  createdBy?: string
}

@InputType({ description: 'Changes to a group; absent fields stay as they are.' })
export class UpdateGroupInput {
  @Field(() => ID, { description: 'ID of the group.' })
  id: string

  @Field(() => String, { nullable: true, description: 'Display name, not empty.' })
  name?: string

  @Field(() => String, { nullable: true, description: 'Description of the group; null clears it.' })
  description?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True to act as administrator, without being a member; FORBIDDEN for everybody else. False when absent.',
  })
  asAdministrator?: boolean
}

@InputType({ description: 'The group to delete.' })
export class DeleteGroupInput {
  @Field(() => ID, { description: 'ID of the group.' })
  id: string
}

@InputType({ description: 'The user to add to a group.' })
export class AddGroupMemberInput {
  @Field(() => ID, { description: 'ID of the group.' })
  groupId: string

  @Field(() => ID, { nullable: true, description: 'ID of the user.' })
  userId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Exact user name of the user, in place of `userId`; exactly one of them is required.',
  })
  username?: string | null

  @Field(() => GroupRole, {
    description: 'Role of the new member. GROUP_OWNER is refused unless `asAdministrator` is true.',
  })
  role: GroupRole

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True to act as administrator, without being a member; FORBIDDEN for everybody else. False when absent.',
  })
  asAdministrator?: boolean
}

@InputType({ description: 'The new role of a member of a group.' })
export class ChangeGroupRoleInput {
  @Field(() => ID, { description: 'ID of the group.' })
  groupId: string

  @Field(() => ID, { description: 'ID of the user.' })
  userId: string

  @Field(() => GroupRole, { description: 'The new role: GROUP_ADMIN or GROUP_MEMBER. GROUP_OWNER is refused.' })
  role: GroupRole
}

@InputType({ description: 'The member to remove from a group.' })
export class RemoveGroupMemberInput {
  @Field(() => ID, { description: 'ID of the group.' })
  groupId: string

  @Field(() => ID, { description: "ID of the user; the caller's own to leave the group." })
  userId: string
}
