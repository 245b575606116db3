import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Problem } from '../problem.js'
import { clampShare } from './form.js'
import { openaiClient } from './openai.js'
import type { ProviderModel } from './provider.js'
import type { Speech, SpeechQuestion } from './speech.js'
import { callProvider } from './transport.js'

const segment = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
  avg_logprob: Type.Optional(Type.Number()),
  speaker: Type.Optional(Type.String()),
})
const speechAnswer = Type.Object({
  text: Type.String(),
  language: Type.Optional(Type.String()),
  segments: Type.Optional(Type.Array(segment)),
})

/**
 * Transcribes a piece of sound. Models named whisper return times and confidences, models named diarize times and
 * speakers, all others one text without times. Throws 500 for an answer of another form.
 */
export async function openaiSpeech(
  model: ProviderModel,
  question: SpeechQuestion,
  signal: AbortSignal,
): Promise<Speech> {
  const { modelId } = model
  const { temperature, prompt } = question
  const answer: unknown = await callProvider(model, signal, async (send) => {
    const client = await openaiClient(model, send)
    const common = {
      model: modelId,
      file: new File([new Uint8Array(question.mp3)], 'speech.mp3', { type: 'audio/mpeg' }),
      ...(question.language && { language: question.language.split('-')[0] ?? question.language }),
      ...(temperature !== undefined && { temperature }),
    }
    if (modelId.includes('diarize')) {
      return client.audio.transcriptions.create({
        ...common,
        response_format: 'diarized_json',
        chunking_strategy: 'auto',
      })
    }
    // The model that distinguishes voices does not accept a prompt.
    const hinted = { ...common, ...(prompt !== undefined && { prompt }) }
    if (modelId.includes('whisper')) {
      return client.audio.transcriptions.create({
        ...hinted,
        response_format: 'verbose_json',
        timestamp_granularities: ['segment'],
      })
    }
    return client.audio.transcriptions.create({ ...hinted, response_format: 'json' })
  })
  if (!Value.Check(speechAnswer, answer))
    throw new Problem(500, 'openai gave a transcript in another form than documented')
  const whole = { start: 0, end: question.duration, text: answer.text }
  const parts: Static<typeof segment>[] = answer.segments ?? (answer.text.trim() ? [whole] : [])
  const segments = parts.map(({ start, end, text, avg_logprob: logProbability, speaker }) => ({
    start: Math.max(0, start),
    end: Math.max(0, start, end),
    text: text.trim(),
    confidence: logProbability === undefined ? null : clampShare(Math.exp(logProbability)),
    ...(speaker !== undefined && { speaker }),
  }))
  return { text: answer.text.trim(), segments, language: answer.language ?? question.language ?? null, model: modelId }
}
