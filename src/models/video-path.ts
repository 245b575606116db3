import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { modelPath } from '../videos/video.service.js'

/** Where the model service finds a video, whoever may see it. */
export async function modelVideoPath(ctx: Context, videoId: string): Promise<string> {
  const video = await ctx.db.selectFrom('videos').select('path').where('id', '=', videoId).executeTakeFirst()
  if (!video) throw notFound('Video')
  return modelPath(ctx, video)
}
