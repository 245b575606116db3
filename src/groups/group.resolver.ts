import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql'
import { usersByIds } from '../accounts/user.service.js'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { groupParams } from './group.shape.js'
import { Group, GroupConnection, GroupPageArgs, GroupMember, GroupRole } from './group.type.js'
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

  @FieldResolver(() => Int, { description: 'Number of members.' })
  async memberCount(@Ctx() ctx: GraphQLContext, @Root() group: Group): Promise<number> {
    return (await load(ctx, groups.membersOfGroups, group.id)).length
  }

  @FieldResolver(() => GroupRole, {
    nullable: true,
    description: 'Role of the caller in the group; null if the caller is not a member, as administrators may be.',
  })
  async userRole(@Ctx() ctx: GraphQLContext, @Root() group: Group): Promise<string | null> {
    const own = (await load(ctx, groups.membersOfGroups, group.id)).find(
      (member) => member.userId === ctx.actor?.userId,
    )
    return own?.role ?? null
  }
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
