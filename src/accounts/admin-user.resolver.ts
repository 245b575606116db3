import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { forgetLoaded, load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { createUserSchema, updateUserSchema, userParams } from './account.schema.js'
import { CreateUserInput, UpdateUserInput } from './admin-user.input.js'
import * as users from './admin-user.service.js'
import { Account } from './user.type.js'

@Resolver(() => Account)
export class AdminUserResolver {
  @Query(() => Account, {
    description: 'The account with this ID; NOT_FOUND if there is none. For administrators only.',
  })
  user(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the account, a UUID.' }) id: string,
  ): Promise<Account> {
    return users.getUser(ctx, parse(userParams, { userId: id }).userId)
  }

  @Mutation(() => Account, { description: 'Creates an account. For administrators only.' })
  createUser(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateUserInput) input: CreateUserInput,
  ): Promise<Account> {
    return users.createUser(ctx, parse(createUserSchema, { ...input }))
  }

  @Mutation(() => Account, { description: 'Changes an account. For administrators only.' })
  async updateUser(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateUserInput) input: UpdateUserInput,
  ): Promise<Account> {
    const { id, ...changes } = input
    const user = await users.updateUser(ctx, parse(userParams, { userId: id }).userId, parse(updateUserSchema, changes))
    forgetLoaded(ctx)
    return user
  }

  @FieldResolver(() => Int, { description: 'Number of personas that the account owns.' })
  async personaCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).personas
  }

  @FieldResolver(() => Int, { description: 'Number of sessions of the account that have not expired.' })
  async sessionCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).sessions
  }

  @FieldResolver(() => Int, { description: 'Number of API keys that the account has stored.' })
  async apiKeyCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).apiKeys
  }
}
