import * as http from 'node:http'
import * as https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { atMost } from '../lib/at-most.js'
import { AppError } from '../lib/errors.js'

export interface HttpRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Aborts the connection, even in the middle of the answer. */
  signal: AbortSignal
  /** The largest answer that is read, in bytes. */
  limit: number
}

/**
 * Sends one request on a new connection. Unlike fetch it has no time limits of its own, which would cut off answers
 * that take longer than five minutes, and it does not follow redirects. Rejects when the connection breaks before the
 * answer is complete, when `signal` aborts, and with MODEL_SERVICE_BAD_RESPONSE when the answer is larger than `limit`.
 */
export function sendRequest(
  url: URL,
  { method, headers, body, signal, limit }: HttpRequest,
): Promise<{ status: number; text: string }> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const length =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request(url, { method, agent: false, signal, headers: { ...headers, ...length } })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      readText(response, limit).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
    outgoing.end(body)
  })
}

async function readText(response: http.IncomingMessage, limit: number): Promise<string> {
  const tooMany = () =>
    new AppError('MODEL_SERVICE_BAD_RESPONSE', `The model service answered more than ${limit} bytes`)
  return (await buffer(atMost(response, limit, tooMany))).toString('utf8')
}
