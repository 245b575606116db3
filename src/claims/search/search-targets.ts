import type { Context } from '../../context.js'
import { groupBy } from '../../lib/group-by.js'
import { compositeId } from '../../lib/composite-id.js'
import { ofType } from '../../graphql/node.js'
import { personasByIds } from '../../personas/persona.service.js'
import { summariesByIds } from '../../summaries/summary.service.js'
import { videosByIds } from '../../videos/video.service.js'
import { typesNamed } from '../../world/type-of-persona.js'
import { worldObjectsByKeys } from '../../world/world-object.service.js'
import { worldObject } from '../../world/world-rows.js'
import { claimsByIds } from '../claim.service.js'
import type { Hit } from './search.service.js'
import type { SearchKind } from './search.shape.js'

type Found = object | null
type Read = (ctx: Context, ids: readonly string[]) => Promise<readonly (Found | undefined)[]>

const rows =
  (type: string, byIds: (ctx: Context, ids: readonly string[]) => Promise<readonly (object | undefined)[]>): Read =>
  async (ctx, ids) =>
    (await byIds(ctx, ids)).map((row) => row && ofType(type, row))

const types: Read = (ctx, ids) =>
  typesNamed(
    ctx,
    ids.map(compositeId).map((id) => ({ personaId: id!.owner, kinds: [id!.kind], key: id!.key })),
  )

const objects =
  (kind: 'entity' | 'event'): Read =>
  async (ctx, ids) => {
    const keys = ids.map(compositeId).map((id) => ({ worldId: id!.owner, kind, key: id!.key }))
    return (await worldObjectsByKeys(ctx, keys)).map((row) => row && worldObject(row))
  }

const readers: Record<SearchKind, Read> = {
  claim: rows('Claim', claimsByIds),
  summary: rows('Summary', summariesByIds),
  type: types,
  entity: objects('entity'),
  event: objects('event'),
  persona: rows('Persona', personasByIds),
  video: rows('Video', videosByIds),
}

/**
 * Returns what the hits have found, by one statement for each kind; null for what has been deleted since. The search
 * itself has checked that the caller may read it.
 */
export async function targetsOfHits(ctx: Context, hits: readonly Hit[]): Promise<Found[]> {
  const found = new Map<Hit, Found>()
  for (const [kind, own] of groupBy(hits, (hit) => hit.kind)) {
    const ids = own.map((hit) => hit.found)
    const read = await readers[kind](ctx, ids)
    own.forEach((hit, at) => found.set(hit, read[at] ?? null))
  }
  return hits.map((hit) => found.get(hit) ?? null)
}
