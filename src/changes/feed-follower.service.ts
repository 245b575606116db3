import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { AppError } from '../lib/errors.js'

/** How many requests may wait for changes, of all and of one person. */
export const followers = { inAll: 2000, perUser: 20 }

/**
 * Runs `act` in one of the places of requests that wait for changes. Throws RATE_LIMITED where the person, or all
 * together, have no more of them.
 */
export async function asFollower<T>(ctx: Context, act: () => Promise<T>): Promise<T> {
  const { userId, isAdmin } = requireActor(ctx)
  const place = await ctx.admission.enter('follow', userId, ctx.clientGone(), { isAdmin }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error
    const { inAll, perUser } = followers
    const most = `at most ${perUser} requests of one person may wait for changes, and ${inAll} of all`
    throw new AppError('RATE_LIMITED', `Too many wait already: ${most}`, { extra: error.extra })
  })
  try {
    return await act()
  } finally {
    place.leave()
  }
}
