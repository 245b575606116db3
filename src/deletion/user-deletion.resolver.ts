import { Arg, Ctx, Extensions, ID, Query, Resolver } from 'type-graphql'
import { objectOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { asRoute, sentAs } from '../graphql/doors.js'
import { parse } from '../lib/validate.js'
import * as deletion from './user-deletion.service.js'
import { deletedUserParams, userDeletion, type UserContentCounts } from './user-deletion.shape.js'

const UserDeletion = objectOf(userDeletion)

@Resolver()
export class UserDeletionResolver {
  @Query(() => UserDeletion, {
    description: 'Counts of what a user has, as a preview of `deleteUser`. For administrators only.',
  })
  @Extensions({ ...asRoute('GET /api/admin/users/:userId/deletion-preview'), ...sentAs({ userId: 'id' }) })
  userDeletionPreview(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the user.' }) id: string,
  ): Promise<UserContentCounts> {
    return deletion.previewUserDeletion(ctx, parse(deletedUserParams, { userId: id }).userId)
  }
}
