import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { userParams } from '../accounts/user.shape.js'
import type { GraphQLContext } from '../graphql/context.js'
import { forgetLoaded } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { userDeletionQuery } from './deletion.schema.js'
import * as deletion from './user-deletion.service.js'
import { DeleteUserInput, UserDeletion } from './user-deletion.type.js'

@Resolver()
export class UserDeletionResolver {
  @Query(() => UserDeletion, {
    description: 'Counts of what a user has, as a preview of `deleteUser`. For administrators only.',
  })
  userDeletionPreview(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the user.' }) id: string,
  ): Promise<UserDeletion> {
    return deletion.previewUserDeletion(ctx, parse(userParams, { userId: id }).userId)
  }

  @Mutation(() => Boolean, {
    description:
      'Deletes a user account with its sessions, API keys and personal content. `content` decides about the rest. ' +
      'For administrators only. Returns true.',
  })
  async deleteUser(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteUserInput) { id, content, transferTo }: DeleteUserInput,
  ): Promise<boolean> {
    const { userId } = parse(userParams, { userId: id })
    const wish = { ...(content && { content }), ...(transferTo && { transferTo }) }
    await deletion.deleteUser(ctx, userId, parse(userDeletionQuery, wish))
    forgetLoaded(ctx)
    return true
  }
}
