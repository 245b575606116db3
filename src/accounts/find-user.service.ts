import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { notFound, validation } from '../lib/errors.js'
import { selectPublicUser, selectUser } from './user.sql.js'

/** How many user names one person may look up, so that nobody can try long lists of names. */
const lookUps = { name: 'user-names', points: 300, seconds: 3600 }

/** What everybody may know of a user whose name they know. */
export interface PublicUser {
  id: string
  username: string
  displayName: string
  isService: boolean
}

/**
 * The user with exactly this name; undefined for an unknown one and for a deactivated account. Throws RATE_LIMITED
 * after 300 look-ups of the caller within an hour.
 */
export async function findUserByName(ctx: Context, username: string): Promise<PublicUser | undefined> {
  await ctx.rateLimits.consume(lookUps, requireActor(ctx).userId)
  return selectPublicUser(ctx.db, username)
}

/** A user named by id or, in its place, by user name. */
export interface NamedUser {
  userId?: string | null | undefined
  username?: string | null | undefined
}

/** Throws VALIDATION_ERROR unless exactly one of the two is given. `field` is the name of the id in the input. */
export function requireOneName({ userId, username }: NamedUser, field = 'userId'): void {
  if (Boolean(userId) === Boolean(username))
    throw validation([{ field, message: `exactly one of ${field} and username is required` }])
}

/** The id of a named user; throws NOT_FOUND for an unknown one. */
export async function idOfUser(ctx: Context, { userId, username }: NamedUser): Promise<string> {
  const user = username ? await findUserByName(ctx, username) : await selectUser(ctx.db, userId ?? '')
  if (!user) throw notFound('User')
  return user.id
}

/**
 * The id of a user who need not be named, else null. Throws VALIDATION_ERROR when both id and name are given, and
 * NOT_FOUND for an unknown user. `field` is the name of the id in the input.
 */
export async function idOfUserIfNamed(ctx: Context, named: NamedUser, field: string): Promise<string | null> {
  if (!named.userId && !named.username) return null
  requireOneName(named, field)
  return idOfUser(ctx, named)
}
