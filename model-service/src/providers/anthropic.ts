import type Anthropic from '@anthropic-ai/sdk'
import { Problem } from '../problem.js'
import { mostOutputTokens, sdkTimeoutMs } from './prompt.js'
import type { Prompt, PromptPart, Reply } from './prompt.js'
import type { ProviderModel } from './provider.js'
import type { Send } from './transport.js'

/**
 * Calls the Messages API. The answer's form is set as an output format, not by a forced tool call, which the newest
 * models refuse.
 */
export async function askAnthropic(
  { modelId, apiKey, settings }: ProviderModel,
  prompt: Prompt,
  send: Send,
): Promise<Reply> {
  const { default: Client } = await import('@anthropic-ai/sdk')
  const client = new Client({
    apiKey,
    baseURL: settings.endpoint,
    maxRetries: 0,
    timeout: sdkTimeoutMs,
    fetch: send,
    logLevel: 'off',
  })
  const { temperature, top_p, max_tokens = mostOutputTokens } = prompt.sampling ?? {}
  const message = await client.messages.create({
    model: modelId,
    max_tokens,
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    system: prompt.instructions,
    messages: [{ role: 'user', content: prompt.parts.map(blockOf) }],
    output_config: { format: { type: 'json_schema', schema: prompt.schema as unknown as Record<string, unknown> } },
  })
  if (message.stop_reason === 'refusal') throw new Problem(500, 'anthropic declined to answer')
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  return { text, model: message.model || modelId }
}

function blockOf(part: PromptPart): Anthropic.ContentBlockParam {
  if ('text' in part) return { type: 'text', text: part.text }
  if ('mp3' in part) throw new Problem(500, 'anthropic takes no sound')
  return { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: part.jpeg.toString('base64') } }
}
