import { join, relative, sep } from 'node:path'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'

/** Where the model service finds the video: STORAGE_PATH is replaced by its own video root. */
export async function modelVideoPath(ctx: Context, videoId: string): Promise<string> {
  const video = await ctx.db.selectFrom('videos').select('path').where('id', '=', videoId).executeTakeFirst()
  if (!video) throw notFound('Video')
  const { root } = ctx.config.files
  const inside = video.path.startsWith(root + sep) ? relative(root, video.path) : video.path.replace(/^\/+/, '')
  return join(ctx.config.modelService.videoRoot, inside)
}
