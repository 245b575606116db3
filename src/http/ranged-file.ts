import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { parseRange, type ByteRange } from '../lib/byte-range.js'
import { AppError } from '../lib/errors.js'

/** A file that clients may read in ranges. */
export interface RangedFile {
  /** The size in bytes. */
  size: number
  contentType: string
  /** A strong tag, which differs for different bytes. */
  etag: string
  modifiedAt: Date
  /** Further headers of the file, which error answers do not have. */
  headers?: Readonly<Record<string, string>>
  /** Opens a range of the file; called at most once, and never for an empty file. */
  open(range: ByteRange): Promise<Readable>
}

/**
 * Sends a file, or the range of it that the request asks for (RFC 9110, 14; V-09). The Range header applies to GET
 * only, and only if the file still matches If-Range. A range outside the file is refused with 416, and a file that does
 * not match If-Match or If-Unmodified-Since with 412. Fastify pipes with backpressure and destroys the stream of the
 * file when the client disconnects.
 */
export async function sendRanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, contentType, etag, modifiedAt, headers = {}, open }: RangedFile,
): Promise<FastifyReply> {
  const { range: header, 'if-range': ifRange } = request.headers
  if (isAnother(request, etag, modifiedAt)) throw new AppError('PRECONDITION_FAILED', 'The file is another one by now')
  const isHead = request.method === 'HEAD'
  const counts = !isHead && meets(typeof ifRange === 'string' ? ifRange : undefined, etag, modifiedAt)
  const range = counts ? parseRange(header, size) : null
  reply.header('accept-ranges', 'bytes')
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('VALIDATION_ERROR', 'Range not satisfiable', { extra: { status: 416 } })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  // Sends only the bytes that the headers announce, even if the file has grown since. The file is opened before its
  // headers are set: it may be gone, and the error answer must not have these headers.
  const body = isHead ? undefined : size === 0 ? Readable.from([]) : await open({ start, end })
  reply.headers({ ...headers, etag, 'last-modified': modifiedAt.toUTCString() }).type(contentType)
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.header('content-length', end - start + 1).send(body)
}

/** Returns whether the file fails If-Match or, if the request has none, If-Unmodified-Since (RFC 9110, 13.2.2). */
function isAnother({ headers }: FastifyRequest, etag: string, modifiedAt: Date): boolean {
  const tags = headers['if-match']
  if (tags !== undefined)
    return (
      tags.trim() !== '*' &&
      !tags
        .split(',')
        .map((tag) => tag.trim())
        .includes(etag)
    )
  // Such dates are exact to a second; an invalid date is ignored.
  const since = Date.parse(headers['if-unmodified-since'] ?? '')
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 > since
}

/** Returns whether the Range header applies: If-Range is absent or matches the file (RFC 9110, 13.1.5). */
function meets(ifRange: string | undefined, etag: string, modifiedAt: Date): boolean {
  if (ifRange === undefined) return true
  return ifRange.startsWith('"') ? ifRange === etag : ifRange === modifiedAt.toUTCString()
}
