import type { FastifyRequest } from 'fastify'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { networkOf } from '../lib/network.js'

/**
 * Returns the address of the client, from `X-Forwarded-For` as far as proxies are trusted (TRUST_PROXY), without the
 * port and brackets that some proxies add (`192.0.2.1:4711`, `[2001:db8::1]:4711`). If a proxy sent no address, such as
 * `unknown`, returns the address of the proxy.
 */
export function addressOf(request: FastifyRequest): string | null {
  return plainAddress(request.ip) ?? request.socket.remoteAddress ?? null
}

/** Returns the network of the client, by which its requests are counted; `unknown` if the connection has no address. */
export function networkKeyOf(request: FastifyRequest): string {
  const address = addressOf(request)
  return networkOf(address) ?? address ?? 'unknown'
}

/** Returns the address in a value of X-Forwarded-For; null for other values. */
function plainAddress(value: string): string | null {
  const text = value.trim()
  if (isIP(text)) return text
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1]
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : null
  const withPort = /^([\d.]+):\d{1,5}$/.exec(text)?.[1]
  return withPort !== undefined && isIPv4(withPort) ? withPort : null
}
