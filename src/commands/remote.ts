import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export const remoteUsage = `  --url URL        the server, default PARALLAX_URL or http://localhost:3001
  --user NAME      who signs in, default PARALLAX_USER; the password comes from PARALLAX_PASSWORD
                   (PARALLAX_TOKEN, a token, takes the place of both, and so does PARALLAX_COOKIE; in
                   single-user mode none is needed)
`

/** A server, and the headers that authenticate the caller: a token, a cookie, or none. */
export interface Remote {
  url: string
  who: Readonly<Record<string, string>>
}

/** An error with a message for users; `code` is the exit code of the command. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly code = 1,
  ) {
    super(message)
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Finds the server to talk to, and signs in if a user is named and no token is given. Throws CommandError when the URL
 * is not http or https, both a user and a token are given, or signing in fails.
 */
export async function openRemote(options: { url?: string; user?: string }, env: Environment): Promise<Remote> {
  const url = (options.url ?? env['PARALLAX_URL'] ?? 'http://localhost:3001').replace(/\/+$/, '')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new CommandError(`${url} is not an http or https URL`, 2)
  const token = env['PARALLAX_TOKEN']?.trim()
  if (token && options.user)
    throw new CommandError('PARALLAX_TOKEN says who asks already; leave out --user, or unset the variable', 2)
  if (token) return { url, who: { authorization: `Bearer ${token}` } }
  const username = options.user ?? env['PARALLAX_USER']
  const ofCookie = (cookie: string | undefined) => ({ url, who: { ...(cookie && { cookie }) } })
  if (!username) return ofCookie(env['PARALLAX_COOKIE'])
  const body = JSON.stringify({ username, password: env['PARALLAX_PASSWORD'] ?? '' })
  const response = await sendPatiently(
    { url, who: {} },
    'POST',
    '/api/auth/login',
    { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    body,
  )
  const answer = await textOf(response)
  if (response.statusCode !== 200) throw new CommandError(`Signing in as ${username} failed: ${messageOf(answer)}`)
  return ofCookie(response.headers['set-cookie']?.[0]?.split(';')[0])
}

/**
 * Sends one request, whose body may be a text or a stream. An answer that arrives before the whole body was sent
 * counts. Rejects with CommandError when the server cannot be reached.
 */
export function send(
  { url, who }: Remote,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Readable,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? httpsRequest : httpRequest
    const request = open(url + path, { method, headers: { ...headers, ...who }, agent: false })
    let answered = false
    request.on('response', (response) => {
      answered = true
      resolve(response)
    })
    request.on('error', (error) =>
      reject(
        new CommandError(`${url} cannot be reached: ${error.message || String((error as { code?: string }).code)}`),
      ),
    )
    if (body === undefined || typeof body === 'string') request.end(body)
    else
      pipeline(body, request).catch((error: unknown) => {
        if (!answered) reject(error instanceof Error ? error : new Error(String(error)))
      })
  })
}

/** How often a request is sent when the server answers that it is busy. */
const mostTries = 8
const putOff = [429, 503]
/** Statuses with which a gateway answers in place of the server. They leave open whether the server did the request. */
const unclear = [502, 504]

/** Returns the pause that an answer asks for, in milliseconds; undefined if it asks for none. */
export function askedPause({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? seconds * 1000 : undefined
}

/**
 * Like `send`, but if the server says that it is busy (429, 503), waits as `Retry-After` asks, reports that on standard
 * error, and sends the request again; a GET also after 502 and 504. A stream is opened anew for each try.
 */
export async function sendPatiently(
  remote: Remote,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | (() => Readable),
): Promise<IncomingMessage> {
  for (let tries = 1; ; tries += 1) {
    const response = await send(remote, method, path, headers, typeof body === 'function' ? body() : body)
    const { statusCode = 0 } = response
    const isLater = putOff.includes(statusCode) || (method === 'GET' && unclear.includes(statusCode))
    if (!isLater || tries >= mostTries) return response
    const pause = askedPause(response) ?? Math.min(30_000, 500 * 2 ** tries)
    const reason = messageOf(await textOf(response))
    process.stderr.write(`The server answered ${statusCode}: ${reason}; again in ${(pause / 1000).toFixed(1)} s\n`)
    await sleep(pause)
  }
}

/** Reads the whole body of an answer as UTF-8. */
export async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) text += String(part)
  return text
}

/** Returns the message of a JSON error body; of any other text the first 500 characters. */
export function messageOf(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: string; error?: string }
    return message ?? error ?? text
  } catch {
    return text.slice(0, 500)
  }
}

/** Writes the reason of a failure to standard error, as JSON if asked, and returns the exit code. */
export function failure(error: unknown, json: boolean): number {
  const message = error instanceof Error ? error.message : String(error)
  const wrongUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(json ? `${JSON.stringify({ success: false, message })}\n` : `${message}\n`)
  return wrongUsage ? 2 : error instanceof CommandError ? error.code : 1
}
