import type { IncomingHttpHeaders } from 'node:http'
import type { ModelServiceConfig } from '../config.js'

/** The providers in the order in which they are tried if several have a key and none is selected. */
export const providerNames = ['anthropic', 'openai', 'google'] as const

export type ProviderName = (typeof providerNames)[number]

/** How a provider is called; may change while the service runs (MS-13). */
export interface ProviderSettings {
  endpoint: string
  /** Time limit of one attempt. */
  timeoutSeconds: number
  /** Attempts after the first. */
  maxRetries: number
}

export type ProviderSettingsByName = Record<ProviderName, ProviderSettings>

/** A model of a provider and the API key to call it with. The key is sent to that provider only. */
export interface ProviderModel {
  provider: ProviderName
  modelId: string
  apiKey: string
  settings: ProviderSettings
}

const names: readonly string[] = providerNames

export function isProvider(name: string | undefined): name is ProviderName {
  return name !== undefined && names.includes(name)
}

/**
 * Returns the initial settings, which a reconfiguration may change (MS-13): endpoints from the environment, two minutes
 * per attempt, two retries.
 */
export function initialSettings(endpoints: ModelServiceConfig['providerEndpoints']): ProviderSettingsByName {
  const settings = (endpoint: string): ProviderSettings => ({ endpoint, timeoutSeconds: 120, maxRetries: 2 })
  return {
    anthropic: settings(endpoints.anthropic),
    openai: settings(endpoints.openai),
    google: settings(endpoints.google),
  }
}

/** Returns the provider's API key from the request headers; null if the request has none. */
export function sentKey(headers: IncomingHttpHeaders, name: ProviderName): string | null {
  const sent = headers[`x-provider-api-key-${name}`]
  return (typeof sent === 'string' && sent.trim()) || null
}

/**
 * Returns the provider's API key to use: that of the request, else that of the environment; null if both are missing
 * (AK-07, AK-08).
 */
export function providerKey(
  headers: IncomingHttpHeaders,
  config: Pick<ModelServiceConfig, 'providerKeys'>,
  name: ProviderName,
): string | null {
  return sentKey(headers, name) ?? config.providerKeys[name]
}
