import type { Context } from '../../context.js'
import { compositeId } from '../../lib/composite-id.js'
import { groupBy } from '../../lib/group-by.js'
import { readTargets, RowReference, type Target } from '../../lib/target.js'
import { personasByIds } from '../../personas/persona.service.js'
import { summariesByIds } from '../../summaries/summary.service.js'
import { videosByIds } from '../../videos/video.service.js'
import { typesNamed } from '../../world/type-of-persona.js'
import { worldObjectsByKeys } from '../../world/world-object.service.js'
import { worldObject } from '../../world/world-rows.js'
import { claimsByIds } from '../claim.service.js'
import type { Hit } from './search.service.js'
import type { SearchKind } from './search.shape.js'

/** Returns the targets with these ids, one entry per id. */
type Read = (ctx: Context, ids: readonly string[]) => Promise<readonly Target[]>

const types: Read = (ctx, ids) =>
  typesNamed(
    ctx,
    ids.map(compositeId).map((id) => ({ personaId: id!.owner, kinds: [id!.kind], key: id!.key })),
  )

const objects =
  (kind: 'entity' | 'event'): Read =>
  async (ctx, ids) => {
    const keys = ids.map(compositeId).map((id) => ({ worldId: id!.owner, kind, key: id!.key }))
    return (await worldObjectsByKeys(ctx, keys)).map((row) => (row ? worldObject(row) : null))
  }

const readers: Partial<Record<SearchKind, Read>> = {
  entity_type: types,
  event_type: types,
  role_type: types,
  relation_type: types,
  entity: objects('entity'),
  event: objects('event'),
}

const rowTypes: Record<SearchKind, string> = {
  claim: 'Claim',
  summary: 'Summary',
  entity_type: 'OntologyType',
  event_type: 'OntologyType',
  role_type: 'OntologyType',
  relation_type: 'OntologyType',
  entity: 'Entity',
  event: 'Event',
  persona: 'Persona',
  video: 'Video',
}

/** Returns the row that a hit has found. */
export const rowOfHit = ({ kind, found }: Hit): RowReference => new RowReference(rowTypes[kind], found)

/**
 * Returns what the hits have found, one entry per hit: references to rows, or types and world objects, by one statement
 * for each kind; null for a type or object that has been deleted since. The search itself has checked that the caller
 * may read it.
 */
async function referencesOfHits(ctx: Context, hits: readonly Hit[]): Promise<Target[]> {
  const found = new Map<Hit, Target>()
  for (const [kind, own] of groupBy(hits, (hit) => hit.kind)) {
    const read = await readers[kind]?.(
      ctx,
      own.map((hit) => hit.found),
    )
    own.forEach((hit, at) => found.set(hit, read ? read[at]! : rowOfHit(hit)))
  }
  return hits.map((hit) => found.get(hit)!)
}

const rowReaders = { Claim: claimsByIds, Summary: summariesByIds, Persona: personasByIds, Video: videosByIds }

/** Returns what the hits have found as objects; null for what has been deleted since. */
export async function targetsOfHits(ctx: Context, hits: readonly Hit[]): Promise<(object | null)[]> {
  return readTargets(ctx, await referencesOfHits(ctx, hits), rowReaders)
}
