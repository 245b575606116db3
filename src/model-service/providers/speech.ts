import { Problem } from '../problem.js'
import { googleSpeech } from './google-speech.js'
import { openaiSpeech } from './openai-speech.js'
import type { ProviderModel } from './provider.js'

export interface SpeechSegment {
  /** Seconds. */
  start: number
  end: number
  text: string
  /** 0 to 1; null where the model does not tell. */
  confidence: number | null
  /** Only where the model tells voices apart. */
  speaker?: string
}

export interface Speech {
  text: string
  segments: SpeechSegment[]
  language: string | null
  model: string
}

export interface SpeechQuestion {
  mp3: Buffer
  /** Seconds. */
  duration: number
  language: string | undefined
  temperature?: number | undefined
  /** Names and terms that may be said. */
  prompt?: string | undefined
}

/** What is said in a piece of sound, by a provider that can hear. */
export async function hearSpeech(model: ProviderModel, question: SpeechQuestion, signal: AbortSignal): Promise<Speech> {
  if (model.provider === 'openai') return openaiSpeech(model, question, signal)
  if (model.provider === 'google') return googleSpeech(model, question, signal)
  throw new Problem(
    503,
    `${model.provider} cannot transcribe: select a model of openai or google for audio_transcription`,
  )
}
