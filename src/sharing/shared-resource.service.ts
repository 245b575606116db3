import type { SharedType } from '../access/vocabulary.js'
import type { Context } from '../context.js'
import { joinBytes, type Chunks, type Piece } from '../lib/bytes.js'
import { shownAs } from '../shared-kinds.js'
import { namedReferences } from './named-references.service.js'

/** Matches every reference in a resource, and the persona of those that have one. */
const reference = /"(?:type|object|annotation|claim)Ref"|"claim(?:Event|Time|Location)Id":\s*"|"personaId"/

/**
 * Parses a resource to look for its references. Returns null without any, because a tree may contain thousands of
 * claims.
 */
function referring(printed: Chunks): unknown {
  const text = joinBytes(printed).toString()
  return reference.test(text) ? JSON.parse(text) : null
}

/**
 * Returns a resource in the form of its own GET route, or null if it refers to nothing. Throws NOT_FOUND if the actor
 * may not read it.
 */
export async function readReferring(ctx: Context, resourceType: SharedType, resourceId: string): Promise<unknown> {
  return referring(await shownAs(resourceType).print(ctx, resourceId))
}

/**
 * Prints `{resourceType, resourceId, resource, references}` as JSON text, which the routes for shared resources and
 * forks send; `references` holds the names of everything that the resource refers to. Throws NOT_FOUND if the actor may
 * not read the resource.
 */
export async function printResource(
  ctx: Context,
  resourceType: SharedType,
  resourceId: string,
): Promise<readonly Piece[]> {
  const before = `{"resourceType":"${resourceType}","resourceId":"${resourceId}","resource":`
  const resource = await shownAs(resourceType).print(ctx, resourceId)
  const references = await namedReferences(ctx, resourceType, resourceId, referring(resource))
  return [before, ...resource, `,"references":${JSON.stringify(references)}}`]
}
