import { foundServer, loseServer, serverBack } from './connection.js'

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

const ends = new Set<() => void>()

/** Runs `act` whenever an answer says that the session has ended. */
export function onEnd(act: () => void): void {
  ends.add(act)
}

/** A refusal as an error, to be thrown. */
export function refused(message: string, code = 'UNKNOWN', details?: Record<string, unknown>): AnswerError {
  if (code === 'UNAUTHENTICATED') for (const act of ends) act()
  return new AnswerError(message, code, details)
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

/** Asks again whenever the server is back, and when it says to come again, until it answers. */
export async function untilAnswered<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const seconds = error instanceof AnswerError ? error.details['retryAfter'] : undefined
      if (typeof seconds === 'number') await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      else if (error instanceof LostServer) await serverBack()
      else throw error
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
