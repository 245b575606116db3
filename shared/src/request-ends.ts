import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The end of a request: its whole answer was sent, or its connection has ended before. */
export interface RequestEnd {
  request: FastifyRequest
  reply: FastifyReply
  /** The status that was sent; 499, as other servers log it, where the client left before there was any. */
  status: number
  /** Since the request arrived, in milliseconds. */
  duration: number
}

/**
 * Calls `ended` once for every request. Fastify's own hooks leave some out: `onResponse` those whose client has left by
 * the time of the answer, or in the middle of it, and `onRequestAbort` those whose body had arrived.
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
