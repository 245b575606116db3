import type OpenAI from 'openai'
import { Problem } from '../problem.js'
import { mostOutputTokens, sdkTimeoutMs } from './prompt.js'
import type { Prompt, PromptPart, Reply } from './prompt.js'
import type { ProviderModel } from './provider.js'
import type { Send } from './transport.js'

/** Creates the client of the SDK. Its own retries, time limit and log are disabled, because `send` does all of that. */
export async function openaiClient({ apiKey, settings }: ProviderModel, send: Send): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    apiKey,
    baseURL: settings.endpoint,
    maxRetries: 0,
    timeout: sdkTimeoutMs,
    fetch: send,
    logLevel: 'off',
  })
}

/** Calls Chat Completions, which servers of other vendors implement as well. */
export async function askOpenai(model: ProviderModel, prompt: Prompt, send: Send): Promise<Reply> {
  const client = await openaiClient(model, send)
  const { temperature, top_p, max_tokens = mostOutputTokens } = prompt.sampling ?? {}
  const completion = await client.chat.completions.create({
    model: model.modelId,
    max_completion_tokens: max_tokens,
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    messages: [
      { role: 'system', content: prompt.instructions },
      { role: 'user', content: prompt.parts.map(partOf) },
    ],
    response_format: {
      type: 'json_schema',
      json_schema: { name: prompt.name, strict: true, schema: prompt.schema as unknown as Record<string, unknown> },
    },
  })
  const answer = completion.choices[0]?.message
  if (answer?.refusal) throw new Problem(500, 'openai declined to answer')
  return { text: answer?.content ?? '', model: completion.model || model.modelId }
}

function partOf(part: PromptPart): OpenAI.ChatCompletionContentPart {
  if ('text' in part) return { type: 'text', text: part.text }
  if ('mp3' in part) return { type: 'input_audio', input_audio: { data: part.mp3.toString('base64'), format: 'mp3' } }
  return { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${part.jpeg.toString('base64')}` } }
}
