import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.js'
import { doorOfRoute, requireScope } from '../access/scopes.js'
import type { Context, Services } from '../context.js'
import { AppError } from '../lib/errors.js'
import { networkKeyOf } from './client-address.js'
import { loginLimit } from './rate-limit.js'

/**
 * Returns the token in the header `Authorization: Bearer`, '' if it is empty; undefined without the header and for
 * another scheme, such as the one with which a proxy authenticates the person at the browser.
 */
export function presentedToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (authorization === undefined || !/^bearer(?: |$)/i.test(authorization)) return undefined
  return authorization.slice('bearer '.length).trim()
}

/** Returns the actor of a token. Throws UNAUTHENTICATED for an unknown, revoked or expired token. */
export type ByToken<Found> = (ctx: Context, token: string) => Promise<Found>

/**
 * Looks up the actor of the request's token. An invalid token is answered according to RFC 6750, and counts in the same
 * bucket as logins, unless it has only expired; throws RATE_LIMITED once the bucket is empty.
 */
export async function admitToken<Found>(
  services: Services,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token: string },
  find: ByToken<Found>,
): Promise<Found> {
  try {
    return await find(request.ctx, token)
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
      challenge(reply, 'invalid_token', error.message)
      // A client with an expired token has not guessed it.
      if (error.extra?.expiredAt === undefined)
        await services.rateLimits.consume(loginLimit(services), networkKeyOf(request))
    }
    throw error
  }
}

/** Throws FORBIDDEN, according to RFC 6750, when the route does not accept the actor's token. */
export function requireScopeOfRoute(request: FastifyRequest, reply: FastifyReply, actor: Actor): void {
  const { config, url = '' } = request.routeOptions
  if (config.scopesByOperation) return
  try {
    requireScope(actor, doorOfRoute(`${request.method} ${url}`))
  } catch (error) {
    if (error instanceof AppError) challenge(reply, 'insufficient_scope', error.message)
    throw error
  }
}

/** Sets the header that describes the problem with the token (RFC 6750, section 3). */
function challenge(reply: FastifyReply, error: 'invalid_token' | 'insufficient_scope', message: string): void {
  const description = message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, ' ')
  reply.header('www-authenticate', `Bearer realm="parallax", error="${error}", error_description="${description}"`)
}
