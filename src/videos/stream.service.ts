import { Readable } from 'node:stream'
import type { Context } from '../context.js'
import { parseRange, type ByteRange } from '../lib/byte-range.js'
import { AppError, notFound } from '../lib/errors.js'
import { contentTypeOf } from './content-type.js'
import { getVideo } from './video.service.js'

/** Seconds that a redirect to the object store stays good. */
const redirectSeconds = 3600

export type VideoStream =
  | { redirect: string }
  | {
      size: number
      contentType: string
      etag: string
      modifiedAt: Date
      /** Null: the whole file. */
      range: ByteRange | 'unsatisfiable' | null
      open(): Promise<Readable>
    }

export interface StreamRequest {
  /** The Range header; it has a meaning for GET only (RFC 9110, 14.2). */
  range: string | undefined
  /** The If-Range header. */
  ifRange: string | undefined
}

/** V-09, V-11. NOT_FOUND when the video or its file is missing. Nothing is opened before `open` is called. */
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
      // The bytes that were promised, and no more of a file that grows.
      const promised = range === null || range === 'unsatisfiable' ? { start: 0, end: size - 1 } : range
      const stream = await ctx.files.open(video.path, promised)
      if (!stream) throw notFound('Video')
      return stream
    },
  }
}

/** RFC 9110, 13.1.5: the range counts only while the file is the one that the client knows. */
function meets(ifRange: string | undefined, etag: string, modifiedAt: Date): boolean {
  if (ifRange === undefined) return true
  return ifRange.startsWith('"') ? ifRange === etag : ifRange === modifiedAt.toUTCString()
}

export function rangeRefused(): AppError {
  return new AppError('VALIDATION_ERROR', 'Range not satisfiable', { extra: { status: 416 } })
}
