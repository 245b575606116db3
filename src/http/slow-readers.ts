import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import type { Services } from '../context.js'
import { unacknowledged } from './unacknowledged.js'

interface Reading {
  /** The number of bytes that the kernel had accepted for sending. */
  bytes: number
  /**
   * The number of those bytes that the client had not acknowledged; undefined before the first query of the kernel, and
   * if it does not report them.
   */
  held: number | undefined
  /** The time of the client's last progress, in milliseconds of performance.now. */
  at: number
}

/**
 * Disconnects clients that do not read an answer, download or stream, so that its resources (a place, a statement, a
 * connection to the database) are released. The kernel buffers, and accepts more only by the megabyte, so that a slow
 * reader may seem to have stopped. For such clients, on Linux, the kernel is asked for the acknowledged bytes, which
 * grow in steps of ten to a hundred kilobytes. A client that takes less within the time allowed counts as not reading.
 */
export function hangUpOnSlowReaders(server: FastifyInstance, { config }: Services): void {
  const { readIdleMs } = config.bodies
  const sockets = new Set<Socket>()
  const stalled = new Map<Socket, Reading>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      stalled.delete(socket)
    })
  })
  const look = async () => {
    const standing = new Map<Socket, Reading>()
    for (const socket of sockets) {
      // Nothing waits to be sent to this client.
      if (socket.writableLength === 0) {
        stalled.delete(socket)
        continue
      }
      const bytes = bytesTaken(socket)
      const since = stalled.get(socket)
      if (since && bytes <= since.bytes) standing.set(socket, since)
      else stalled.set(socket, { bytes, held: undefined, at: performance.now() })
    }
    const held = await unacknowledged(standing.keys())
    const now = performance.now()
    for (const [socket, since] of standing) {
      const before = since.held
      since.held = held.get(socket)
      if (before !== undefined && since.held !== undefined && since.held < before) since.at = now
      else if (now - since.at >= readIdleMs && stalled.get(socket) === since) socket.destroy()
    }
  }
  let looking = false
  const sweep = setInterval(
    () => {
      if (looking) return
      looking = true
      void look().finally(() => (looking = false))
    },
    Math.min(1000, readIdleMs / 4),
  )
  sweep.unref()
  server.addHook('onClose', async () => clearInterval(sweep))
}

/**
 * Returns the number of written bytes that the kernel has accepted. Only the handle of the socket has the progress of a
 * large write; without the handle, such a write counts when it has ended.
 */
export function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } }
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined)
    return (socket.bytesWritten ?? 0) - socket.writableLength
  return handle.bytesWritten - handle.writeQueueSize
}
