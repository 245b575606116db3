import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

/** The limits for reading the rest of a body after the answer: bytes, and milliseconds. */
const lastBytes = 1024 * 1024
const graceMs = 500

const left = new WeakSet<FastifyRequest>()

/** Marks that the body of a request may not have been read to its end when the answer is sent. */
export function leaveUnread(request: FastifyRequest): void {
  left.add(request)
}

/**
 * Makes the answer to a request with an unread body reach a client that is still sending. The answer announces the end
 * of the connection: otherwise a client that has sent everything would reuse the connection just when it is closed.
 */
export function closeAfterUnread(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (left.has(request) && !raw.destroyed) {
      raw.unpipe()
      if (raw.complete) raw.resume()
      else {
        reply.header('connection', 'close')
        linger(raw)
      }
    }
    done(null, payload)
  })
}

/**
 * Ends our side of the connection after the answer, reads the rest of the body and then closes, as RFC 9112 (9.6)
 * requires of servers. If the connection were closed at once, with bytes unread, the kernel would reset it and the
 * client might never see its answer. Replaces `destroySoon`, which Node calls after an answer with `close`. An answer
 * whose stream stayed open until the end of the body would be delayed by the compression of streams.
 */
function linger(raw: IncomingMessage): void {
  const { socket } = raw
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), graceMs)
    const close = () => {
      clearTimeout(timer)
      socket.destroy()
    }
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > lastBytes) raw.pause()
    })
    raw.once('end', close).once('close', close)
    raw.resume()
  }
}
