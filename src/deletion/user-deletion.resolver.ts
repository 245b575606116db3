import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { userParams } from '../accounts/account.schema.js'
import type { GraphQLContext } from '../graphql/context.js'
import { forgetLoaded } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { userDeletionQuery } from './deletion.schema.js'
import * as deletion from './user-deletion.service.js'
import { DeleteUserInput, UserDeletion } from './user-deletion.type.js'

@Resolver()
export class UserDeletionResolver {
  @Query(() => UserDeletion, { description: 'What deleting an account concerns; for administrators.' })
  userDeletionPreview(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'The account.' }) id: string,
  ): Promise<UserDeletion> {
    return deletion.previewUserDeletion(ctx, parse(userParams, { userId: id }).userId)
  }

  @Mutation(() => Boolean, { description: 'Removes an account with its personal content; for administrators.' })
  async deleteUser(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteUserInput) { id, ...wish }: DeleteUserInput,
  ): Promise<boolean> {
    const { userId } = parse(userParams, { userId: id })
    await deletion.deleteUser(ctx, userId, parse(userDeletionQuery, wish))
    forgetLoaded(ctx)
    return true
  }
}
