import type { FastifyReply } from 'fastify'

/** Returns a signal that aborts when the client closes the connection before the whole answer was sent. */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
