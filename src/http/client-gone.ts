import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientGone } from '../lib/errors.js'

const signals = new WeakMap<ServerResponse, AbortSignal>()

/**
 * Returns a signal that aborts with ClientGone when the connection ends before the whole answer has been sent. A
 * response has one signal, however often it is asked for.
 */
export function clientGone(response: ServerResponse): AbortSignal {
  const known = signals.get(response)
  if (known) return known
  const controller = new AbortController()
  const look = () => {
    if (!response.writableFinished) controller.abort(new ClientGone())
  }
  if (response.destroyed) look()
  else response.once('close', look)
  signals.set(response, controller.signal)
  return controller.signal
}

/** Returns whether the connection ended before the whole body had arrived. */
export function leftWhileSending(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete
}

/**
 * Returns whether `thrown` only means that the client has disconnected, while it sent its request or before a long
 * answer began. That is not a fault of the server, and no client is left to read an answer.
 */
export function isOfLeaving(thrown: unknown, request: IncomingMessage, response: ServerResponse): boolean {
  if (thrown instanceof ClientGone || leftWhileSending(request)) return true
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  return response.destroyed && code === 'ERR_STREAM_PREMATURE_CLOSE'
}
