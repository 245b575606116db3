import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../context.js'
import { forbidden } from '../lib/errors.js'
import { presentedCookie } from './auth.js'
import { presentedToken } from './bearer.js'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Protects against cross-site request forgery: refuses, with 403, changes that a page of another site requests as the
 * person at the browser: with their cookie, by signing them in or out, or as the user of single-user mode. Only
 * browsers send the origin of a request; other programs do not have the cookies of another person.
 */
export function refuseForeignOrigins(server: FastifyInstance, { config }: Services): void {
  const allowed = new Set(config.allowedOrigins)
  const singleUser = config.serviceMode === 'single-user'
  server.addHook('onRequest', (request, _reply, done) => {
    const asPerson = () => {
      const auth = request.routeOptions.config.auth ?? 'public'
      // A page cannot send a user's token without knowing it.
      if (auth === 'public' || presentedToken(request) !== undefined) return false
      return auth === 'session' || auth === 'optional' || singleUser || presentedCookie(request) !== undefined
    }
    if (safeMethods.has(request.method) || !isForeign(request, allowed) || !asPerson()) done()
    else done(forbidden('Requests from other sites are refused'))
  })
}

function isForeign(request: FastifyRequest, allowed: ReadonlySet<string>): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  // A page cannot set these headers itself. If a proxy in between has changed the host, `sec-fetch-site` decides.
  if (origin === undefined) return site === 'cross-site' || site === 'same-site'
  if (allowed.has(origin) || hostOf(origin) === request.host.toLowerCase()) return false
  return site !== 'same-origin'
}

/** Returns the host of an origin; undefined for `null`, which browsers send from pages without an origin. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
