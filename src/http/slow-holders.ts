import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { bytesTaken } from './slow-readers.js'
import { unacknowledged } from './unacknowledged.js'

/**
 * The time in milliseconds for which a client is watched before its pace is judged. The kernel reports acknowledged
 * bytes in steps of up to a hundred kilobytes.
 */
const watchMs = 10_000

/**
 * Returns a function to call while others wait for a place that the answer to a client holds. It closes the connection
 * of a client that has acknowledged fewer than `leastPace` bytes a second since a call at least `watchMs` ago. A client
 * to which nothing is to be sent is not slow.
 */
export function hurrier(response: ServerResponse, leastPace: number, log: Logger): () => void {
  let before: { at: number; bytes: number } | undefined
  let looking = false
  const look = async () => {
    const { socket } = response
    if (!socket || socket.destroyed || response.writableFinished) return
    const now = performance.now()
    if (before && now - before.at < watchMs) return
    if (socket.writableLength === 0) {
      before = undefined
      return
    }
    const held = (await unacknowledged([socket])).get(socket) ?? 0
    const bytes = bytesTaken(socket) - held
    if (before && bytes - before.bytes < (leastPace * (now - before.at)) / 1000) {
      log.info('a client that read its answer too slowly was disconnected, because others wait')
      socket.destroy()
    }
    before = { at: now, bytes }
  }
  return () => {
    if (looking) return
    looking = true
    void look().finally(() => (looking = false))
  }
}
