import type { FastifyInstance } from 'fastify'
import { frameAt } from '@parallax/shared/frame-clock.js'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { detectObjects } from './detect/detect.js'
import { boxesToDraw } from './detect/drawn.js'
import {
  detectRequest,
  diarizeRequest,
  followRequest,
  examineRequest,
  summarizeRequest,
  thumbnailRequest,
  trackRequest,
  transcribeRequest,
} from './media.schema.js'
import type {
  DetectRequest,
  DiarizeRequest,
  FollowRequest,
  ExamineRequest,
  SummarizeRequest,
  ThumbnailRequest,
  TrackRequest,
  TranscribeRequest,
} from './media.schema.js'
import { followObject } from './follow/follow.js'
import { examineVideo } from './media/examine.js'
import { fileInside, videoFile } from './media/paths.js'
import { readMoment, readVideo } from './media/pictures.js'
import type { RunLimits } from './media/run.js'
import { writeThumbnail } from './media/thumbnail.js'
import { Missing, partOf } from './models/parts.js'
import { useModel, withModel, type HeldModel } from './models/registry.js'
import type { ObjectDetector } from './objects/object-detector.js'
import { isClass, plainTerm, type WrittenVocabulary } from './objects/vocabulary.js'
import { Problem } from './problem.js'
import { baselineModel, providerModel } from './providers/choose.js'
import { providerSummary } from './providers/summary.js'
import { diarize, transcribe } from './providers/transcript.js'
import { byProvider, traced } from './spans.js'
import { summarizeVideo } from './summarize/summarize.js'
import { trackObjects } from './track/track.js'

interface VideoOfRequest {
  video_id: string
  video_path?: string
  video_url?: string
}
interface AudioOfRequest {
  audio_path: string
  audio_url?: string
}

/** Runs `act` with the path of a local file and returns its result. */
type Source = <T>(signal: AbortSignal, act: (file: string) => Promise<T>) => Promise<T>

