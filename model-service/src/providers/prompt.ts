import type { TObject } from '@sinclair/typebox'

export type PromptPart = { text: string } | { jpeg: Buffer } | { mp3: Buffer }

/**
 * One question to a model. The schema must keep to what all providers accept: every property required, none additional,
 * no ranges.
 */
export interface Prompt<Schema extends TObject = TObject> {
  /** Name of the answer's form: letters and underscores. */
  name: string
  instructions: string
  parts: PromptPart[]
  schema: Schema
  sampling?: Sampling | undefined
}

/** Generation settings that a caller may override, named as in the request. */
export interface Sampling {
  temperature?: number
  top_p?: number
  max_tokens?: number
}

/** A model's answer. */
export interface Reply {
  /** JSON text, if the model followed its instructions. */
  text: string
  /** The model that answered, as the provider names it. */
  model: string
}

/** Default token limit for reasoning and answer together. */
export const mostOutputTokens = 16_000

/**
 * The time limit given to the SDKs: longer than all our retries together, because the transport applies the real one.
 */
export const sdkTimeoutMs = 24 * 3600 * 1000
