import { Args, Ctx, Extensions, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNode } from '../node-readers.js'
import { requireActor } from '../access/actor.js'
import { asRoute } from '../graphql/doors.js'
import { load } from '../lib/load.js'
import { allOf, listPage } from '../lib/page.js'
import * as tokens from './api-token.service.js'
import { Token, TokenConnection, TokensArgs } from './api-token.type.js'
import { usersByIds } from './user.service.js'
import { User } from './user.type.js'

readsNode('Token', (ctx) => allOf(tokens.listTokens(ctx, { asAdmin: requireActor(ctx).isAdmin })))

@Resolver(() => Token)
export class TokenResolver {
  @Query(() => TokenConnection, {
    description: "The caller's own tokens that have not been revoked, also expired ones, newest first.",
  })
  @Extensions(asRoute('GET /api/tokens'))
  tokens(
    @Ctx() ctx: GraphQLContext,
    @Args(() => TokensArgs) { filter, ...page }: TokensArgs,
  ): Promise<ConnectionOf<Token>> {
    return listPage(page, tokens.listTokens(ctx, {}, { ...filter }))
  }

  @Query(() => TokenConnection, { description: 'The tokens of all users, newest first. For administrators only.' })
  @Extensions(asRoute('GET /api/admin/tokens'))
  allTokens(
    @Ctx() ctx: GraphQLContext,
    @Args(() => TokensArgs) { filter, ...page }: TokensArgs,
  ): Promise<ConnectionOf<Token>> {
    return listPage(page, tokens.listTokens(ctx, { asAdmin: true }, { ...filter }))
  }

  @FieldResolver(() => User, { nullable: true, description: 'The user for whom the token acts.' })
  async user(@Ctx() ctx: GraphQLContext, @Root() token: Token): Promise<User | null> {
    return (await load(ctx, usersByIds, token.userId)) ?? null
  }
}
