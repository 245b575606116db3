import { Arg, Ctx, Extensions, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { asRoute, sentAs } from '../graphql/doors.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import * as users from './admin-user.service.js'
import { userParams } from './user.shape.js'
import { aboutCounts, Account } from './user.type.js'

@Resolver(() => Account)
export class AdminUserResolver {
  @Query(() => Account, {
    description: 'The account with this ID; NOT_FOUND if there is none. For administrators only.',
  })
  @Extensions({ ...asRoute('GET /api/admin/users/:userId'), ...sentAs({ userId: 'id' }) })
  account(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the account, a UUID.' }) id: string,
  ): Promise<Account> {
    return users.getUser(ctx, parse(userParams, { userId: id }).userId)
  }

  @FieldResolver(() => Int, { description: aboutCounts.personas })
  async personaCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).personas
  }

  @FieldResolver(() => Int, { description: aboutCounts.sessions })
  async sessionCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).sessions
  }

  @FieldResolver(() => Int, { description: aboutCounts.apiKeys })
  async apiKeyCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).apiKeys
  }
}
