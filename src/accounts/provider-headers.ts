import { resolveProviderKeys } from './api-key.service.js'
import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'

/** AK-07, AK-08: the caller's provider keys, else the shared ones, as headers; never in a query, log, job or trace. */
export async function providerHeaders(ctx: Context): Promise<Record<string, string>> {
  const keys = await resolveProviderKeys(ctx, requireActor(ctx).userId)
  return Object.fromEntries(Object.entries(keys).map(([provider, key]) => [`x-provider-api-key-${provider}`, key]))
}
