import { Readable } from 'node:stream'
import type { Context } from '../../context.js'
import { parseRange, type ByteRange } from '../../lib/byte-range.js'
import { AppError, notFound } from '../../lib/errors.js'
import { contentTypeOf } from '../storage/content-type.js'
import { getVideo } from '../video.service.js'

/** How long a redirect to the object store is valid, in seconds. */
const redirectSeconds = 3600

export type VideoStream =
  | { redirect: string }
  | {
      size: number
      contentType: string
      etag: string
      modifiedAt: Date
      /** Null stands for the whole file. */
      range: ByteRange | 'unsatisfiable' | null
      open(): Promise<Readable>
    }

export interface StreamRequest {
  /** The Range header, which has a meaning for GET only (RFC 9110, 14.2). */
  range: string | undefined
  /** The If-Range header. */
  ifRange: string | undefined
}

/**
 * Returns how to answer a stream request: by a redirect, or with a range of the file or the whole file (V-09, V-11).
 * Throws NOT_FOUND when the video or its file is missing. The file is not opened before `open` is called.
 */
export async function streamVideo(ctx: Context, id: string, request: StreamRequest): Promise<VideoStream> {
  const video = await getVideo(ctx, id)
  const facts = await ctx.files.stat(video.path)
  if (!facts) throw notFound('Video')
  const redirect = await ctx.files.redirect(video, redirectSeconds)
  if (redirect !== null) return { redirect }
  const { size, modifiedAt } = facts
  const etag = `"${size.toString(16)}-${modifiedAt.getTime().toString(16)}"`
  const range = meets(request.ifRange, etag, modifiedAt) ? parseRange(request.range, size) : null
  return {
    size,
    etag,
    modifiedAt,
    range,
    contentType: contentTypeOf(video.filename),
    async open() {
      if (size === 0) return Readable.from([])
      // Only the bytes that the headers announced, even if the file has grown since.
      const promised = range === null || range === 'unsatisfiable' ? { start: 0, end: size - 1 } : range
      const stream = await ctx.files.open(video.path, promised)
      if (!stream) throw notFound('Video')
      return stream
    },
  }
}

/**
 * RFC 9110, 13.1.5: returns whether the Range header counts: only if the file is still the one that the client knows.
 */
function meets(ifRange: string | undefined, etag: string, modifiedAt: Date): boolean {
  if (ifRange === undefined) return true
  return ifRange.startsWith('"') ? ifRange === etag : ifRange === modifiedAt.toUTCString()
}

/** The error of a range that cannot be satisfied: status 416. */
export function rangeRefused(): AppError {
  return new AppError('VALIDATION_ERROR', 'Range not satisfiable', { extra: { status: 416 } })
}
