import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'

/**
 * A TCP proxy in front of a server: it can go away and come back at the same port, and lose its
 * connections.
 */
export async function openProxy(host: string, targetPort: number) {
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let left = Infinity
  const forward = (client: Socket) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    const target = connect(targetPort, host)
    // Hears of an answer before it is passed on, and is the one that may keep it.
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
     * From now on the answer with this number, counted over all connections, is lost with every connection that there
     * is, as by the death of the server: the clients read ECONNRESET.
     */
    loseAt: (answer: number) => void (left = answer),
    /** Whether that has happened; it does not happen any more. */
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
