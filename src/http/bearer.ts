import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.js'
import { doorOfRoute, requireScope } from '../access/scopes.js'
import type { Context, Services } from '../context.js'
import { AppError } from '../lib/errors.js'
import { networkKeyOf } from './client-address.js'
import { loginLimit } from './rate-limit.js'

/**
 * Returns the token in the header `Authorization: Bearer`, '' where it holds none; undefined without the header and for
 * another scheme, such as what a proxy asked the person at the browser for.
 */
export function presentedToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (authorization === undefined || !/^bearer(?: |$)/i.test(authorization)) return undefined
  return authorization.slice('bearer '.length).trim()
}

/** Looks up the actor of a token; throws UNAUTHENTICATED for one that is unknown, revoked or expired. */
export type ByToken<Found> = (ctx: Context, token: string) => Promise<Found>

/**
 * Looks up who acts by the token of the request. A wrong one is answered as RFC 6750 says, and counts in the same
 * bucket as logins, unless it has only expired: RATE_LIMITED once it is empty.
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
      // Who presents a token that was right has guessed nothing.
      if (error.extra?.['expiredAt'] === undefined)
        await services.rateLimits.consume(loginLimit(services), networkKeyOf(request))
    }
    throw error
  }
}

/** Throws FORBIDDEN, as RFC 6750 says, when the actor's token is not good for the route. */
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

/** Sets the header that says what was wrong with the token (RFC 6750, section 3). */
function challenge(reply: FastifyReply, error: 'invalid_token' | 'insufficient_scope', message: string): void {
  const description = message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, ' ')
  reply.header('www-authenticate', `Bearer realm="parallax", error="${error}", error_description="${description}"`)
}
