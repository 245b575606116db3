import type { FastifyInstance } from 'fastify'
import { isSafeHost } from '@parallax/shared/host-name.js'
import type { Services } from '../context.js'
import { forbidden } from '../lib/errors.js'

const refusal = 'The server does not go by this host name; its names are listed in ALLOWED_HOSTS'

/**
 * Refuses requests with a foreign host name with 403, if the names of the server are configured. This prevents DNS
 * rebinding: for the browser, a page whose name resolves to this server has the same origin as the server, and may read
 * and write everything that needs no cookie (in single-user mode, everything). Host is compared as received, because
 * such a page can set X-Forwarded-Host.
 */
export function refuseForeignHosts(server: FastifyInstance, { config }: Pick<Services, 'config'>): void {
  const { allowedHosts } = config
  if (!allowedHosts) return
  server.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers
    // A request without the header does not come from a browser.
    if (host === undefined || isSafeHost(host, allowedHosts)) done()
    else done(forbidden(refusal))
  })
}
