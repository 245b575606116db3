import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import type { Services } from '../context.js'
import { unacknowledged } from './unacknowledged.js'

interface Reading {
  /** Bytes that had gone out. */
  bytes: number
  /** How many of them the kernel still held; undefined before it was asked, or where it does not tell. */
  held: number | undefined
  /** When it last took something. */
  at: number
}

/**
 * Hangs up on clients that do not read what is there for them: answers, downloads and streams alike. What an answer
 * holds (a place, a statement, a connection of the database) is given back when its connection closes. The kernel sends
 * ahead and asks for more by the megabyte; of those who seem to stand still it is asked, on Linux, what they have
 * acknowledged, which moves by some ten to a hundred kilobytes. Who takes less than that meanwhile reads nothing.
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
      // Nothing waits for this reader: whatever takes time is not the reader's doing.
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
 * What the kernel has taken of what was written. One large write counts as it goes, which only the handle knows;
 * without it, as it ends.
 */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } }
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined)
    return (socket.bytesWritten ?? 0) - socket.writableLength
  return handle.bytesWritten - handle.writeQueueSize
}
