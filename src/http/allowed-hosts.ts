import type { FastifyInstance } from 'fastify'
import { isSafeHost } from '@parallax/shared/host-name.js'
import type { Services } from '../context.js'
import { forbidden } from '../lib/errors.js'

const refusal = 'The server does not go by this host name; its names are listed in ALLOWED_HOSTS'

/**
 * Refuses requests to a host name that is not the server's with 403, where the names are known. This is against DNS
 * rebinding: a page whose name points to this server is of the same origin for its browser, so that it may read and
 * write whatever needs no cookie, and in single-user mode everything. The header Host is compared as it came, because
 * such a page can set X-Forwarded-Host.
 */
export function refuseForeignHosts(server: FastifyInstance, { config }: Pick<Services, 'config'>): void {
  const { allowedHosts } = config
  if (!allowedHosts) return
  server.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers
    // A request without the header comes from no browser.
    if (host === undefined || isSafeHost(host, allowedHosts)) done()
    else done(forbidden(refusal))
  })
}
