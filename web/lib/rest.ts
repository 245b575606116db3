import { texts } from '../texts.js'
import { address } from './address.js'
import { answered, lostServer, refused } from './answer.js'

/**
 * Reads a REST route. Throws AnswerError with the route's code and details, and LostServer, or what `broken` throws, if
 * it cannot be reached.
 */
export async function rest<Result>(
  path: string,
  { signal, broken = lostServer }: { signal?: AbortSignal; broken?: (error: unknown) => Promise<never> | never } = {},
): Promise<Result> {
  const headers = { accept: 'application/json' }
  const response = await fetch(address(path), { headers, ...(signal && { signal }) }).catch(broken)
  const answer = await answered(response)
  if (response.ok) return answer as Result
  const refusal = (answer ?? {}) as { message?: string; error?: string; code?: string } & Record<string, unknown>
  const words = refusal.message ?? refusal.error ?? texts.errors.answered(response.status)
  throw refused(words, refusal.code, { status: response.status, ...refusal })
}
