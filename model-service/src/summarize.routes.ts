import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { summarizeRequest, type SummarizeRequest } from './media.schema.js'
import { withVideo } from './media/sources.js'
import { batchSize, partsOf, vocabularyOf } from './models/request-parts.js'
import { baselineModel, providerModel } from './providers/choose.js'
import { providerSummary } from './providers/summary.js'
import { byProvider, traced } from './spans.js'
import { summarizeVideo } from './summarize/summarize.js'

/** Mounts the route that summarises a video. */
export const summarizeRoutes =
  (context: ServiceContext) =>
  async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: SummarizeRequest }>(
      '/api/summarize',
      { schema: { body: summarizeRequest } },
      async ({ body, headers }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const vision = providerModel(context, 'video_summarization', headers)
        if (vision) {
          const hearing = providerModel(context, 'audio_transcription', headers)
          const voices = providerModel(context, 'speaker_diarization', headers)
          const models = { vision, hearing, voices, listening: partsOf(context, limits).speech }
          return traced('summarize_video_external_api', byProvider(vision), () =>
            withVideo(context, body, limits, (file) => providerSummary(body, file, models, limits)),
          )
        }
        const model = baselineModel(context, 'video_summarization')
        const voices = body.enable_speaker_diarization ? providerModel(context, 'speaker_diarization', headers) : null
        const service = {
          keyFramesOnly: model === 'baseline-key-frames',
          model,
          parts: model === 'baseline-objects' ? partsOf(context, limits) : undefined,
          words: voices ?? providerModel(context, 'audio_transcription', headers),
          vocabulary: vocabularyOf(context, body.vocabulary),
          batchSize: batchSize(context),
        }
        return traced('summarize_video_with_vlm', { model }, () =>
          withVideo(context, body, limits, (file) => summarizeVideo(body, { ...service, file }, limits)),
        )
      },
    )
  }
