import type { ServerResponse } from 'node:http'
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
