import { isAnswering, loseServer, serverBack } from './connection.js'

/** How long to wait before looking again whether everything is stored, in milliseconds. */
const pause = 500

/** Whether something is not stored yet, so that whoever closed the page now would be asked whether to. */
const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * For the `catch` of an import: throws the error again where the server answers. Where it is lost, the page is loaded
 * anew once the server is back and everything is stored, since what could not be imported stays so; this never ends
 * then.
 */
export async function chunkMissed(error: unknown): Promise<never> {
  if (await isAnswering()) throw error
  loseServer()
  await serverBack()
  while (isHeld()) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    // It may be lost again meanwhile.
    await serverBack()
  }
  location.reload()
  return new Promise(() => undefined)
}
