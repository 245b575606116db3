import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { detectObjects } from './detect/detect.js'
import { detectRequest, diarizeRequest, summarizeRequest, thumbnailRequest, trackRequest, transcribeRequest } from './media.schema.js'
import type { DetectRequest, DiarizeRequest, SummarizeRequest, ThumbnailRequest, TrackRequest, TranscribeRequest } from './media.schema.js'
import { fileInside, videoFile } from './media/paths.js'
import { probeVideo } from './media/probe.js'
import { writeThumbnail } from './media/thumbnail.js'
import { useModel } from './models/registry.js'
import { Problem } from './problem.js'
import { summarizeVideo } from './summarize/summarize.js'
import { trackObjects } from './track/track.js'

/** Routes that read video or audio files. */
export function mediaRoutes(context: ServiceContext) {
  const { folders, registry } = context
  const audioFile = (path: string) => {
    return fileInside(folders.audio === null ? [folders.videos] : [folders.videos, folders.audio], path, 'audio_path')
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ThumbnailRequest }>('/api/thumbnails/generate', { schema: { body: thumbnailRequest } }, async ({ body }, reply) => {
      const limits = context.limits(clientSignal(reply))
      const video = await probeVideo(await videoFile(folders.videos, body.video_path, body.video_id), limits)
      const wanted = { folder: folders.thumbnails, videoId: body.video_id, timestamp: body.timestamp, size: body.size }
      const { path, timestamp } = await writeThumbnail(video, wanted, limits)
      return { video_id: body.video_id, thumbnail_path: path, timestamp, size: body.size }
    })

    app.post<{ Body: SummarizeRequest }>('/api/summarize', { schema: { body: summarizeRequest } }, async ({ body }, reply) => {
      const model = useModel(registry, 'video_summarization')
      const service = { videoRoot: folders.videos, keyFramesOnly: model === 'baseline-key-frames', model }
      return summarizeVideo(body, service, context.limits(clientSignal(reply)))
    })

    app.post<{ Body: DetectRequest }>('/api/detection/detect', { schema: { body: detectRequest } }, async ({ body }, reply) => {
      const service = { videoRoot: folders.videos, model: useModel(registry, 'object_detection') }
      return detectObjects(body, service, context.limits(clientSignal(reply)))
    })

    app.post<{ Body: TrackRequest }>('/api/tracking/track', { schema: { body: trackRequest } }, async ({ body }, reply) => {
      const service = { videoRoot: folders.videos, model: useModel(registry, 'object_tracking') }
      return trackObjects(body, service, context.limits(clientSignal(reply)))
    })

    app.post<{ Body: TranscribeRequest }>('/api/transcribe', { schema: { body: transcribeRequest } }, async ({ body }) => {
      await audioFile(body.audio_path)
      throw new Problem(503, 'Transcription is not available: no speech-to-text provider is configured')
    })

    app.post<{ Body: DiarizeRequest }>('/api/diarize', { schema: { body: diarizeRequest } }, async ({ body }) => {
      if ((body.min_speakers ?? 1) > (body.max_speakers ?? Infinity)) throw new Problem(422, 'min_speakers must not exceed max_speakers')
      await audioFile(body.audio_path)
      throw new Problem(503, 'Diarization is not available: no speaker model is configured')
    })
  }
}
