import { Field, ID, InputType } from 'type-graphql'
import { GroupRole } from './group.type.js'

@InputType({ description: 'A new group.' })
export class CreateGroupInput {
  @Field(() => String, { description: 'Name to show, not empty.' })
  name: string

  @Field(() => String, { nullable: true, description: 'What the group is for.' })
  description?: string | null

  @Field(() => String, { description: 'Lower-case words joined by hyphens, at most 100 characters, unique.' })
  slug: string

  @Field(() => ID, {
    nullable: true,
    description: 'Only administrators: the account that becomes its owner; the caller otherwise.',
  })
  createdBy?: string
}

@InputType({ description: 'Changes of a group; absent fields stay.' })
export class UpdateGroupInput {
  @Field(() => ID, { description: 'The group.' })
  id: string

  @Field(() => String, { nullable: true, description: 'Name to show, not empty.' })
  name?: string

  @Field(() => String, { nullable: true, description: 'What the group is for; null clears it.' })
  description?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Act as administrator, without membership.' })
  asAdministrator?: boolean
}

@InputType({ description: 'A group to remove.' })
export class DeleteGroupInput {
  @Field(() => ID, { description: 'The group.' })
  id: string
}

@InputType({ description: 'A new member of a group.' })
export class AddGroupMemberInput {
  @Field(() => ID, { description: 'The group.' })
  groupId: string

  @Field(() => ID, { description: 'The account.' })
  userId: string

  @Field(() => GroupRole, { description: 'Only administrators may add owners.' })
  role: GroupRole

  @Field(() => Boolean, { nullable: true, description: 'Act as administrator, without membership.' })
  asAdministrator?: boolean
}

@InputType({ description: 'Another role for a member of a group.' })
export class ChangeGroupRoleInput {
  @Field(() => ID, { description: 'The group.' })
  groupId: string

  @Field(() => ID, { description: 'The account.' })
  userId: string

  @Field(() => GroupRole, { description: 'GROUP_ADMIN or GROUP_MEMBER.' })
  role: GroupRole
}

@InputType({ description: 'A member to take out of a group.' })
export class RemoveGroupMemberInput {
  @Field(() => ID, { description: 'The group.' })
  groupId: string

  @Field(() => ID, { description: 'The account; the own one to leave.' })
  userId: string
}
