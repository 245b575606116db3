import { Problem } from '../problem.js'
import type { ProviderModel } from './provider.js'

/**
 * Turns an answer outside 2xx into a Problem: 400 for a refused key, otherwise 500. The provider's own reason is quoted
 * only for other refusals, with anything that looks like a key masked.
 */
export function answerFault(
  { provider, modelId, apiKey }: ProviderModel,
  status: number,
  body: string,
  waitSeconds: number | null,
): Problem {
  if (status === 401 || status === 403 || body.includes('API_KEY_INVALID')) {
    return new Problem(400, `${provider} refused the API key (${status}): check the key and what it may use`)
  }
  if (status === 429) {
    const when = waitSeconds === null ? '' : `; it asks to wait ${Math.ceil(waitSeconds)} s`
    return new Problem(500, `${provider} limits the rate or the quota of this key (429)${when}`)
  }
  if (status >= 500) return new Problem(500, `${provider} failed (${status})`)
  const reason = reasonOf(body)
    ?.replaceAll(apiKey, '[key]')
    .replace(/\b(?:sk-|AIza)\S+/g, '[key]')
  return new Problem(500, `${provider} refused the request to ${modelId} (${status})${reason ? `: ${reason}` : ''}`)
}

/** Returns the reason in an answer; all three providers answer `{error: {message}}`. */
function reasonOf(body: string): string | undefined {
  try {
    const answer = JSON.parse(body) as { error?: { message?: unknown } } | null
    const message = answer?.error?.message
    return typeof message === 'string' ? message.replace(/\s+/g, ' ').slice(0, 300) : undefined
  } catch {
    // Not JSON: the caller reports only the status.
    return undefined
  }
}
