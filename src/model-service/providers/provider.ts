import type { IncomingHttpHeaders } from 'node:http'
import type { ModelServiceConfig } from '../config.js'

/** In the order in which they are tried when several have a key and none is selected. */
export const providerNames = ['anthropic', 'openai', 'google'] as const

export type ProviderName = (typeof providerNames)[number]

/** How a provider is called; may change while the service runs (MS-13). */
export interface ProviderSettings {
  endpoint: string
  /** Longest wait for one attempt. */
  timeoutSeconds: number
  /** Attempts after the first. */
  maxRetries: number
}

export type ProviderSettingsByName = Record<ProviderName, ProviderSettings>

/** A model of a provider and the key that opens it. The key goes to the provider and nowhere else. */
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

/** What applies until MS-13 changes it: the endpoints of the environment, two minutes an attempt, two retries. */
export function initialSettings(endpoints: ModelServiceConfig['providerEndpoints']): ProviderSettingsByName {
  const settings = (endpoint: string): ProviderSettings => ({ endpoint, timeoutSeconds: 120, maxRetries: 2 })
  return {
    anthropic: settings(endpoints.anthropic),
    openai: settings(endpoints.openai),
    google: settings(endpoints.google),
  }
}

/** The key of a provider that came with the request. */
export function sentKey(headers: IncomingHttpHeaders, name: ProviderName): string | null {
  const sent = headers[`x-provider-api-key-${name}`]
  return (typeof sent === 'string' && sent.trim()) || null
}

/** AK-07, AK-08: the key that came with the request, else the one of the environment. */
export function providerKey(
  headers: IncomingHttpHeaders,
  config: Pick<ModelServiceConfig, 'providerKeys'>,
  name: ProviderName,
): string | null {
  return sentKey(headers, name) ?? config.providerKeys[name]
}
