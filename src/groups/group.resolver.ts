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
  Arg('search', () => String, { nullable: true, description: 'Only those whose name or short name contains this.' })

@Resolver(() => Group)
export class GroupResolver {
  @Query(() => GroupConnection, { description: 'The groups of the caller, newest first.' })
  groups(
    @Ctx() ctx: GraphQLContext,
    @Args(() => GroupPageArgs) args: GroupPageArgs,
    @searchArg() search?: string,
  ): Promise<ConnectionOf<Group>> {
    return groups.pageOfGroups(ctx, args, { search: search ?? null })
  }

  @Query(() => GroupConnection, { description: 'Every group, newest first; for administrators.' })
  allGroups(
    @Ctx() ctx: GraphQLContext,
    @Args(() => GroupPageArgs) args: GroupPageArgs,
    @searchArg() search?: string,
  ): Promise<ConnectionOf<Group>> {
    return groups.pageOfGroups(ctx, args, { asAdmin: true, search: search ?? null })
  }

  @Query(() => Group, {
    nullable: true,
    description: 'A group by its id for its members and administrators, null otherwise.',
  })
  async group(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'UUID.' }) id: string,
  ): Promise<Group | null> {
    return (await load(ctx, groups.groupsByIds, parse(groupParams, { groupId: id }).groupId)) ?? null
  }

  @Mutation(() => Group, { description: 'Makes a group; whoever makes it owns it.' })
  createGroup(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateGroupInput) input: CreateGroupInput,
  ): Promise<Group> {
    if (!input.createdBy) return groups.createGroup(ctx, parse(createGroupSchema, { ...input }))
    return groups.createGroup(ctx, parse(createGroupForSchema, { ...input }), input.createdBy)
  }

  @Mutation(() => Group, { description: 'Changes a group; for its admins and owners.' })
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
    description: 'Removes a group; for its owners and administrators. Its projects get an owner of their own.',
  })
  async deleteGroup(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteGroupInput) input: DeleteGroupInput,
  ): Promise<boolean> {
    await groups.deleteGroup(ctx, parse(groupParams, { groupId: input.id }).groupId)
    forgetLoaded(ctx)
    return true
  }

  @Mutation(() => GroupMember, { description: 'Takes somebody into a group; for its admins and owners.' })
  async addGroupMember(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => AddGroupMemberInput) input: AddGroupMemberInput,
  ): Promise<GroupMember> {
    const { groupId } = parse(groupParams, { groupId: input.groupId })
    const asAdmin = input.asAdministrator ?? false
    const added = parse(addMemberSchema, { userId: input.userId, role: input.role })
    const member = await members.addGroupMember(ctx, groupId, added, { asAdmin })
    forgetLoaded(ctx)
    return ofEnum(member)
  }

  @Mutation(() => GroupMember, { description: 'Gives a member another role; an owner keeps it.' })
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
    description: 'Takes somebody out of a group; everybody may leave, but not the last owner.',
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

  @FieldResolver(() => Int, { description: 'How many are in it.' })
  async memberCount(@Ctx() ctx: GraphQLContext, @Root() group: Group): Promise<number> {
    return (await load(ctx, groups.membersOfGroups, group.id)).length
  }

  @FieldResolver(() => GroupRole, {
    nullable: true,
    description: "The caller's role, null for administrators who are not in it.",
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
  @FieldResolver(() => String, { nullable: true, description: 'E-mail address, shown to fellow members.' })
  async email(@Ctx() ctx: GraphQLContext, @Root() member: GroupMember): Promise<string | null> {
    return (await load(ctx, usersByIds, member.userId))?.email ?? null
  }
}
