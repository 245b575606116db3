import { isAnswering, loseServer, serverBack } from './connection.js'

/** How long to wait before checking again whether everything is saved, in milliseconds. */
const pause = 500

/** Returns whether there are unsaved changes, so that closing the page would ask for confirmation. */
const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * For the `catch` of a dynamic import: rethrows the error if the server answers. Otherwise it reloads the page once the
 * server is back and everything is saved, because browsers do not retry a failed import; the promise then never
 * settles.
 */
export async function chunkMissed(error: unknown): Promise<never> {
  if (await isAnswering()) throw error
  loseServer()
  await serverBack()
  while (isHeld()) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    // The server may be lost again in the meantime.
    await serverBack()
  }
  location.reload()
  return new Promise(() => undefined)
}
