import type { Context } from '../context.js'

/** The session cookie as resolvers see it: they never touch the HTTP request itself. */
export interface SessionCookie {
  presented: string | undefined
  ipAddress: string | null
  userAgent: string | null
  set(session: { sealed: string; expiresAt: Date }): void
  clear(): void
}

export interface GraphQLContext extends Context {
  cookie: SessionCookie
}
