import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { modelVideo } from '../videos/video.service.js'

/** Returns where the model service finds a video, without checking access; throws NOT_FOUND for an unknown video. */
export async function modelVideoOf(ctx: Context, videoId: string) {
  const video = await ctx.db.selectFrom('videos').select('path').where('id', '=', videoId).executeTakeFirst()
  if (!video) throw notFound('Video')
  return modelVideo(ctx, video)
}
