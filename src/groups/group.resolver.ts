import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { usersByIds } from '../accounts/user.service.js'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { forgetLoaded, load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import {
  AddGroupMemberInput,
  ChangeGroupRoleInput,
  CreateGroupInput,
  DeleteGroupInput,
  RemoveGroupMemberInput,
  UpdateGroupInput,
} from './group.input.js'
import {
  addMemberSchema,
  changeMemberSchema,
  createGroupForSchema,
  createGroupSchema,
  groupMemberParams,
  groupParams,
  updateGroupSchema,
} from './group.schema.js'
import { Group, GroupConnection, GroupPageArgs, GroupMember, GroupRole } from './group.type.js'
import * as members from './group-member.service.js'
import * as groups from './group.service.js'

const searchArg = () =>
  Arg('search', () => String, {
    nullable: true,
    description: 'Only groups whose name or slug contains this text, ignoring case. All groups when absent or empty.',
  })

@Resolver(() => Group)
export class GroupResolver {
  @Query(() => GroupConnection, { description: 'The groups that the caller is a member of, newest first.' })
  groups(
    @Ctx() ctx: GraphQLContext,
    @Args(() => GroupPageArgs) args: GroupPageArgs,
    @searchArg() search?: string,
  ): Promise<ConnectionOf<Group>> {
    return groups.pageOfGroups(ctx, args, { search: search ?? null })
  }

  @Query(() => GroupConnection, { description: 'All groups, newest first. For administrators only.' })
  allGroups(
    @Ctx() ctx: GraphQLContext,
    @Args(() => GroupPageArgs) args: GroupPageArgs,
    @searchArg() search?: string,
  ): Promise<ConnectionOf<Group>> {
    return groups.pageOfGroups(ctx, args, { asAdmin: true, search: search ?? null })
  }

  @Query(() => Group, {
    nullable: true,
    description:
      'The group with this ID; null if there is none or the caller may not read it. Readable by its members and by ' +
      'administrators.',
  })
  async group(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the group, a UUID.' }) id: string,
  ): Promise<Group | null> {
    return (await load(ctx, groups.groupsByIds, parse(groupParams, { groupId: id }).groupId)) ?? null
  }

  @Mutation(() => Group, {
    description:
      'Creates a group. Its first owner is the caller, or the user in `createdBy`. CONFLICT if the slug is taken.',
  })
  createGroup(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateGroupInput) input: CreateGroupInput,
  ): Promise<Group> {
    if (!input.createdBy) return groups.createGroup(ctx, parse(createGroupSchema, { ...input }))
    return groups.createGroup(ctx, parse(createGroupForSchema, { ...input }), input.createdBy)
  }

  @Mutation(() => Group, {
    description:
      'Changes name or description of a group. For its owners and admins, or for administrators with ' +
      '`asAdministrator`.',
  })
  async updateGroup(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateGroupInput) input: UpdateGroupInput,
  ): Promise<Group> {
    const { id, asAdministrator, ...changes } = input
    const { groupId } = parse(groupParams, { groupId: id })
    const group = await groups.updateGroup(ctx, groupId, parse(updateGroupSchema, changes), {
      asAdmin: asAdministrator ?? false,
    })
    forgetLoaded(ctx)
    return group
  }

  @Mutation(() => Boolean, {
    description:
      'Deletes a group with its memberships and the shares that it received. For its owners and administrators. Each ' +
      "of its projects passes to its earliest owner, else to its earliest manager, else to the group's creator; a " +
      'project with none of these is deleted. Returns true.',
  })
  async deleteGroup(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteGroupInput) input: DeleteGroupInput,
  ): Promise<boolean> {
    await groups.deleteGroup(ctx, parse(groupParams, { groupId: input.id }).groupId)
    forgetLoaded(ctx)
    return true
  }

  @Mutation(() => GroupMember, {
    description:
      'Adds a user to a group. For its owners and admins, or for administrators with `asAdministrator`. CONFLICT if ' +
      'the user is a member already.',
  })
  async addGroupMember(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => AddGroupMemberInput) input: AddGroupMemberInput,
  ): Promise<GroupMember> {
    const { groupId } = parse(groupParams, { groupId: input.groupId })
    const asAdmin = input.asAdministrator ?? false
    const added = parse(addMemberSchema, { userId: input.userId, username: input.username, role: input.role })
    const member = await members.addGroupMember(ctx, groupId, added, { asAdmin })
    forgetLoaded(ctx)
    return ofEnum(member)
  }

  @Mutation(() => GroupMember, {
    description:
      "Changes the role of a member. For owners and admins of the group. An owner's role cannot be changed " +
      '(FORBIDDEN).',
  })
  async changeGroupRole(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ChangeGroupRoleInput) input: ChangeGroupRoleInput,
  ): Promise<GroupMember> {
    const { groupId, userId } = parse(groupMemberParams, { groupId: input.groupId, userId: input.userId })
    const member = await members.changeGroupRole(
      ctx,
      groupId,
      userId,
      parse(changeMemberSchema, { role: input.role }).role,
    )
    forgetLoaded(ctx)
    return ofEnum(member)
  }

  @Mutation(() => Boolean, {
    description:
      'Removes a member from a group. For its owners and admins; every member may remove themselves. The last owner ' +
      'cannot be removed (VALIDATION_ERROR). Returns true.',
  })
  async removeGroupMember(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => RemoveGroupMemberInput) input: RemoveGroupMemberInput,
  ): Promise<boolean> {
    const { groupId, userId } = parse(groupMemberParams, { ...input })
    await members.removeGroupMember(ctx, groupId, userId)
    forgetLoaded(ctx)
    return true
  }

  @FieldResolver(() => Int, { description: 'Number of members.' })
  async memberCount(@Ctx() ctx: GraphQLContext, @Root() group: Group): Promise<number> {
    return (await load(ctx, groups.membersOfGroups, group.id)).length
  }

  @FieldResolver(() => GroupRole, {
    nullable: true,
    description: 'Role of the caller in the group; null if the caller is not a member, as administrators may be.',
  })
  async userRole(@Ctx() ctx: GraphQLContext, @Root() group: Group): Promise<GroupRole | null> {
    const own = (await load(ctx, groups.membersOfGroups, group.id)).find(
      (member) => member.userId === ctx.actor?.userId,
    )
    return own ? (own.role as GroupRole) : null
  }
}

function ofEnum(member: groups.GroupMemberRow): GroupMember {
  return { ...member, role: member.role as GroupRole }
}

@Resolver(() => GroupMember)
export class GroupMemberResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'E-mail address of the member; null if the account has none. Shown to everybody who may read the group.',
  })
  async email(@Ctx() ctx: GraphQLContext, @Root() member: GroupMember): Promise<string | null> {
    return (await load(ctx, usersByIds, member.userId))?.email ?? null
  }
}
