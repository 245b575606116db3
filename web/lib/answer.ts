import { foundServer, loseServer, onReturn } from './connection.js'

/** What the server refuses: its words, its code (`CONFLICT`, `VALIDATION_ERROR`) and what else it says. */
export class AnswerError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** Nobody answers: the server is down or the network is. */
export class LostServer extends Error {}

/** A chosen file is no longer what it was, or gone. */
export class UnreadableFile extends Error {}

/** For the `catch` of a fetch: an aborted request stays one, anything else means that the server is lost. */
export function lostServer(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  loseServer()
  throw new LostServer('The server does not answer')
}

/** Asks again whenever the server is back, until it answers. */
export async function untilAnswered<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof LostServer)) throw error
      await new Promise<void>((resolve) => {
        const stop = onReturn(() => {
          stop()
          resolve()
        })
      })
    }
  }
}

/** The JSON of an answer, which may say what is wrong; throws AnswerError where it is no JSON. */
export async function answered(response: Response): Promise<unknown> {
  if (response.status === 502 || response.status === 504) return lostServer(response.status)
  foundServer()
  const text = await response.text().catch(lostServer)
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    throw new AnswerError(`The server answered ${response.status} with something that is no JSON`, 'UNKNOWN')
  }
}
