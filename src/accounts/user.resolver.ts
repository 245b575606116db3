import { Arg, Ctx, Extensions, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNodeById } from '../node-readers.js'
import { requireActor } from '../access/actor.js'
import { usersByIds } from './user.service.js'
import { asRoute } from '../graphql/doors.js'
import { parse } from '../lib/validate.js'
import { findUserByName } from './find-user.service.js'
import { usersQuery } from './user.shape.js'
import { User } from './user.type.js'

/** Only the user concerned and administrators may read an account. */
readsNodeById('User', async (ctx, ids) => {
  const { userId, isAdmin } = requireActor(ctx)
  const readable = isAdmin ? ids : ids.filter((id) => id === userId)
  return readable.length ? usersByIds(ctx, readable) : []
})

@Resolver()
export class UserResolver {
  @Extensions(asRoute('GET /api/users'))
  @Query(() => User, {
    nullable: true,
    description:
      'The user with this whole user name, in any case; null if there is none or the account is deactivated. ' +
      'RATE_LIMITED after 300 look-ups of the caller within an hour.',
  })
  async user(
    @Ctx() ctx: GraphQLContext,
    @Arg('username', () => String, { description: usersQuery.properties.username.description }) username: string,
  ): Promise<User | null> {
    return ((await findUserByName(ctx, parse(usersQuery, { username }).username)) as User | undefined) ?? null
  }
}
