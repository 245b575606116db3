import type { FastifyReply, FastifyRequest } from 'fastify'

const lastBytes = 1024 * 1024
const graceMs = 500

/**
 * For a body that may not have been read to its end when the answer goes out: the answer reaches a client that is still
 * sending, what little remains is read, and a client that goes on sending is hung up on.
 */
export function leaveUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  reply.raw.once('finish', () => {
    if (raw.readableEnded || raw.destroyed) return
    raw.unpipe()
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > lastBytes) raw.pause()
    })
    raw.resume()
    const timer = setTimeout(() => raw.destroy(), graceMs)
    raw.once('end', () => clearTimeout(timer))
  })
}
