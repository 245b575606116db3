import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The end of a request: its whole answer was sent, or its connection ended before. */
export interface RequestEnd {
  request: FastifyRequest
  reply: FastifyReply
  /** The status that was sent; if the client left before that, 499, as other servers log it. */
  status: number
  /** The time since the request arrived, in milliseconds. */
  duration: number
}

/**
 * Calls `ended` once for every request. Fastify's own hooks miss some requests: `onResponse` those whose client left
 * before or during the answer, and `onRequestAbort` those whose body had arrived.
 */
export function whenRequestsEnd(server: FastifyInstance, ended: (end: RequestEnd) => void): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    raw.once('close', () => {
      const status = raw.headersSent ? raw.statusCode : 499
      ended({ request, reply, status, duration: reply.elapsedTime })
    })
    done()
  })
}
