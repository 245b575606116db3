import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientGone } from '../lib/errors.js'

/** Aborts when the connection ends before its answer has. */
export function clientGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const look = () => {
    if (!response.writableFinished) controller.abort(new ClientGone())
  }
  if (response.destroyed) look()
  else response.once('close', look)
  return controller.signal
}

/** Whether the connection ended before the whole body had arrived. */
export function leftWhileSending(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete
}
