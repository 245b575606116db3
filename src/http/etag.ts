import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Piece } from '../lib/bytes.js'
import { validation } from '../lib/errors.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if the route changes or deletes a resource with an ETag, and calls ifMatch. */
    versioned?: boolean
  }
}

/**
 * Applies conditions of requests on every route: a GET whose If-None-Match names the ETag of the answer is answered
 * with 304, and a write route that ignores If-Match refuses it. Must be registered before the compression of answers.
 */
export function readConditions(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads || request.routeOptions.config.versioned || conditionOf(request) === undefined) return done()
    done(validation([{ field: 'If-Match', message: 'is not known here: what this route changes has no ETag' }]))
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const tag = reply.getHeader('etag')
    const condition = request.headers['if-none-match']
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const isFound = reply.statusCode === 200 || reply.statusCode === 206
    if (!reads || !isFound || typeof tag !== 'string' || condition === undefined || !names(condition, tag))
      return done(null, payload)
    reply.status(304)
    // The headers of a HEAD contain the length that the answer would have.
    if (request.method === 'HEAD') return done(null, payload)
    if (payload instanceof Readable) payload.destroy()
    reply.removeHeader('content-length').removeHeader('content-range')
    done(null, null)
  })
}

/** Suffixes that compressing proxies append to a tag, such as `"3-gzip"`, `"3--gzip"` or `"3;br"`. */
const suffix = /[-;:]{1,2}(?:gzip|br|zstd|deflate)(?="$)/

/** Returns whether If-None-Match names the tag, by the weak comparison of RFC 9110, 8.8.3.2. */
function names(header: string, tag: string): boolean {
  const plain = (written: string) => written.trim().replace(/^W\//, '').replace(suffix, '')
  return header.trim() === '*' || header.split(',').some((written) => plain(written) === plain(tag))
}

/** Returns the header If-Match; undefined if it is absent or `*`, which every version satisfies. */
function conditionOf(request: FastifyRequest): string | undefined {
  const header = request.headers['if-match']?.trim()
  return header === '*' ? undefined : header
}

/**
 * Returns the version in If-Match, the number at the beginning of the tag; undefined if the header is absent or `*`.
 * Also reads tags that a proxy has made weak or marked with its encoding, and a list of tags of one version. Throws
 * VALIDATION_ERROR for any other header.
 */
export function ifMatch(request: FastifyRequest): number | undefined {
  if (!request.routeOptions.config.versioned) throw new Error('a route that reads If-Match must be `versioned`')
  const header = conditionOf(request)
  if (header === undefined) return undefined
  const versions = header.split(',').map((tag) => /^(?:W\/)?"(\d{1,9})(?:[-;:][^"]*)?"$/.exec(tag.trim())?.[1])
  const [version] = versions
  if (version === undefined || versions.some((other) => other !== version))
    throw validation([{ field: 'If-Match', message: 'must be an ETag of this resource, such as "3"' }])
  return Number(version)
}

/** Sets the ETag for ifMatch, for an answer that changes only with the version. */
export function setEtag(reply: FastifyReply, version: number): void {
  reply.header('etag', `"${version}"`)
}

/**
 * Sets the ETag of an answer that can change without its version, because it contains other rows or columns that the
 * database maintains: the version and a digest of the answer.
 */
export async function setEtagOf(reply: FastifyReply, version: number, body: string | readonly Piece[]): Promise<void> {
  reply.header('etag', `"${version}-${await digestOf(body)}"`)
}

/**
 * Returns a digest of an answer, of 20 hexadecimal characters: a tag that ended in a dash, which is possible in
 * base64url, could not be distinguished from a suffix that a proxy appends. SHA-1 takes 1 ms for a megabyte; between
 * the pieces of a longer answer other work runs.
 */
export async function digestOf(body: string | readonly Piece[]): Promise<string> {
  const hash = createHash('sha1')
  const pieces = typeof body === 'string' ? [body] : body
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) await setImmediate()
    hash.update(piece)
  }
  return hash.digest('hex').slice(0, 20)
}
