import { unauthenticated } from '../lib/errors.js'

/** The person a request acts for, as the session row and the user row say at this moment. */
export interface Actor {
  userId: string
  username: string
  displayName: string
  isAdmin: boolean
  /** Null in single-user mode without a cookie. */
  sessionId: string | null
  /** Changes whenever a membership of the user or the permission table changes; keys the compiled abilities. */
  accessVersion: string
}

export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw unauthenticated()
  return ctx.actor
}
