import { callWithKey } from '../../accounts/provider-call.js'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { AppError, notFound, validation } from '../../lib/errors.js'
import { namedFault } from '../named-fault.js'
import { speakersOf, type Turn } from './speakers.js'
import type { TranscribeInput, Transcript } from './transcript.shape.js'
import { getVideo, modelSource } from '../video.service.js'

/**
 * Transcribes a video that the actor may see and, on request, distinguishes its speakers (V-21 to V-25). Stores
 * nothing. Throws VALIDATION_ERROR for invalid numbers of speakers, NOT_FOUND, and the faults of the model service.
 */
export async function transcribeVideo(ctx: Context, id: string, input: TranscribeInput): Promise<Transcript> {
  if (input.enableDiarization) checkSpeakers(input)
  const video = await getVideo(ctx, id)
  const { path, url } = await modelSource(ctx, video)
  const audio = { audio_path: path, ...(url !== undefined && { audio_url: url }) }
  const request = { ...audio, ...(input.language && { language: input.language }) }
  const heard = await callWithKey(ctx, 'audio_transcription', (headers) =>
    ctx.modelService.ask('transcribe', request, { ...callOptions(ctx), headers }),
  ).catch((error: unknown) => {
    throw transcribeFault(error)
  })
  const { text, language, duration, processing_time: processingTime, model_used: modelUsed } = heard
  const voices = input.enableDiarization ? await diarize(ctx, audio, input) : null
  const names = voices ? speakersOf(heard.segments, voices.segments, voices.speakers) : []
  const segments = heard.segments.map(({ start, end, text: words, confidence = null }, index) => ({
    start,
    end,
    text: words,
    confidence,
    speaker: names[index] ?? null,
  }))
  return {
    text,
    segments,
    language,
    duration,
    processingTime,
    modelUsed,
    ...(voices && {
      speakers: voices.speakers,
      diarizationModelUsed: voices.model_used,
      diarizationProcessingTime: voices.processing_time,
    }),
  }
}

interface Voices {
  segments: Turn[]
  speakers: string[]
  processing_time: number
  model_used: string
}

const callOptions = (ctx: Context) => ({ signal: ctx.clientGone(), waits: requireActor(ctx).userId })

/** Returns the speakers. Returns null if that fails: a transcript without speakers is still useful (V-24). */
async function diarize(
  ctx: Context,
  audio: { audio_path: string; audio_url?: string },
  { numSpeakers, minSpeakers, maxSpeakers }: TranscribeInput,
): Promise<Voices | null> {
  try {
    const request = {
      ...audio,
      ...(numSpeakers != null && { num_speakers: numSpeakers }),
      ...(minSpeakers != null && { min_speakers: minSpeakers }),
      ...(maxSpeakers != null && { max_speakers: maxSpeakers }),
    }
    return await callWithKey(ctx, 'speaker_diarization', (headers) =>
      ctx.modelService.ask('diarize', request, { ...callOptions(ctx), headers }),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.log.warn({ err: error }, 'speakers could not be told apart')
    return null
  }
}

function checkSpeakers({ numSpeakers, minSpeakers, maxSpeakers }: TranscribeInput): void {
  const faults = Object.entries({ numSpeakers, minSpeakers, maxSpeakers })
    .filter(([, value]) => value != null && value < 1)
    .map(([field]) => ({ field, message: 'must be at least 1' }))
  if (minSpeakers != null && maxSpeakers != null && minSpeakers > maxSpeakers) {
    faults.push({ field: 'minSpeakers', message: 'must not exceed maxSpeakers' })
  }
  if (faults.length) throw validation(faults)
}

/**
 * Returns the error of this route: a file that the model service does not find is answered like a missing video
 * (MS-19).
 */
function transcribeFault(error: unknown): unknown {
  return error instanceof AppError && error.code === 'NOT_FOUND' ? notFound('Video') : namedFault(error)
}
