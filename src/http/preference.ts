import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'

/** The methods that answer with what they have written. */
const writes = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Applies the preferences `return=minimal` and `return=representation` (RFC 7240, 4.2) to successful writes of things
 * that have an ETag or a Location: with `minimal` the body is left out. Preference-Applied tells the client. A route
 * that applies the preference itself has set that header. Must be registered behind the hooks that read the body, and
 * before the compression of answers.
 */
export function applyPreferences(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const wanted = returnPreference(request)
    const { statusCode: status } = reply
    const isOfOne = reply.hasHeader('etag') || reply.hasHeader('location')
    if (!wanted || !(status === 200 || status === 201) || !isOfOne || reply.hasHeader('preference-applied'))
      return done(null, payload)
    reply.header('preference-applied', `return=${wanted}`)
    if (wanted === 'representation') return done(null, payload)
    if (payload instanceof Readable) payload.destroy()
    reply.removeHeader('content-type').removeHeader('content-length')
    if (status === 200) reply.status(204)
    done(null, null)
  })
}

/** Returns what a write should return by its header Prefer; undefined without a preference. */
export function returnPreference(request: FastifyRequest): 'minimal' | 'representation' | undefined {
  if (!writes.has(request.method)) return undefined
  const found = /(?:^|[,;\s])return="?(minimal|representation)\b/i.exec(String(request.headers['prefer'] ?? ''))
  return found?.[1]?.toLowerCase() as 'minimal' | 'representation' | undefined
}
