import type { ContentType } from '../access/vocabulary.js'
import { printAnnotation } from '../annotations/annotation.service.js'
import { printClaim } from '../claims/claim-read.service.js'
import type { Context } from '../context.js'
import type { Chunks, Piece } from '../lib/bytes.js'
import { getPersona } from '../personas/persona.service.js'
import { printSummary } from '../summaries/summary-read.service.js'
import { printWorld } from '../world/world.service.js'

/**
 * Prints a resource of each kind as its own GET route does, as JSON text. Throws NOT_FOUND if the actor may not read
 * it.
 */
const printers: Record<ContentType, (ctx: Context, id: string) => Promise<Chunks>> = {
  annotation: printAnnotation,
  summary: async (ctx, id) => (await printSummary(ctx, { id })).text,
  claim: async (ctx, id) => (await printClaim(ctx, id)).text,
  persona: async (ctx, id) => {
    const { version: _version, ...persona } = await getPersona(ctx, id)
    return [Buffer.from(JSON.stringify(persona))]
  },
  world_state: async (ctx, id) => [Buffer.from(await printWorld(ctx, id))],
}

/**
 * Prints `{resourceType, resourceId, resource}` as JSON text, which is what the routes for shared resources and forks
 * send. Throws NOT_FOUND if the actor may not read the resource.
 */
export async function printResource(
  ctx: Context,
  resourceType: ContentType,
  resourceId: string,
): Promise<readonly Piece[]> {
  const before = `{"resourceType":"${resourceType}","resourceId":"${resourceId}","resource":`
  return [before, ...(await printers[resourceType](ctx, resourceId)), '}']
}
