import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../context.js'
import { forbidden } from '../lib/errors.js'
import { presentedCookie } from './auth.js'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses, with 403, changes that a page of another site asks for in the name of whoever uses the browser: with their
 * cookie, by signing them in or out, or as the one person of single-user mode. Browsers say where a request comes from;
 * programs, which carry nobody's cookies, say nothing.
 */
export function refuseForeignOrigins(server: FastifyInstance, { config }: Services): void {
  const allowed = new Set(config.allowedOrigins)
  const singleUser = config.serviceMode === 'single-user'
  server.addHook('onRequest', (request, _reply, done) => {
    const asPerson = () => {
      const auth = request.routeOptions.config.auth ?? 'public'
      if (auth === 'public') return false
      return auth === 'session' || auth === 'optional' || singleUser || presentedCookie(request) !== undefined
    }
    if (safeMethods.has(request.method) || !isForeign(request, allowed) || !asPerson()) done()
    else done(forbidden('Requests from other sites are refused'))
  })
}

function isForeign(request: FastifyRequest, allowed: ReadonlySet<string>): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  // A page can set neither header; a proxy in between may have changed the host.
  if (origin === undefined) return site === 'cross-site' || site === 'same-site'
  if (allowed.has(origin) || hostOf(origin) === request.host.toLowerCase()) return false
  return site !== 'same-origin'
}

/** Undefined for `null`, which browsers send from pages without an origin. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
