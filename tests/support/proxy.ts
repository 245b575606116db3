import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'

/**
 * Opens a TCP proxy in front of a server. Tests can take it away (`cut`), bring it back on the same port (`restore`),
 * and make it lose its connections (`loseAt`).
 */
export async function openProxy(host: string, targetPort: number) {
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let left = Infinity
  const forward = (client: Socket) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    const target = connect(targetPort, host)
    // This listener runs before the pipe below, so a reset here keeps the answer from the client.
    target.on('data', () => {
      if ((left -= 1) === 0) reset()
    })
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  }
  const reset = () => {
    for (const client of clients) client.resetAndDestroy()
  }
  let server: Server | undefined
  const open = (port: number) =>
    new Promise<number>((done, fail) => {
      server = createServer(forward).once('error', fail)
      server.listen(port, '127.0.0.1', () => {
        const address = server?.address()
        done(typeof address === 'object' && address !== null ? address.port : port)
      })
    })
  const port = await open(0)
  return {
    port,
    cut: () =>
      new Promise<void>((done) => {
        if (server === undefined) return done()
        server.close(() => done())
        server = undefined
        for (const socket of sockets) socket.destroy()
      }),
    /**
     * Counts the answers of all connections from this call on. The one with this number is lost, and with it every open
     * connection, as if the server had died: the clients read ECONNRESET.
     */
    loseAt: (answer: number) => void (left = answer),
    /** Tells whether `loseAt` has taken effect, and switches it off. */
    hasLost: () => {
      const lost = left <= 0
      left = Infinity
      return lost
    },
    restore: async () => {
      await open(port)
    },
  }
}
