import type { Static, TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Problem } from '../problem.js'
import { askAnthropic } from './anthropic.js'
import { askGoogle } from './google.js'
import { askOpenai } from './openai.js'
import type { Prompt, Reply } from './prompt.js'
import type { ProviderModel } from './provider.js'
import { callProvider } from './transport.js'

const askers = { anthropic: askAnthropic, openai: askOpenai, google: askGoogle }
const longestQuoted = 4000

/**
 * Calls a provider's model; returns its answer, which has the form of the prompt's schema, and the name of the model.
 * An answer of another form, or one in which `faultOf` finds a fault, is sent back once for repair; if the second one
 * is wrong too, throws 500.
 */
export async function ask<Schema extends TObject>(
  model: ProviderModel,
  prompt: Prompt<Schema>,
  signal: AbortSignal,
  faultOf: (value: Static<Schema>) => string | undefined = () => undefined,
): Promise<{ value: Static<Schema>; model: string }> {
  const first = await reply(model, prompt, signal)
  const answered = read(prompt.schema, first.text, faultOf)
  if ('value' in answered) return { value: answered.value, model: first.model }
  const complaint =
    `You were asked before and answered:\n${first.text.slice(0, longestQuoted)}\n\nThat answer is wrong: ${answered.fault}. ` +
    'Answer again in the required form.'
  const second = await reply(model, { ...prompt, parts: [...prompt.parts, { text: complaint }] }, signal)
  const repaired = read(prompt.schema, second.text, faultOf)
  if ('value' in repaired) return { value: repaired.value, model: second.model }
  throw new Problem(500, `${model.provider} answered twice in another form than asked for: ${repaired.fault}`)
}

async function reply(model: ProviderModel, prompt: Prompt, signal: AbortSignal): Promise<Reply> {
  return callProvider(model, signal, (send) => askers[model.provider](model, prompt, send))
}

function read<Schema extends TObject>(
  schema: Schema,
  text: string,
  faultOf: (value: Static<Schema>) => string | undefined,
): { value: Static<Schema> } | { fault: string } {
  let value: unknown
  try {
    // Some models put a fence around their JSON regardless of the instructions.
    value = JSON.parse(text.trim().replace(/^```(?:json)?\s*|\s*```$/g, ''))
  } catch {
    return { fault: text.trim() === '' ? 'it is empty' : 'it is not JSON' }
  }
  // Properties outside the schema are harmless: remove them.
  const cleaned = Value.Clean(schema, value)
  if (!Value.Check(schema, cleaned)) {
    const fault = Value.Errors(schema, cleaned).First()
    return { fault: `${fault?.path || '/'} ${fault?.message ?? 'has the wrong form'}` }
  }
  const fault = faultOf(cleaned)
  return fault === undefined ? { value: cleaned } : { fault }
}
