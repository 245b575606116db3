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
  /** The bytes received on the connection at the last check, and the time at which they last grew. */
  bytes: number
  grewAt: number
}

/** The maximum time for a file of a signed-in user to arrive, in milliseconds. */
const uploadMs = 15 * 60_000

/**
 * Disconnects clients whose request body stops arriving or takes too long in total, also after an early answer, which
 * does not end the body. Files of signed-in users have a longer limit, and videos have none.
 */
export function hangUpOnSlowSenders(server: FastifyInstance, { config }: Services): void {
  const { idleMs, totalMs } = config.bodies
  const open = new Set<Sending>()
  // Evaluated at each check, because the hook below runs before the actor is known, so that it also handles requests
  // that hooks in between refuse.
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
      for (const sending of open) {
        const { raw } = sending.request
        if (raw.complete || raw.destroyed) {
          open.delete(sending)
          continue
        }
        // Bytes that have arrived but are not read yet wait for the server, not for the sender.
        if (raw.socket.bytesRead > sending.bytes || raw.readableLength > 0) sending.grewAt = now
        sending.bytes = raw.socket.bytesRead
        if (now - sending.grewAt > idleMs || now - sending.since > allowedFor(sending.request)) {
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
