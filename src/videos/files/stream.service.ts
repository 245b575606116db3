import type { Context } from '../../context.js'
import type { RangedFile } from '../../http/ranged-file.js'
import { notFound } from '../../lib/errors.js'
import { contentTypeOf } from '../storage/content-type.js'
import { getVideo } from '../video.service.js'

/** The validity of a redirect to the object store, in seconds. */
const redirectSeconds = 3600

export type VideoStream = { redirect: string } | RangedFile

/**
 * Returns the answer to a stream request: a redirect, or the file (V-09, V-11). Throws NOT_FOUND when the video or its
 * file is missing. The file is not opened before `open` is called.
 */
export async function streamVideo(ctx: Context, id: string): Promise<VideoStream> {
  const video = await getVideo(ctx, id)
  const facts = await ctx.files.stat(video.path)
  if (!facts) throw notFound('Video')
  const redirect = await ctx.files.redirect(video, redirectSeconds)
  if (redirect !== null) return { redirect }
  const { size, modifiedAt } = facts
  return {
    size,
    modifiedAt,
    etag: `"${size.toString(16)}-${modifiedAt.getTime().toString(16)}"`,
    contentType: contentTypeOf(video.filename),
    // The set of users who may see the video can change: shared caches must not store it, and a private cache must
    // revalidate it.
    headers: { 'cache-control': 'private, no-cache' },
    async open(range) {
      const stream = await ctx.files.open(video.path, range)
      if (!stream) throw notFound('Video')
      return stream
    },
  }
}
