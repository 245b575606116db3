import type { ContentType } from '../access/vocabulary.js'
import { annotationText } from '../annotations/annotation.service.js'
import { printClaim } from '../claims/claim-read.service.js'
import type { Context } from '../context.js'
import { joinBytes, type Chunks, type Piece } from '../lib/bytes.js'
import { getPersona } from '../personas/persona.service.js'
import { printSummary } from '../summaries/summary-read.service.js'
import { namedReferences } from './named-references.service.js'
import { printWorld } from '../world/world.service.js'

/** Matches every reference in a claim. */
const reference = /"(?:type|object|annotation|claim)Ref"|"claim(?:Event|Time|Location)Id":\s*"/

/**
 * Parses the resource to look for its references. Returns null for a tree of claims without references, which may hold
 * thousands of claims and is not parsed.
 */
function referring(resourceType: ContentType, printed: Chunks): unknown {
  const text = joinBytes(printed).toString()
  return resourceType === 'claim' && !reference.test(text) ? null : JSON.parse(text)
}

/**
 * Returns a resource in the form of its own GET route, or null for a tree of claims without references. Throws
 * NOT_FOUND if the actor may not read it.
 */
export async function readReferring(ctx: Context, resourceType: ContentType, resourceId: string): Promise<unknown> {
  return referring(resourceType, await printers[resourceType](ctx, resourceId))
}

/**
 * Prints a resource of each kind as its own GET route does, as JSON text. Throws NOT_FOUND if the actor may not read
 * it.
 */
const printers: Record<ContentType, (ctx: Context, id: string) => Promise<Chunks>> = {
  annotation: annotationText,
  summary: async (ctx, id) => (await printSummary(ctx, { id })).text,
  claim: async (ctx, id) => (await printClaim(ctx, id)).text,
  persona: async (ctx, id) => {
    const { version: _version, ...persona } = await getPersona(ctx, id)
    return [Buffer.from(JSON.stringify(persona))]
  },
  world_state: async (ctx, id) => [Buffer.from(await printWorld(ctx, id))],
}

/**
 * Prints `{resourceType, resourceId, resource, references}` as JSON text, which the routes for shared resources and
 * forks send; `references` holds the names of everything that the resource refers to. Throws NOT_FOUND if the actor may
 * not read the resource.
 */
export async function printResource(
  ctx: Context,
  resourceType: ContentType,
  resourceId: string,
): Promise<readonly Piece[]> {
  const before = `{"resourceType":"${resourceType}","resourceId":"${resourceId}","resource":`
  const resource = await printers[resourceType](ctx, resourceId)
  const references = await namedReferences(ctx, resourceType, resourceId, referring(resourceType, resource))
  return [before, ...resource, `,"references":${JSON.stringify(references)}}`]
}
