import { Arg, Ctx, Extensions, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql'
import { usersByIds } from '../accounts/user.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNode, readsNodeById, throughParents } from '../node-readers.js'
import { asRoute, sentAs } from '../graphql/doors.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { groupParams } from './group.shape.js'
import { Group, GroupMember, GroupRole } from './group.type.js'
import * as groups from './group.service.js'

readsNodeById('Group', groups.groupsByIds)
readsNode(
  'GroupMember',
  throughParents(groups.membersOfGroups, (members) => members, groups.groupsByIds),
)

@Resolver(() => Group)
export class GroupResolver {
  @Query(() => Group, {
    nullable: true,
    description:
      'The group with this ID; null if there is none or the caller may not read it. Readable by its members and by ' +
      'administrators.',
  })
  @Extensions({ ...asRoute('GET /api/groups/:groupId'), ...sentAs({ groupId: 'id' }) })
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
