import { carriedPictures } from '../access/carried.js'
import type { SharedType } from '../access/vocabulary.js'
import { nameOf, targetsOf } from '../claims/glosses/gloss-targets.js'
import type { Context } from '../context.js'
import { isGlossItem, type GlossItem } from '../documents/gloss.js'
import { withOwner, type GlossOwner } from '../documents/gloss-owner.js'
import { isObject, type JsonObject } from '../lib/json-walk.js'
import { namedPersonasByIds } from '../personas/persona.service.js'
import { shownAs } from '../shared-kinds.js'

/** A named target of a reference in a shared resource: a persona, or the target of an item of rich text. */
export interface NamedReference {
  type: string
  content: string
  refType: string | null
  refPersonaId: string | null
  name: string
  /** The names of the target's types; of a persona, its role. */
  types: string[]
  picture: unknown
}

/** The maximum number of references that are named for one resource. */
const mostReferences = 2000

const contextRefs = { claimEventId: 'event', claimTimeId: 'time', claimLocationId: 'entity' } as const

/**
 * Returns the references of a resource, each once. The resource is one that the actor may read, in the form of REST.
 */
export function referencesIn(resourceType: SharedType, resourceId: string, resource: unknown): GlossItem[] {
  const items = new Map<string, GlossItem>()
  collect(resource, shownAs(resourceType).owner?.(resourceId) ?? { createdBy: null, projectId: null }, items)
  return [...items.values()].slice(0, mostReferences)
}

/**
 * Returns the names of everything that a resource refers to. The actor may read the resource, which is in the form of
 * REST.
 */
export async function namedReferences(
  ctx: Context,
  resourceType: SharedType,
  resourceId: string,
  resource: unknown,
): Promise<NamedReference[]> {
  const references = referencesIn(resourceType, resourceId, resource)
  const targets = await targetsOf(ctx, references)
  const named = references.flatMap((item, at) => {
    const name = nameOf(targets[at])
    return name === undefined ? [] : [referenceTo(item, name, targets[at])]
  })
  return [...(await personaOf(ctx, resource)), ...named]
}

/** Collects references at any depth. An object that has an author owns the texts inside it. */
function collect(resource: unknown, owner: GlossOwner, items: Map<string, GlossItem>): void {
  const open: { value: unknown; owner: GlossOwner }[] = [{ value: resource, owner }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value } = next
    if (Array.isArray(value)) for (const one of value) open.push({ value: one, owner: next.owner })
    if (!isObject(value)) continue
    const of = ownerIn(value) ?? next.owner
    const label = labelOf(value)
    if (label) add(label, of, items)
    if (isGlossItem(value) && value.type !== 'text') add(value, of, items)
    for (const [member, refType] of Object.entries(contextRefs)) {
      const content = value[member]
      if (typeof content === 'string') add({ type: 'objectRef', content, refType }, of, items)
    }
    for (const one of Object.values(value)) open.push({ value: one, owner: of })
  }
}

/** Returns the author and the project of a summary, claim or annotation. */
function ownerIn(value: JsonObject): GlossOwner | undefined {
  const author = value['createdByUserId'] ?? value['createdBy']
  if (typeof author !== 'string') return undefined
  return { createdBy: author, projectId: typeof value['projectId'] === 'string' ? value['projectId'] : null }
}

/** Returns the reference in the label of an annotation; undefined for other objects. */
function labelOf({ label, frames, type, linkType, personaId }: JsonObject): GlossItem | undefined {
  if (typeof label !== 'string' || typeof type !== 'string' || !frames) return undefined
  if (type === 'object')
    return { type: 'objectRef', content: label, ...(typeof linkType === 'string' && { refType: linkType }) }
  return typeof personaId === 'string'
    ? { type: 'typeRef', content: label, refType: type, refPersonaId: personaId }
    : undefined
}

function add(item: GlossItem, owner: GlossOwner, items: Map<string, GlossItem>): void {
  const { type, content, refType, refPersonaId, refClaimId } = item
  const copy = {
    type,
    content,
    ...(refType && { refType }),
    ...(refPersonaId && { refPersonaId }),
    ...(refClaimId && { refClaimId }),
  }
  items.set(JSON.stringify([copy, owner]), withOwner([copy], owner)[0]!)
}

function referenceTo(
  { type, content, refType, refPersonaId }: GlossItem,
  name: string,
  target: unknown,
): NamedReference {
  const body = isObject(target) && isObject(target['body']) ? target['body'] : {}
  const assigned = [body['typeAssignments'], body['personaInterpretations']].flat()
  const types = assigned.flatMap((one) =>
    isObject(one) && typeof one['typeName'] === 'string' ? [one['typeName']] : [],
  )
  const picture = carriedPictures.map((member) => body[member]).find((one) => one !== undefined) ?? null
  return { type, content, refType: refType ?? null, refPersonaId: refPersonaId ?? null, name, types, picture }
}

async function personaOf(ctx: Context, resource: unknown): Promise<NamedReference[]> {
  const id = isObject(resource) ? resource['personaId'] : undefined
  if (typeof id !== 'string') return []
  const [persona] = await namedPersonasByIds(ctx, [id])
  if (!persona) return []
  const { name, role } = persona
  return [{ type: 'persona', content: id, refType: null, refPersonaId: null, name, types: [role], picture: null }]
}
