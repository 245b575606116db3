import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { detectObjects } from './detect/detect.js'
import {
  detectRequest,
  diarizeRequest,
  summarizeRequest,
  thumbnailRequest,
  trackRequest,
  transcribeRequest,
} from './media.schema.js'
import type {
  DetectRequest,
  DiarizeRequest,
  SummarizeRequest,
  ThumbnailRequest,
  TrackRequest,
  TranscribeRequest,
} from './media.schema.js'
import { fileInside, videoFile } from './media/paths.js'
import { probeVideo } from './media/probe.js'
import { writeThumbnail } from './media/thumbnail.js'
import { detectorOf, useModel } from './models/registry.js'
import { Problem } from './problem.js'
import { baselineModel, providerModel } from './providers/choose.js'
import { providerSummary } from './providers/summary.js'
import { diarize, transcribe } from './providers/transcript.js'
import { summarizeVideo } from './summarize/summarize.js'
import { trackObjects } from './track/track.js'

/** Routes that read video or audio files. */
export function mediaRoutes(context: ServiceContext) {
  const { folders, registry } = context
  const audioFile = (path: string) => {
    return fileInside(folders.audio === null ? [folders.videos] : [folders.videos, folders.audio], path, 'audio_path')
  }
  /** The selected detector; the reason where it cannot run here, for a summary can do without. */
  const detectorIfAny = () => {
    try {
      useModel(registry, 'object_detection')
      return detectorOf(registry, 'object_detection')
    } catch (error) {
      if (error instanceof Problem) return { missing: error.message }
      throw error
    }
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ThumbnailRequest }>(
      '/api/thumbnails/generate',
      { schema: { body: thumbnailRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const video = await probeVideo(await videoFile(folders.videos, body.video_path, body.video_id), limits)
        const wanted = {
          folder: folders.thumbnails,
          videoId: body.video_id,
          timestamp: body.timestamp,
          size: body.size,
        }
        const { path, timestamp } = await writeThumbnail(video, wanted, limits)
        return { video_id: body.video_id, thumbnail_path: path, timestamp, size: body.size }
      },
    )

    app.post<{ Body: SummarizeRequest }>(
      '/api/summarize',
      { schema: { body: summarizeRequest } },
      async ({ body, headers }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const vision = providerModel(context, 'video_summarization', headers)
        if (vision) {
          const hearing = providerModel(context, 'audio_transcription', headers)
          const voices = providerModel(context, 'speaker_diarization', headers)
          return providerSummary(body, folders.videos, { vision, hearing, voices }, limits)
        }
        const model = baselineModel(context, 'video_summarization')
        const service = {
          videoRoot: folders.videos,
          keyFramesOnly: model === 'baseline-key-frames',
          model,
          detector: model === 'baseline-objects' ? detectorIfAny() : undefined,
          vocabulary: registry.config.vocabulary,
        }
        return summarizeVideo(body, service, limits)
      },
    )

    app.post<{ Body: DetectRequest }>(
      '/api/detection/detect',
      { schema: { body: detectRequest } },
      async ({ body }, reply) => {
        const model = useModel(registry, 'object_detection')
        const detector = detectorOf(registry, 'object_detection')
        const service = { videoRoot: folders.videos, model, detector, vocabulary: registry.config.vocabulary }
        return detectObjects(body, service, context.limits(clientSignal(reply)))
      },
    )

    app.post<{ Body: TrackRequest }>(
      '/api/tracking/track',
      { schema: { body: trackRequest } },
      async ({ body }, reply) => {
        const service = { videoRoot: folders.videos, model: useModel(registry, 'object_tracking') }
        return trackObjects(body, service, context.limits(clientSignal(reply)))
      },
    )

    app.post<{ Body: TranscribeRequest }>(
      '/api/transcribe',
      { schema: { body: transcribeRequest } },
      async ({ body, headers }, reply) => {
        const path = await audioFile(body.audio_path)
        const model = providerModel(context, 'audio_transcription', headers)
        if (!model)
          throw new Problem(503, 'Transcription is not available: no API key of a speech-to-text provider is at hand')
        return transcribe(path, body.language, model, context.limits(clientSignal(reply)))
      },
    )

    app.post<{ Body: DiarizeRequest }>(
      '/api/diarize',
      { schema: { body: diarizeRequest } },
      async ({ body, headers }, reply) => {
        if ((body.min_speakers ?? 1) > (body.max_speakers ?? Infinity))
          throw new Problem(422, 'min_speakers must not exceed max_speakers')
        const path = await audioFile(body.audio_path)
        const model = providerModel(context, 'speaker_diarization', headers)
        if (!model)
          throw new Problem(
            503,
            'Diarization is not available: no API key of a provider that tells voices apart is at hand',
          )
        return diarize(path, model, context.limits(clientSignal(reply)))
      },
    )
  }
}
