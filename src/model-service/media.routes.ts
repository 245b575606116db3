import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { summarizeRequest, thumbnailRequest } from './media.schema.js'
import type { SummarizeRequest, ThumbnailRequest } from './media.schema.js'
import { videoFile } from './media/paths.js'
import { probeVideo } from './media/probe.js'
import { writeThumbnail } from './media/thumbnail.js'
import { useModel } from './models/registry.js'
import { summarizeVideo } from './summarize/summarize.js'

/** Routes that read video or audio files. */
export function mediaRoutes(context: ServiceContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ThumbnailRequest }>('/api/thumbnails/generate', { schema: { body: thumbnailRequest } }, async ({ body }, reply) => {
      const limits = context.limits(clientSignal(reply))
      const video = await probeVideo(await videoFile(context.folders.videos, body.video_path, body.video_id), limits)
      const wanted = { folder: context.folders.thumbnails, videoId: body.video_id, timestamp: body.timestamp, size: body.size }
      const { path, timestamp } = await writeThumbnail(video, wanted, limits)
      return { video_id: body.video_id, thumbnail_path: path, timestamp, size: body.size }
    })

    app.post<{ Body: SummarizeRequest }>('/api/summarize', { schema: { body: summarizeRequest } }, async ({ body }, reply) => {
      const model = useModel(context.registry, 'video_summarization')
      const service = { videoRoot: context.folders.videos, keyFramesOnly: model === 'baseline-key-frames', model }
      return summarizeVideo(body, service, context.limits(clientSignal(reply)))
    })
  }
}
