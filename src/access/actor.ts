import { unauthenticated } from '../lib/errors.js'

/** The user for whom a request acts, as the session row and the user row are at this moment. */
export interface Actor {
  userId: string
  username: string
  displayName: string
  isAdmin: boolean
  /** Null for an actor without a session: in single-user mode without a cookie, in jobs and in commands. */
  sessionId: string | null
  /**
   * Changes whenever a membership of the user or the permission table changes; part of the cache key of compiled
   * abilities.
   */
  accessVersion: string
}

/** Returns the actor of the context; throws UNAUTHENTICATED when nobody is signed in. */
export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw unauthenticated()
  return ctx.actor
}
