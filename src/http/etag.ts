import type { FastifyReply, FastifyRequest } from 'fastify'
import { validation } from '../lib/errors.js'

/**
 * The version that If-Match asks for, the number inside the tag; undefined when the header is absent or `*`. Throws
 * VALIDATION_ERROR for any other header.
 */
export function ifMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1]
  if (version === undefined)
    throw validation([{ field: 'If-Match', message: 'must be an ETag of this resource, such as "3"' }])
  return Number(version)
}

/** Sets the ETag that ifMatch understands. */
export function setEtag(reply: FastifyReply, version: number): void {
  reply.header('etag', `"${version}"`)
}
