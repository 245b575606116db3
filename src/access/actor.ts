import { unauthenticated } from '../lib/errors.js'
import type { TokenScope } from './vocabulary.js'

/** The user for whom a request acts, as the session row and the user row are at this moment. */
export interface Actor {
  userId: string
  username: string
  displayName: string
  /** Whether the user is an administrator and, where a token acts, the token has the scope `admin`. */
  isAdmin: boolean
  /**
   * Null for an actor without a session: by a token, in single-user mode without a cookie, in jobs and in commands.
   */
  sessionId: string | null
  /** The token by which the request acts, in place of a session. */
  token?: { id: string; scopes: readonly TokenScope[]; expiresAt: string | null }
  /**
   * The ids of the projects outside of which the actor reaches nothing: those of the token, also in jobs that were made
   * by it. Without it there is no such limit.
   */
  onlyProjects?: readonly string[]
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
