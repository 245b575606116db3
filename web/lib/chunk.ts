import { isAnswering, loseServer, serverBack } from './connection.js'

/** How long to wait before checking again whether everything is stored, in milliseconds. */
const pause = 500

/** Whether something is not stored yet, so that closing the page would ask for confirmation. */
const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * For the `catch` of a dynamic import: rethrows the error if the server answers. If it is lost, the page is reloaded
 * once the server is back and everything is stored, since browsers do not retry a failed import; the promise then
 * never settles.
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
