import type { ContentType } from '../access/vocabulary.js'
import { printAnnotation } from '../annotations/annotation.service.js'
import { printClaim } from '../claims/claim-read.service.js'
import type { Context } from '../context.js'
import { getPersona } from '../personas/persona.service.js'
import { printSummary } from '../summaries/summary-read.service.js'
import { printWorld } from '../world/world.service.js'

/** The resource in its own GET form, as JSON text; NOT_FOUND for what the actor may not read. */
const printers: Record<ContentType, (ctx: Context, id: string) => Promise<string>> = {
  annotation: async (ctx, id) => (await printAnnotation(ctx, id)).toString(),
  summary: async (ctx, id) => (await printSummary(ctx, { id })).text.toString(),
  claim: async (ctx, id) => (await printClaim(ctx, id)).text.toString(),
  persona: async (ctx, id) => {
    const { version: _version, ...persona } = await getPersona(ctx, id)
    return JSON.stringify(persona)
  },
  world_state: printWorld,
}

/** ForkResult: `{resourceType, resourceId, resource}` as JSON text. */
export async function printResource(ctx: Context, resourceType: ContentType, resourceId: string): Promise<string> {
  return `{"resourceType":"${resourceType}","resourceId":"${resourceId}","resource":${await printers[resourceType](ctx, resourceId)}}`
}
