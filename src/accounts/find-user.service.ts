import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { notFound, validation } from '../lib/errors.js'
import { selectPublicUser, selectUser } from './user.sql.js'

/** The number of user names that one person may look up, so that a caller cannot try long lists of names. */
const lookUps = { name: 'user-names', points: 300, seconds: 3600 }

/** The fields of a user that any user who knows the name may see. */
export interface PublicUser {
  id: string
  username: string
  displayName: string
  isService: boolean
}

/**
 * Returns the user with exactly this name; undefined for an unknown user and for a deactivated account. Throws
 * RATE_LIMITED after 300 look-ups by the caller within an hour.
 */
export async function findUserByName(ctx: Context, username: string): Promise<PublicUser | undefined> {
  await ctx.rateLimits.consume(lookUps, requireActor(ctx).userId)
  return selectPublicUser(ctx.db, username)
}

/** A user identified by either id or user name. */
export interface NamedUser {
  userId?: string | null | undefined
  username?: string | null | undefined
}

/** Throws VALIDATION_ERROR unless exactly one of the two is present. `field` is the name of the id in the input. */
export function requireOneName({ userId, username }: NamedUser, field = 'userId'): void {
  if (Boolean(userId) === Boolean(username))
    throw validation([{ field, message: `exactly one of ${field} and username is required` }])
}

/** Returns the id of a user identified by id or name; throws NOT_FOUND for an unknown user. */
export async function idOfUser(ctx: Context, { userId, username }: NamedUser): Promise<string> {
  const user = username ? await findUserByName(ctx, username) : await selectUser(ctx.db, userId ?? '')
  if (!user) throw notFound('User')
  return user.id
}

/**
 * Returns the id of an optional user, else null. Throws VALIDATION_ERROR when both id and name are present, and
 * NOT_FOUND for an unknown user. `field` is the name of the id in the input.
 */
export async function idOfUserIfNamed(ctx: Context, named: NamedUser, field: string): Promise<string | null> {
  if (!named.userId && !named.username) return null
  requireOneName(named, field)
  return idOfUser(ctx, named)
}
