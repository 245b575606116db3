import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { forgetLoaded, load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { createUserSchema, updateUserSchema, userParams } from './account.schema.js'
import { CreateUserInput, UpdateUserInput } from './admin-user.input.js'
import * as users from './admin-user.service.js'
import { Account, AccountConnection, AccountPageArgs } from './user.type.js'

@Resolver(() => Account)
export class AdminUserResolver {
  @Query(() => AccountConnection, { description: 'Every account, newest first; for administrators.' })
  users(
    @Ctx() ctx: GraphQLContext,
    @Args(() => AccountPageArgs) args: AccountPageArgs,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Only those whose name or e-mail address contains this.',
    })
    search?: string,
  ): Promise<ConnectionOf<Account>> {
    return users.pageOfUsers(ctx, args, search ?? null)
  }

  @Query(() => Account, { description: 'An account by its id; for administrators.' })
  user(@Ctx() ctx: GraphQLContext, @Arg('id', () => ID, { description: 'UUID.' }) id: string): Promise<Account> {
    return users.getUser(ctx, parse(userParams, { userId: id }).userId)
  }

  @Mutation(() => Account, { description: 'Makes an account; for administrators.' })
  createUser(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateUserInput) input: CreateUserInput,
  ): Promise<Account> {
    return users.createUser(ctx, parse(createUserSchema, { ...input }))
  }

  @Mutation(() => Account, { description: 'Changes an account; for administrators.' })
  async updateUser(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateUserInput) input: UpdateUserInput,
  ): Promise<Account> {
    const { id, ...changes } = input
    const user = await users.updateUser(ctx, parse(userParams, { userId: id }).userId, parse(updateUserSchema, changes))
    forgetLoaded(ctx)
    return user
  }

  @FieldResolver(() => Int, { description: 'How many personas it owns.' })
  async personaCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).personas
  }

  @FieldResolver(() => Int, { description: 'How many sessions it has.' })
  async sessionCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).sessions
  }

  @FieldResolver(() => Int, { description: 'How many API keys it keeps.' })
  async apiKeyCount(@Ctx() ctx: GraphQLContext, @Root() account: Account): Promise<number> {
    return (await load(ctx, users.countsOfUsers, account.id)).apiKeys
  }
}
