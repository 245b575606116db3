import type { Context } from '../context.js'

/** AK-08: the caller's provider keys as headers, never anywhere else. */
export async function providerHeaders(_ctx: Context): Promise<Record<string, string>> {
  return {}
}
