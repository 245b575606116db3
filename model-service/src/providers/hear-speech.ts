import { Problem } from '../problem.js'
import { googleSpeech } from './google-speech.js'
import { openaiSpeech } from './openai-speech.js'
import type { ProviderModel } from './provider.js'
import type { Speech, SpeechQuestion } from './speech.js'

/** Lets a provider transcribe a piece of sound. Throws 503 for a provider whose models do not accept sound. */
export async function hearSpeech(model: ProviderModel, question: SpeechQuestion, signal: AbortSignal): Promise<Speech> {
  if (model.provider === 'openai') return openaiSpeech(model, question, signal)
  if (model.provider === 'google') return googleSpeech(model, question, signal)
  throw new Problem(
    503,
    `${model.provider} cannot transcribe: select a model of openai or google for audio_transcription`,
  )
}
