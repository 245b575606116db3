import { Args, Ctx, Extensions, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { usersByIds } from '../accounts/user.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { nodeReaderByIds, oneByOne, readsNode } from '../node-readers.js'
import { asRoute } from '../graphql/doors.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { Node, ofType } from '../graphql/node.js'
import { groupsByIds } from '../groups/group.service.js'
import { Group } from '../groups/group.type.js'
import { sharedTypes } from '../access/vocabulary.js'
import { requireOneOf } from '../kind-words.js'
import { kindNamed } from '../kinds.js'
import { load } from '../lib/load.js'
import { listPage } from '../lib/page.js'
import * as shares from './share.service.js'
import { Fork, Share, ShareConnection, SharesArgs } from './share.type.js'

async function resourceOf(ctx: GraphQLContext, resourceType: string, id: string): Promise<Node | null> {
  const type = kindNamed(resourceType)?.type
  const byIds = type === undefined ? undefined : nodeReaderByIds(type)
  const row = byIds && (await load(ctx, byIds, id))
  return type !== undefined && row ? ofType(type, row) : null
}

readsNode('Share', oneByOne(shares.getListedShare))

@Resolver(() => Share)
export class ShareResolver {
  @Query(() => ShareConnection, {
    description:
      'Shares that others made with the caller or a group of the caller and that have not expired, newest first.',
  })
  @Extensions(asRoute('GET /api/sharing/received'))
  sharesReceived(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SharesArgs) { filter, ...page }: SharesArgs,
  ): Promise<ConnectionOf<Share>> {
    requireOneOf(sharedTypes, filter?.resourceType, 'resourceType')
    return listPage(page, shares.listReceived(ctx, { ...filter }))
  }

  @Query(() => ShareConnection, {
    description:
      "Shares made by the caller, and shares of the caller's own resources made by others, newest first. Expired " +
      'shares are included.',
  })
  @Extensions(asRoute('GET /api/sharing/sent'))
  async sharesSent(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SharesArgs) { filter, ...page }: SharesArgs,
  ): Promise<ConnectionOf<Share>> {
    requireOneOf(sharedTypes, filter?.resourceType, 'resourceType')
    return listPage(page, shares.listSent(ctx, { ...filter }))
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description: 'The shared resource; null if the caller may not, or may no longer, read it.',
  })
  resource(@Ctx() ctx: GraphQLContext, @Root() share: Share): Promise<Node | null> {
    return resourceOf(ctx, share.resourceType, share.resourceId)
  }

  @FieldResolver(() => User, { nullable: true, description: 'The user who shared the resource.' })
  async creator(@Ctx() ctx: GraphQLContext, @Root() share: Share): Promise<User | null> {
    return (await load(ctx, usersByIds, share.sharedByUserId)) ?? null
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The user that the resource is shared with; null if it is shared with a group.',
  })
  async sharedWithUser(@Ctx() ctx: GraphQLContext, @Root() share: Share): Promise<User | null> {
    return share.sharedWithUserId ? ((await load(ctx, usersByIds, share.sharedWithUserId)) ?? null) : null
  }

  @FieldResolver(() => Group, {
    nullable: true,
    description:
      'The group that the resource is shared with; null if it is shared with a user or the caller may not read the ' +
      'group.',
  })
  async sharedWithGroup(@Ctx() ctx: GraphQLContext, @Root() share: Share): Promise<Group | null> {
    return share.sharedWithGroupId ? ((await load(ctx, groupsByIds, share.sharedWithGroupId)) ?? null) : null
  }
}

@Resolver(() => Fork)
export class ForkResolver {
  @FieldResolver(() => Node, {
    nullable: true,
    description: "The copy itself; for WORLD_STATE, the caller's personal world.",
  })
  resource(@Ctx() ctx: GraphQLContext, @Root() fork: Fork): Promise<Node | null> {
    return resourceOf(ctx, fork.resourceType, fork.resourceId)
  }
}
