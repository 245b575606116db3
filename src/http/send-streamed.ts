import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { isErrno } from '@parallax/shared/errno.js'
import { acceptsEncoding } from '../lib/accept-encoding.js'
import { AppError } from '../lib/errors.js'

/** An answer that is sent while it is being read. */
export interface Streamed {
  body: AsyncIterable<Buffer>
  /** Ends the reading, cancels a running statement and releases the place of the caller. */
  close(): Promise<void>
  /** Whether each piece is sent at once, without buffering in between. */
  prompt?: boolean
}

/**
 * Refuses exports over HTTP/1.0 with 400. HTTP/1.0 ends a body of unknown length by closing the connection, so a
 * truncated file would look complete, and the length is known only when all rows have been read. The status is not 426:
 * that must have an Upgrade header (RFC 9110, 15.5.22), which a proxy may forward to a client over HTTP/2, where such a
 * header makes the answer malformed (RFC 9113, 8.2.2). 505 is about major versions.
 */
export async function refuseOldProtocol(request: FastifyRequest): Promise<void> {
  if (request.raw.httpVersion !== '1.0') return
  const hint = 'ask over HTTP/1.1; a proxy in between needs it too (nginx: proxy_http_version 1.1)'
  throw new AppError('VALIDATION_ERROR', `Exports need HTTP/1.1, over which a cut file is noticed: ${hint}`)
}

/** Returns whether the client asks for lines of JSON instead of a page. */
export const wantsLines = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*application\/(x-)?ndjson\s*(;|,|$)/i.test(headers.accept ?? '')

/** Sends a list as lines of JSON, one for each item. */
export async function sendLines(request: FastifyRequest, reply: FastifyReply, made: Streamed): Promise<FastifyReply> {
  await refuseOldProtocol(request)
  return sendStreamed(request, reply, made, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    vary: 'Accept, Accept-Encoding',
  })
}

/**
 * Waits for the first piece of the body, so that an earlier failure is answered like any other refused request. If the
 * client disconnects meanwhile, the export is closed, which cancels its query.
 */
async function begun(request: FastifyRequest, made: Streamed): Promise<AsyncIterable<Buffer>> {
  const pieces = made.body[Symbol.asyncIterator]()
  const gone = request.ctx.clientGone()
  const leave = () => void made.close().catch((err: unknown) => request.log.error({ err }, 'an export is not closed'))
  if (gone.aborted) leave()
  else gone.addEventListener('abort', leave, { once: true })
  try {
    return continued(await pieces.next(), pieces)
  } catch (error) {
    await made.close()
    throw gone.aborted ? gone.reason : error
  } finally {
    gone.removeEventListener('abort', leave)
  }
}

async function* continued(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done) return
  yield first.value
  yield* { [Symbol.asyncIterator]: () => rest }
}

/**
 * Sends an answer, such as an export, while it is being read. Backpressure reaches the database, and a client that
 * disconnects cancels the query. A failure after the first byte destroys the connection, so that a truncated file is
 * never mistaken for a complete one. The SHA-256 digest of the bytes sent follows as the trailer Repr-Digest.
 */
export async function sendStreamed(
  request: FastifyRequest,
  reply: FastifyReply,
  made: Streamed,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const { raw } = reply
  const pieces = request.method === 'HEAD' ? undefined : await begun(request, made)
  const gzip = acceptsEncoding(request.headers['accept-encoding'], 'gzip')
  reply.headers({ vary: 'Accept-Encoding', 'cache-control': 'no-store', ...headers })
  if (gzip) reply.header('content-encoding', 'gzip')
  // nginx buffers an answer before it passes it on, unless this header prevents it.
  if (made.prompt) reply.header('x-accel-buffering', 'no')
  reply.hijack()
  try {
    if (pieces === undefined) {
      await made.close()
      raw.writeHead(200, reply.getHeaders() as Record<string, string>)
      raw.end()
      return reply
    }
    raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), trailer: 'Repr-Digest' })
    const hash = createHash('sha256')
    const digest = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const body = Readable.from(pieces, { objectMode: true, highWaterMark: 2 })
    const flush = made.prompt ? constants.Z_SYNC_FLUSH : constants.Z_NO_FLUSH
    if (gzip) await pipeline(body, createGzip({ level: 5, flush }), digest, raw, { end: false })
    else await pipeline(body, digest, raw, { end: false })
    raw.addTrailers({ 'repr-digest': `sha-256=:${hash.digest('base64')}:` })
    // The export is closed, and its place among the running exports freed, before the last byte is sent: a client that
    // has received the end may start its next export at once.
    await made.close()
    raw.end()
  } catch (error) {
    if (isErrno(error, 'ERR_STREAM_PREMATURE_CLOSE')) request.log.info('the client left during an export')
    else request.log.error({ err: error }, 'an export broke off')
    raw.destroy()
  } finally {
    await made.close().catch((error: unknown) => request.log.error({ err: error }, 'an export could not be closed'))
  }
  return reply
}
