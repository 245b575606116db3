import type { Part } from '@google/genai'
import { Problem } from '../problem.js'
import { mostOutputTokens } from './prompt.js'
import type { Prompt, PromptPart, Reply } from './prompt.js'
import type { ProviderModel } from './provider.js'
import type { Send } from './transport.js'

/** Calls generateContent of the Gemini API. */
export async function askGoogle(
  { modelId, apiKey, settings }: ProviderModel,
  prompt: Prompt,
  send: Send,
): Promise<Reply> {
  const { GoogleGenAI } = await import('@google/genai')
  const client = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl: settings.endpoint, fetch: send } })
  const { temperature, top_p, max_tokens = mostOutputTokens } = prompt.sampling ?? {}
  const response = await client.models.generateContent({
    model: modelId,
    contents: [{ role: 'user', parts: prompt.parts.map(partOf) }],
    config: {
      systemInstruction: prompt.instructions,
      maxOutputTokens: max_tokens,
      ...(temperature !== undefined && { temperature }),
      ...(top_p !== undefined && { topP: top_p }),
      responseMimeType: 'application/json',
      responseJsonSchema: prompt.schema,
    },
  })
  if (response.promptFeedback?.blockReason) throw new Problem(500, 'google declined to answer')
  const parts = response.candidates?.[0]?.content?.parts ?? []
  return {
    text: parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join(''),
    model: response.modelVersion ?? modelId,
  }
}

function partOf(part: PromptPart): Part {
  if ('text' in part) return { text: part.text }
  const [mimeType, bytes] = 'mp3' in part ? (['audio/mp3', part.mp3] as const) : (['image/jpeg', part.jpeg] as const)
  return { inlineData: { mimeType, data: bytes.toString('base64') } }
}
