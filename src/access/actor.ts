import { unauthenticated } from '../lib/errors.js'
import type { TokenScope } from './vocabulary.js'

/** The user for whom a request acts, as read from the session and user rows for this request. */
export interface Actor {
  userId: string
  username: string
  displayName: string
  /** Whether the user is an administrator and, for an actor who uses a token, the token has the scope `admin`. */
  isAdmin: boolean
  /**
   * Null for an actor without a session: with a token, in single-user mode without a cookie, in jobs and in commands.
   */
  sessionId: string | null
  /** The token of the request, which replaces a session. */
  token?: { id: string; scopes: readonly TokenScope[]; expiresAt: string | null }
  /**
   * The ids of the only projects that the actor can reach: those of the token, also in jobs that the token started.
   * Undefined without such a limit.
   */
  onlyProjects?: readonly string[]
  /**
   * Changes whenever a membership of the user or the permission table changes; part of the cache key of compiled
   * abilities.
   */
  accessVersion: string
}

/** Returns the actor of the context; throws UNAUTHENTICATED if the caller is not signed in. */
export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw unauthenticated()
  return ctx.actor
}
