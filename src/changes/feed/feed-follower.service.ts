import { setTimeout as sleep } from 'node:timers/promises'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { AppError } from '../../lib/errors.js'

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

/** The feed as it is sent: lines of JSON, and how to end it early. */
export interface Feed {
  body: AsyncIterable<Buffer>
  close(): Promise<void>
  /** Whether each piece is to be sent at once, and not gathered on the way. */
  prompt?: boolean
}

/**
 * The feed that `coming` brings, or, where that takes longer than `aliveMs`, one that repeats `line` as often until it
 * comes: proxies and clients cut connections that are silent. What is refused by then ends the answer after `last`, a
 * line that says to ask again, since the status is sent already.
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

/** What a promise brings within a time, else null. */
async function within<T>(coming: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([coming, sleep(ms, null, { signal: over.signal })])
  } finally {
    over.abort()
  }
}
