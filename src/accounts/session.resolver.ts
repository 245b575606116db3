import { Args, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNode } from '../node-readers.js'
import { requireActor } from '../access/actor.js'
import { asRoute, withoutActor } from '../graphql/doors.js'
import { payloadOf } from '../graphql/payloads.js'
import { load } from '../lib/load.js'
import { allOf, listPage } from '../lib/page.js'
import * as listed from './session-list.service.js'
import { extendSession } from './session.service.js'
import { Session, SessionConnection, SessionsArgs } from './session.type.js'
import { usersByIds } from './user.service.js'
import { User } from './user.type.js'

const ExtendSessionPayload = payloadOf('extendSession', { session: () => Session })

readsNode('Session', (ctx) => allOf(listed.listSessions(ctx, { asAdmin: requireActor(ctx).isAdmin })))

@Resolver(() => Session)
export class SessionResolver {
  @Query(() => SessionConnection, { description: 'Sessions of the caller that have not expired, newest first.' })
  @Extensions(asRoute('GET /api/sessions'))
  sessions(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SessionsArgs) { filter, ...page }: SessionsArgs,
  ): Promise<ConnectionOf<Session>> {
    return listPage(page, listed.listSessions(ctx, {}, { ...filter }))
  }

  @Query(() => SessionConnection, {
    description: 'Sessions of all users that have not expired, newest first. For administrators only.',
  })
  @Extensions(asRoute('GET /api/admin/sessions'))
  allSessions(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SessionsArgs) { filter, ...page }: SessionsArgs,
  ): Promise<ConnectionOf<Session>> {
    return listPage(page, listed.listSessions(ctx, { asAdmin: true }, { ...filter }))
  }

  @Mutation(() => ExtendSessionPayload, {
    description: 'Extends the current session to a full lifetime from now; it is never shortened.',
  })
  @Extensions(withoutActor)
  async extendSession(@Ctx() ctx: GraphQLContext): Promise<{ session: Session }> {
    const extended = await extendSession(ctx, ctx.cookie.presented, () => ctx.cookie)
    ctx.cookie.set(extended.session)
    // In single-user mode without a cookie, the session was created after the actor of this request.
    ctx.actor = extended.actor
    return { session: await listed.getSession(ctx, extended.actor.sessionId ?? '') }
  }

  @FieldResolver(() => User, { nullable: true, description: 'The user whose session it is.' })
  async user(@Ctx() ctx: GraphQLContext, @Root() session: Session): Promise<User | null> {
    return (await load(ctx, usersByIds, session.userId)) ?? null
  }
}
