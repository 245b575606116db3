import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

const lastBytes = 1024 * 1024
const graceMs = 500

const left = new WeakSet<FastifyRequest>()

/** Notes that the body of a request may not have been read to its end when the answer is sent. */
export function leaveUnread(request: FastifyRequest): void {
  left.add(request)
}

/**
 * Sees to it that the answer to a request whose body was left unread reaches a client that is still sending. The answer
 * says that the connection ends with it: otherwise a client that has sent everything would use the connection again
 * just when it is closed.
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
 * Ends our side of the connection after the answer, reads what little remains of the body and then closes, as RFC 9112
 * (9.6) asks of servers. If the connection were closed at once, with bytes unread, the kernel would reset it and the
 * client might never see its answer. Node calls `destroySoon` after an answer that says `close`, so this replaces that
 * method. The other way, an answer whose stream stays open until the body has ended, would be held back by whatever
 * compresses streams.
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
