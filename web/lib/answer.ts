import { texts } from '../texts.js'
import { foundServer, loseServer, serverBack } from './connection.js'

/** A refusal by the server: its message, its code (such as `CONFLICT` or `VALIDATION_ERROR`) and further details. */
export class AnswerError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/**
 * Returns what a refusal says of single values, each by the name of the member that holds it: `{name: '…'}` for
 * `details: [{field: 'input.name', message: '…'}]`.
 */
export function faultsOf(error: Error | null): Record<string, string> {
  const details = error instanceof AnswerError ? error.details['details'] : undefined
  const faults = Array.isArray(details) ? (details as { field: string; message: string }[]) : []
  return Object.fromEntries(faults.map(({ field, message }) => [field.split('.').at(-1), message]))
}

const ends = new Set<() => void>()

/** Calls `act` whenever a response shows that the session has ended. */
export function onEnd(act: () => void): void {
  ends.add(act)
}

/** Returns a refusal as an error to throw; for `UNAUTHENTICATED` it first calls what `onEnd` has registered. */
export function refused(message: string, code = 'UNKNOWN', details?: Record<string, unknown>): AnswerError {
  if (code === 'UNAUTHENTICATED') for (const act of ends) act()
  return new AnswerError(message, code, details)
}

/** The server cannot be reached, because it or the network is down. */
export class LostServer extends Error {}

/** A file that has been changed or deleted since the user chose it. */
export class UnreadableFile extends Error {}

/** For the `catch` of a fetch: rethrows an AbortError; anything else means that the server is lost (LostServer). */
export function lostServer(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  loseServer()
  throw new LostServer(texts.errors.noAnswer)
}

/**
 * Repeats `ask` until it is answered: after a lost server is back, or after `retryAfter` seconds if the refusal names
 * them.
 */
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

/**
 * Returns the JSON of a response of any status, null if it is empty. Throws AnswerError if the body is not JSON, and
 * LostServer if the connection breaks or a proxy answers 502 or 504.
 */
export async function answered(response: Response): Promise<unknown> {
  if (response.status === 502 || response.status === 504) return lostServer(response.status)
  foundServer()
  const text = await response.text().catch(lostServer)
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    throw new AnswerError(texts.errors.noJson(response.status), 'UNKNOWN')
  }
}
