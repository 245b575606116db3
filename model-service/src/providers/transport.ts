import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problem.js'
import { answerFault } from './answer-fault.js'
import type { ProviderModel } from './provider.js'

export type Send = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/** If the provider asks for a longer wait before a retry, the call fails and reports the wait to the caller. */
const longestWaitSeconds = 20
const largestAnswer = 32 * 1024 * 1024
/** HTTP codes after which a call is tried again. */
const retried = new Set([408, 429, 500, 502, 503, 504, 529])

/**
 * Runs `act`, in which an SDK calls its provider through `send`. `send` limits the size of each answer, applies the
 * time limit and retries. Every failure becomes a Problem in our own words, so that neither a key nor a message of the
 * SDK leaks.
 */
export async function callProvider<T>(
  model: ProviderModel,
  signal: AbortSignal,
  act: (send: Send) => Promise<T>,
): Promise<T> {
  let fault: Problem | undefined
  const send: Send = async (url, init) => {
    try {
      return await exchange(model, signal, url, init)
    } catch (error) {
      if (error instanceof Problem) fault = error
      throw error
    }
  }
  try {
    return await act(send)
  } catch (error) {
    signal.throwIfAborted()
    if (fault) throw fault
    throw error instanceof Problem ? error : new Problem(500, `${model.provider} gave an answer that cannot be read`)
  }
}

async function exchange(
  model: ProviderModel,
  signal: AbortSignal,
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await once(model, signal, url, init)
    if (!(answer instanceof Problem) && answer.ok) return answer
    const wait = answer instanceof Problem ? null : retryAfterSeconds(answer.headers)
    const last = attempt >= model.settings.maxRetries || (wait ?? 0) > longestWaitSeconds
    if (answer instanceof Problem) {
      if (last) throw answer
    } else if (last || !retried.has(answer.status)) throw answerFault(model, answer.status, await answer.text(), wait)
    await sleep((wait ?? Math.min(8, 0.5 * 2 ** attempt) * (0.75 + Math.random() / 2)) * 1000, undefined, { signal })
  }
}

/**
 * Makes one attempt and reads the whole answer. Returns a Problem if the provider cannot be reached, which is worth
 * another attempt; throws if the time limit expires or the answer is too large, which is not.
 */
async function once(
  model: ProviderModel,
  signal: AbortSignal,
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response | Problem> {
  const { provider, settings } = model
  const expiry = AbortSignal.timeout(settings.timeoutSeconds * 1000)
  const signals = [signal, expiry, ...(init?.signal ? [init.signal] : [])]
  try {
    // Redirects are refused: following one would send the key elsewhere.
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
    const body = await wholeBody(provider, response)
    return new Response(body.length > 0 ? body : null, { status: response.status, headers: response.headers })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Problem) throw error
    if (expiry.aborted) throw new Problem(500, `${provider} did not answer within ${settings.timeoutSeconds} s`)
    return new Problem(500, `${provider} cannot be reached`)
  }
}

async function wholeBody(provider: string, response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array
    size += bytes.length
    if (size > largestAnswer) throw new Problem(500, `${provider} gave an answer that is too large`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** Returns the seconds that the provider asks to wait, by its Retry-After header; null without the header. */
function retryAfterSeconds(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
