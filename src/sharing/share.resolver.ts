import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { usersByIds } from '../accounts/user.service.js'
import { annotationsByIds } from '../annotations/annotation.service.js'
import { claimsByIds } from '../claims/claim.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { groupsByIds } from '../groups/group.service.js'
import { Group } from '../groups/group.type.js'
import { forgetLoaded, load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { personasByIds } from '../personas/persona.service.js'
import { summariesByIds } from '../summaries/summary.service.js'
import { worldsByIds } from '../world/world.service.js'
import { forkShare } from './fork.service.js'
import { forkSchema, shareSchema } from './share.schema.js'
import * as shares from './share.service.js'
import {
  Fork,
  ForkShareInput,
  Share,
  ShareConnection,
  ShareResourceInput,
  SharesReceivedArgs,
  SharesSentArgs,
} from './share.type.js'

type Loader = (ctx: GraphQLContext, ids: readonly string[]) => Promise<readonly (object | undefined)[]>

const resources: Record<string, { type: string; byIds: Loader }> = {
  annotation: { type: 'Annotation', byIds: annotationsByIds },
  summary: { type: 'Summary', byIds: summariesByIds },
  claim: { type: 'Claim', byIds: claimsByIds },
  persona: { type: 'Persona', byIds: personasByIds },
  world_state: { type: 'World', byIds: worldsByIds },
}

async function resourceOf(ctx: GraphQLContext, type: string, id: string): Promise<Node | null> {
  const known = resources[type]
  const row = known && (await load(ctx, known.byIds, id))
  return row ? ({ ...row, __typename: known.type } as unknown as Node) : null
}

@Resolver(() => Share)
export class ShareResolver {
  @Query(() => ShareConnection, {
    description:
      'Shares that others made with the caller or a group of the caller and that have not expired, newest first.',
  })
  sharesReceived(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SharesReceivedArgs) args: SharesReceivedArgs,
  ): Promise<ConnectionOf<Share>> {
    const { resourceType, resourceId, permissionLevel, sharedByUserId, sharedWithGroupId, ...page } = args
    const filter = { resourceType, resourceId, permissionLevel, sharedByUserId, sharedWithGroupId }
    return shares.pageOfReceived(ctx, page, filter)
  }

  @Query(() => ShareConnection, {
    description:
      "Shares made by the caller, and shares of the caller's own resources made by others, newest first. Expired " +
      'shares are included.',
  })
  async sharesSent(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SharesSentArgs) args: SharesSentArgs,
  ): Promise<ConnectionOf<Share>> {
    const { resourceType, resourceId, permissionLevel, sharedWithUserId, sharedWithGroupId, isExpired, ...page } = args
    const filter = { resourceType, resourceId, permissionLevel, sharedWithUserId, sharedWithGroupId, isExpired }
    return (await shares.pageOfSent(ctx, page, filter)) as unknown as ConnectionOf<Share>
  }

  @Mutation(() => Share, {
    description:
      'Shares a resource with a user or a group. For those who may share the resource, and for recipients of a ' +
      'FORKABLE share of it. If the caller has shared it with them before, that share is changed instead.',
  })
  shareResource(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ShareResourceInput) input: ShareResourceInput,
  ): Promise<Share> {
    return shares.shareResource(ctx, parse(shareSchema, { ...input }))
  }

  @Mutation(() => ID, {
    description:
      'Deletes a share and all shares passed on from it; returns its ID. For whoever made the share, the owner of ' +
      'the resource, and administrators.',
  })
  async revokeShare(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the share.' }) id: string,
  ): Promise<string> {
    await shares.revokeShare(ctx, id)
    return id
  }

  @Mutation(() => Fork, {
    description:
      'Makes a deep copy of a shared resource for the caller, a recipient of the share. FORBIDDEN if the share has ' +
      "expired, or if neither its permission level nor the caller's role in the project allows forks.",
  })
  async forkShare(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ForkShareInput) input: ForkShareInput,
  ): Promise<Fork> {
    const { shareId, ...target } = input
    const forked = await forkShare(ctx, shareId, parse(forkSchema, target))
    forgetLoaded(ctx)
    return forked
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description: 'The shared resource; null if the caller may not, or may no longer, read it.',
  })
  resource(@Ctx() ctx: GraphQLContext, @Root() share: Share): Promise<Node | null> {
    return resourceOf(ctx, share.resourceType, share.resourceId)
  }

  @FieldResolver(() => User, { nullable: true, description: 'The user who shared the resource.' })
  async sharedBy(@Ctx() ctx: GraphQLContext, @Root() share: Share): Promise<User | null> {
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
