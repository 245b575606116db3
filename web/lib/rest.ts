import { answered, lostServer, refused } from './answer.js'

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON, or as it is where it is a form. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** What a REST route answers. Throws AnswerError with the route's code and details, LostServer where nobody answers. */
export async function rest<Result>(
  path: string,
  { method = 'GET', body, headers, signal }: Sent = {},
): Promise<Result> {
  const form = body instanceof FormData
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch(lostServer)
  const answer = await answered(response)
  if (response.ok) return answer as Result
  const refusal = (answer ?? {}) as { message?: string; error?: string; code?: string } & Record<string, unknown>
  const words = refusal.message ?? refusal.error ?? `The server answered ${response.status}`
  throw refused(words, refusal.code, { status: response.status, ...refusal })
}
