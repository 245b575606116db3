import { elapsedSeconds } from '../elapsed.js'
import { speechHeard } from '../hearing/speech-in.js'
import { alignToSpeech } from '../hearing/speech-segments.js'
import { probeAudio } from '../media/probe.js'
import type { RunLimits } from '../media/run.js'
import { speechAudio } from '../media/speech-audio.js'
import type { Part } from '../models/parts.js'
import { Problem } from '../problem.js'
import type { ProviderModel } from './provider.js'
import { hearSpeech } from './hear-speech.js'

/** The models for a transcription. */
export interface Transcriber {
  model: ProviderModel
  /** Finds speech, if a speech detector is available. */
  listening: Part<'speech'>
}

/**
 * Transcribes a file; segments are aligned with the times of detected speech (MS-14). Throws 400 for a file without
 * sound.
 */
export async function transcribe(
  path: string,
  language: string | undefined,
  { model, listening }: Transcriber,
  limits: RunLimits,
) {
  const startedAt = performance.now()
  const { speech, duration } = await hear(path, language, model, limits)
  const spoken = await speechHeard(path, listening, limits)
  const aligned = spoken ? alignToSpeech(speech.segments, spoken) : speech.segments
  const segments = aligned.map(({ speaker: _speaker, ...segment }) => segment)
  return {
    text: speech.text,
    segments,
    language: speech.language,
    duration,
    processing_time: elapsedSeconds(startedAt),
    model_used: speech.model,
  }
}

/**
 * Returns who speaks when (MS-15). Throws 400 for a file without sound, 503 if the model does not distinguish voices.
 */
export async function diarize(path: string, model: ProviderModel, limits: RunLimits) {
  const startedAt = performance.now()
  const { speech } = await hear(path, undefined, model, limits)
  const segments = speech.segments.flatMap(({ speaker, start, end }) =>
    speaker === undefined ? [] : [{ speaker, start, end }],
  )
  if (segments.length === 0 && speech.segments.length > 0) {
    throw new Problem(503, `Diarization is not available: ${speech.model} names no speakers`)
  }
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))]
  return { segments, speakers, processing_time: elapsedSeconds(startedAt), model_used: speech.model }
}

async function hear(path: string, language: string | undefined, model: ProviderModel, limits: RunLimits) {
  if (!(await probeAudio(path, limits))) throw new Problem(400, 'The file holds no sound')
  const sound = await speechAudio(path, limits)
  return { speech: await hearSpeech(model, { ...sound, language }, limits.signal), duration: sound.duration }
}
