import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientGone } from '../lib/errors.js'

/** A signal that aborts with ClientGone when the connection ends before the whole answer has been sent. */
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
