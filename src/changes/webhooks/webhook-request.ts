import { createHmac } from 'node:crypto'
import { lookup as systemLookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { maySendTo } from '../../lib/public-address.js'

/** Resolves a host name to all its addresses. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true, verbatim: true })

/** The addresses that the operator allows. */
export interface WebhookRules {
  /** Patterns of host names; null allows any host. */
  allowedHosts: readonly string[] | null
  allowPrivate: boolean
  timeoutMs: number
}

/** The reason why nothing was sent, or no answer came. */
export class WebhookFault extends Error {}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Returns the reason why a webhook cannot have this address, without looking up its host; null if it can. */
export function refusalOf(text: string, { allowedHosts, allowPrivate }: WebhookRules): string | null {
  if (!URL.canParse(text)) return 'must be an address such as https://hooks.example/parallax'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://'
  if (url.username || url.password) return 'must hold no user name and no password'
  const host = hostOf(url)
  if (allowedHosts && !allowedHosts.some((one) => matches(host, one)))
    return `names a host that the server does not allow (WEBHOOK_ALLOWED_HOSTS)`
  if (isIP(host) && !maySendTo(host, allowPrivate)) return 'is not an address of the internet (WEBHOOK_ALLOW_PRIVATE)'
  if (!allowPrivate && (host === 'localhost' || host.endsWith('.localhost')))
    return 'is the machine of the server itself (WEBHOOK_ALLOW_PRIVATE)'
  return null
}

const matches = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern.replace(/^\[|\]$/g, '')

/** Returns the header `webhook-signature` of Standard Webhooks: one signature for each secret. */
function signatureOf(secrets: readonly string[], id: string, seconds: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
}

export interface Message {
  url: string
  id: string
  body: string
  secrets: readonly string[]
  /** The time of sending, by which receivers refuse replayed messages. */
  at: Date
}

/** The most bytes of the body of an answer that are read, and for how long; none of them is kept. */
const mostOfAnswer = 65_536
const patienceMs = 1000

/**
 * Sends a message once and returns the status of the answer. The host is looked up once, all its addresses are checked,
 * and the connection is made to one of them: a later change of the name has no effect. Redirects are not followed.
 * Throws WebhookFault, with a sentence for the users who manage the webhook, if no answer comes in time or the address
 * is not allowed; throws the reason of `signal` when that aborts.
 */
export async function sendMessage(
  { url: text, id, body, secrets, at }: Message,
  rules: WebhookRules,
  { signal, resolve = resolveBySystem }: { signal: AbortSignal; resolve?: Resolve | undefined },
): Promise<number> {
  const refusal = refusalOf(text, rules)
  if (refusal !== null) throw new WebhookFault(`The address ${refusal}`)
  const url = new URL(text)
  const host = hostOf(url)
  const inTime = AbortSignal.timeout(rules.timeoutMs)
  const either = AbortSignal.any([signal, inTime])
  try {
    const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await abortable(resolve(host), either)
    if (addresses.length === 0) throw new WebhookFault('The host has no address')
    // One forbidden address is reason enough: a name that leads to both kinds is not a mistake.
    if (!addresses.every(({ address }) => maySendTo(address, rules.allowPrivate)))
      throw new WebhookFault('The host leads to an address that is not of the internet (WEBHOOK_ALLOW_PRIVATE)')
    const seconds = Math.floor(at.getTime() / 1000)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Parallax-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatureOf(secrets, id, seconds, body),
    }
    return await post(url, { headers, body, signal: either, lookup: only(addresses) })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (inTime.aborted) throw new WebhookFault(`No answer within ${rules.timeoutMs} ms`)
    if (error instanceof WebhookFault) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new WebhookFault(`The connection failed: ${code ?? message}`)
  }
}

/** A look-up that always returns these addresses. */
const only =
  (addresses: readonly { address: string; family: number }[]): LookupFunction =>
  (_host, { all, family }, done) => {
    const fitting = addresses.filter((one) => !family || one.family === family)
    const [first = addresses[0]!] = fitting
    if (all) done(null, fitting.length ? [...fitting] : [...addresses])
    else done(null, first.address, first.family)
  }

interface Posted {
  headers: http.OutgoingHttpHeaders
  body: string
  signal: AbortSignal
  lookup: LookupFunction
}

function post(url: URL, { headers, body, signal, lookup }: Posted): Promise<number> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((done, fail) => {
    // A new connection: a kept connection could have been made to an address that is no longer allowed.
    const outgoing = request(url, { method: 'POST', agent: false, signal, headers, lookup, maxHeaderSize: 16_384 })
    outgoing.on('error', fail)
    outgoing.on('response', (response) => {
      done(response.statusCode ?? 0)
      // The status is enough. A short answer is read, so that the receiver sees no broken connection; a long or slow
      // answer is not waited for.
      let taken = 0
      const timer = setTimeout(() => response.destroy(), patienceMs)
      response.on('data', (chunk: Buffer) => {
        taken += chunk.length
        if (taken > mostOfAnswer) response.destroy()
      })
      response.on('close', () => clearTimeout(timer))
      response.on('error', () => undefined)
    })
    outgoing.end(body)
  })
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    const leave = () => fail(signal.reason as Error)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(done, fail).finally(() => signal.removeEventListener('abort', leave))
  })
}
