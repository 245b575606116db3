import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../context.js'
import { isForm } from './form.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether bodies of signed-in users may take any time as long as they keep arriving. */
    anyLength?: boolean
  }
}

interface Sending {
  request: FastifyRequest
  since: number
  /** Bytes received on the connection at the last check, and when they last grew. */
  bytes: number
  grewAt: number
}

/** The maximum time for a file of a signed-in user to arrive, in milliseconds. */
const uploadMs = 15 * 60_000

/**
 * Disconnects clients whose request body stops arriving or takes too long in total, whether or not it is still being
 * read: an answer that is sent early does not end the body. Files of signed-in users have a longer limit, and videos
 * have none.
 */
export function hangUpOnSlowSenders(server: FastifyInstance, { config }: Services): void {
  const { idleMs, totalMs } = config.bodies
  const open = new Set<Sending>()
  // Evaluated at each check, because the actor is known only some hooks after the one below, which must also see the
  // requests that the hooks in between refuse.
  const allowedFor = (request: FastifyRequest) => {
    if (!request.ctx?.actor || !isForm(request)) return totalMs
    return request.routeOptions.config.anyLength ? Infinity : Math.max(uploadMs, totalMs)
  }
  server.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) {
      const now = performance.now()
      open.add({ request, since: now, bytes: request.raw.socket.bytesRead, grewAt: now })
    }
    done()
  })

  const sweep = setInterval(
    () => {
      const now = performance.now()
      for (const one of open) {
        const { raw } = one.request
        if (raw.complete || raw.destroyed) {
          open.delete(one)
          continue
        }
        // Bytes that have arrived but are not read yet wait for the server, not for the sender.
        if (raw.socket.bytesRead > one.bytes || raw.readableLength > 0) one.grewAt = now
        one.bytes = raw.socket.bytesRead
        if (now - one.grewAt > idleMs || now - one.since > allowedFor(one.request)) {
          raw.destroy()
          raw.socket.destroy()
        }
      }
    },
    Math.min(1000, idleMs / 4, totalMs / 4),
  )
  sweep.unref()
  server.addHook('onClose', async () => clearInterval(sweep))
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
