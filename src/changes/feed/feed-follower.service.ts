import { setTimeout as sleep } from 'node:timers/promises'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { AppError } from '../../lib/errors.js'

/** How many requests may wait for changes: of all users, and of one user. */
export const followers = { inAll: 2000, perUser: 20 }

/**
 * Runs `act` in one of the places of requests that wait for changes. Throws RATE_LIMITED if the user, or all users
 * together, have no free place.
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

/** The feed as it is sent: lines of JSON, and a function that ends it early. */
export interface Feed {
  body: AsyncIterable<Buffer>
  close(): Promise<void>
  /** Whether each piece is sent at once, without being gathered on the way. */
  prompt?: boolean
}

/**
 * Returns the feed of `coming` or, if that takes longer than `aliveMs`, a feed that repeats `line` at this interval
 * until it comes, because proxies and clients cut silent connections. If `coming` is refused by then, the answer ends
 * with `last`, a line that says to ask again, because the status has already been sent.
 */
export async function keptAlive(coming: Promise<Feed>, aliveMs: number, line: Buffer, last: Buffer): Promise<Feed> {
  const feed = await within(coming, aliveMs)
  if (feed) return feed
  async function* body(): AsyncGenerator<Buffer> {
    let come: Feed | null = null
    try {
      while (!come) {
        yield line
        come = await within(coming, aliveMs)
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      yield last
      return
    }
    yield* come.body
  }
  return { body: body(), close: () => coming.then((come) => come.close()).catch(() => undefined), prompt: true }
}

/** Returns the result of a promise if it comes within the time, else null. */
async function within<T>(coming: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([coming, sleep(ms, null, { signal: over.signal })])
  } finally {
    over.abort()
  }
}
