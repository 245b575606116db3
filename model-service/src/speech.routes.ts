import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { diarizeRequest, transcribeRequest, type DiarizeRequest, type TranscribeRequest } from './media.schema.js'
import { audioOf } from './media/sources.js'
import { partsOf } from './models/request-parts.js'
import { Problem } from './problem.js'
import { providerModel } from './providers/choose.js'
import { diarize, transcribe } from './providers/transcript.js'
import { byProvider, traced } from './spans.js'

/** Mounts the routes that turn speech into text, and distinguish voices. */
export const speechRoutes =
  (context: ServiceContext) =>
  async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: TranscribeRequest }>(
      '/api/transcribe',
      { schema: { body: transcribeRequest } },
      async ({ body, headers }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const audio = await audioOf(context, body)
        const model = providerModel(context, 'audio_transcription', headers)
        if (!model)
          throw new Problem(503, 'Transcription is not available: no API key of a speech-to-text provider is at hand')
        return traced('transcribe_audio', byProvider(model), () =>
          audio(limits.signal, (path) =>
            transcribe(path, body.language, { model, listening: partsOf(context, limits).speech }, limits),
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
        const audio = await audioOf(context, body)
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