/** Routes that read video or audio files. */
export function mediaRoutes(context: ServiceContext) {
  const { folders, registry } = context
  /**
   * Gives access to the local copy of the object at `url`. Where there is no `url`, or no object store is configured,
   * it is the file that `local` finds.
   */
  const sourceOf = async (url: string | undefined, local: () => Promise<string>): Promise<Source> => {
    if (url !== undefined && context.config.cache.origins.length > 0)
      return (signal, act) => context.objects.use(url, signal, act)
    const file = await local()
    return (_signal, act) => act(file)
  }
  const withVideo = async <T>(
    body: VideoOfRequest,
    { signal }: RunLimits,
    act: (file: string) => Promise<T>,
  ): Promise<T> => {
    const local = () => videoFile(folders.videos, body.video_path, body.video_id)
    return (await sourceOf(body.video_url, local))(signal, act)
  }
  const audioOf = (body: AudioOfRequest): Promise<Source> => {
    const roots = folders.audio === null ? [folders.videos] : [folders.videos, folders.audio]
    return sourceOf(body.audio_url, () => fileInside(roots, body.audio_path, 'audio_path'))
  }
  const detecting = <T>(signal: AbortSignal, act: (held: HeldModel) => Promise<T>): Promise<T> =>
    withModel(registry, 'object_detection', signal, act)
  const partsOf = ({ signal }: RunLimits) => ({
    objects: partOf(registry, 'object_detection', 'objects', signal),
    text: partOf(registry, 'text_reading', 'text', signal),
    speech: partOf(registry, 'speech_detection', 'speech', signal),
  })
  /** Merges both vocabularies; an entry of the request overrides that of the configuration. */
  const vocabularyOf = (asked: WrittenVocabulary): WrittenVocabulary => {
    const all = [...Object.entries(registry.config.vocabulary), ...Object.entries(asked)]
    return Object.fromEntries(all.map(([term, classes]) => [plainTerm(term), classes.filter(isClass)]))
  }
  const batchSize = () => {
    const { default_batch_size: wanted, max_batch_size: most } = registry.config.inference
    return Math.min(wanted, most)
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ThumbnailRequest }>(
      '/api/thumbnails/generate',
      { schema: { body: thumbnailRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const wanted = { folder: folders.thumbnails, videoId: body.video_id, size: body.size }
        const { path, timestamp } = await traced('generate_thumbnail', {}, () =>
          withVideo(body, limits, async (file) => {
            const clock = body.frame_clock
            const video = clock ? await readVideo(file, limits, clock) : await readMoment(file, body.timestamp, limits)
            const frame = frameAt(video.clock, body.timestamp)
            const boxes = body.boxes
              ? await partsOf(limits).objects((detector) => boxesToDraw(video, frame, detector, limits))
              : undefined
            if (boxes instanceof Missing) throw new Problem(503, boxes.reason)
            return writeThumbnail(video, { ...wanted, frame, boxes }, limits)
          }),
        )
        return { video_id: body.video_id, thumbnail_path: path, timestamp, size: body.size }
      },
    )

    app.post<{ Body: ExamineRequest }>(
      '/api/videos/examine',
      { schema: { body: examineRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const facts = await traced('examine_video', {}, () =>
          withVideo(body, limits, (file) => examineVideo(file, limits)),
        )
        return { video_id: body.video_id, ...facts }
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
          const models = { vision, hearing, voices, listening: partsOf(limits).speech }
          return traced('summarize_video_external_api', byProvider(vision), () =>
            withVideo(body, limits, (file) => providerSummary(body, file, models, limits)),
          )
        }
        const model = baselineModel(context, 'video_summarization')
        const voices = body.enable_speaker_diarization ? providerModel(context, 'speaker_diarization', headers) : null
        const service = {
          keyFramesOnly: model === 'baseline-key-frames',
          model,
          parts: model === 'baseline-objects' ? partsOf(limits) : undefined,
          words: voices ?? providerModel(context, 'audio_transcription', headers),
          vocabulary: vocabularyOf(body.vocabulary),
          batchSize: batchSize(),
        }
        return traced('summarize_video_with_vlm', { model }, () =>
          withVideo(body, limits, (file) => summarizeVideo(body, { ...service, file }, limits)),
        )
      },
    )

    app.post<{ Body: DetectRequest }>(
      '/api/detection/detect',
      { schema: { body: detectRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        return detecting(limits.signal, (held) => {
          const detector = held.engine?.kind === 'objects' ? held.engine : undefined
          const service = {
            model: held.model,
            detector,
            vocabulary: vocabularyOf(body.vocabulary),
            batchSize: batchSize(),
          }
          return traced('detect_objects', { model: held.model }, () =>
            withVideo(body, limits, (file) => detectObjects(body, { ...service, file }, limits)),
          )
        })
      },
    )

    app.post<{ Body: TrackRequest }>(
      '/api/tracking/track',
      { schema: { body: trackRequest } },
      async ({ body }, reply) => {
        const model = useModel(registry, 'object_tracking')
        const limits = context.limits(clientSignal(reply))
        return traced('track_objects', { model }, () =>
          withVideo(body, limits, (file) => trackObjects(body, { file, model }, limits)),
        )
      },
    )

    app.post<{ Body: FollowRequest }>(
      '/api/tracking/follow',
      { schema: { body: followRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const follow = (detection?: { detector: ObjectDetector; model: string }) =>
          traced('follow_object', detection ? { model: detection.model } : {}, () =>
            withVideo(body, limits, (file) =>
              followObject(body, { file, detection, vocabulary: vocabularyOf(body.vocabulary) }, limits),
            ),
          )
        const followed = await partsOf(limits).objects((detector, model) => follow({ detector, model }))
        return followed instanceof Missing ? follow() : followed
      },
    )

    app.post<{ Body: TranscribeRequest }>(
      '/api/transcribe',
      { schema: { body: transcribeRequest } },
      async ({ body, headers }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const audio = await audioOf(body)
        const model = providerModel(context, 'audio_transcription', headers)
        if (!model)
          throw new Problem(503, 'Transcription is not available: no API key of a speech-to-text provider is at hand')
        return traced('transcribe_audio', byProvider(model), () =>
          audio(limits.signal, (path) =>
            transcribe(path, body.language, { model, listening: partsOf(limits).speech }, limits),
          ),
        )
      },
    )

    app.post<{ Body: DiarizeRequest }>(
      '/api/diarize',
      { schema: { body: diarizeRequest } },
      async ({ body, headers }, reply) => {
        if ((body.min_speakers ?? 1) > (body.max_speakers ?? Infinity))
          throw new Problem(422, 'min_speakers must not exceed max_speakers')
        const limits = context.limits(clientSignal(reply))
        const audio = await audioOf(body)
        const model = providerModel(context, 'speaker_diarization', headers)
        if (!model)
          throw new Problem(
            503,
            'Diarization is not available: no API key of a provider that tells voices apart is at hand',
          )
        return traced('diarize_audio', byProvider(model), () =>
          audio(limits.signal, (path) => diarize(path, model, limits)),
        )
      },
    )
  }
}
