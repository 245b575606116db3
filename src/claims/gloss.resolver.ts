import { createUnionType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Annotation } from '../annotations/annotation.type.js'
import { annotationsByIds } from '../annotations/annotation.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import type { GlossItem as GlossRow } from '../lib/gloss.js'
import { load } from '../lib/load.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { OntologyType } from '../personas/persona.type.js'
import { ownerOf } from '../summaries/gloss-owner.js'
import { GlossItem } from '../summaries/summary.type.js'
import { typeOfPersona } from '../world/type-of-persona.js'
import { objectsOfOwners, type WorldKind } from '../world/world-object.service.js'
import { worldObject } from '../world/world-rows.js'
import { Entity, EntityCollection, Event, EventCollection, TimeCollection, TimeObject } from '../world/world.type.js'
import { Claim } from './claim.type.js'
import { claimsByIds } from './claim.service.js'

export const GlossTarget = createUnionType({
  name: 'GlossTarget',
  description: 'What a piece of rich text refers to.',
  types: () =>
    [
      OntologyType,
      Entity,
      Event,
      TimeObject,
      EntityCollection,
      EventCollection,
      TimeCollection,
      Annotation,
      Claim,
    ] as const,
  resolveType: (value) => (value as { __typename?: string }).__typename ?? 'OntologyType',
})

const typeKinds: Record<string, string> = { entity: 'entity', event: 'event', role: 'role', relation: 'relation' }
const objectKinds: Record<string, WorldKind> = {
  'entity-object': 'entity',
  'event-object': 'event',
  'time-object': 'time',
  'location-object': 'entity',
  entity: 'entity',
  event: 'event',
  time: 'time',
  location: 'entity',
}

/** One entry of the world of an owner: in whose world an id of `kind` is looked up. Null for a dangling id. */
export async function worldTarget(
  ctx: GraphQLContext,
  owner: { createdBy: string | null; projectId: string | null },
  kind: WorldKind | null,
  key: string | null,
) {
  if (key === null || !owner.createdBy) return null
  const row = await load(ctx, objectsOfOwners, { userId: owner.createdBy, projectId: owner.projectId, kind, key })
  return row ? worldObject(row) : null
}

async function named<T extends object>(
  typename: string,
  found: Promise<T | undefined>,
): Promise<(T & { __typename: string }) | null> {
  const row = await found
  return row ? { ...row, __typename: typename } : null
}

@Resolver(() => GlossItem)
export class GlossResolver {
  @FieldResolver(() => GlossTarget, {
    nullable: true,
    description: "What it refers to; null for plain text and for what is gone or not the viewer's to read.",
  })
  async target(@Ctx() ctx: GraphQLContext, @Root() item: GlossItem): Promise<typeof GlossTarget | null> {
    const { type, content, refType, refPersonaId, refClaimId } = item
    if (type === 'typeRef') {
      const first = typeKinds[refType ?? '']
      return typeOfPersona(
        ctx,
        refPersonaId ?? null,
        [...new Set([...(first ? [first] : []), 'entity', 'event', 'role', 'relation'])],
        content,
      )
    }
    if (type === 'objectRef') {
      const owner = ownerOf(item as GlossRow) ?? { createdBy: ctx.actor?.userId ?? null, projectId: null }
      return (await worldTarget(ctx, owner, objectKinds[refType ?? ''] ?? null, content)) as typeof GlossTarget | null
    }
    const id = type === 'claimRef' ? (refClaimId ?? content) : content
    if (!isUuid(id)) return null
    if (type === 'claimRef') return (await named('Claim', load(ctx, claimsByIds, normalUuid(id)))) as Claim | null
    if (type === 'annotationRef')
      return (await named('Annotation', load(ctx, annotationsByIds, normalUuid(id)))) as unknown as Annotation | null
    return null
  }
}

@Resolver(() => Claim)
export class ClaimContextResolver {
  @FieldResolver(() => Event, { nullable: true, description: 'The world event it is about.' })
  async claimEvent(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<Event | null> {
    return (await worldTarget(ctx, claim, 'event', claim.claimEventId)) as Event | null
  }

  @FieldResolver(() => TimeObject, { nullable: true, description: 'The world time it is about.' })
  async claimTime(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<TimeObject | null> {
    return (await worldTarget(ctx, claim, 'time', claim.claimTimeId)) as TimeObject | null
  }

  @FieldResolver(() => Entity, { nullable: true, description: 'The location, an entity of the world, it is about.' })
  async claimLocation(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<Entity | null> {
    return (await worldTarget(ctx, claim, 'entity', claim.claimLocationId)) as Entity | null
  }
}
