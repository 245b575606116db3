import { createUnionType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Annotation } from '../../annotations/annotation.type.js'
import { ownerOf } from '../../documents/gloss-owner.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { GlossItem } from '../../graphql/gloss.js'
import { load } from '../../lib/load.js'
import { OntologyType } from '../../personas/persona.type.js'
import { objectsReferred } from '../../world/referred.service.js'
import type { WorldKind } from '../../world/world-kinds.js'
import { Entity, EntityCollection, Event, EventCollection, TimeCollection, TimeObject } from '../../world/world.type.js'
import { Claim } from '../claim.type.js'
import { targetsOfOwned } from './gloss-targets.js'

export const GlossTarget = createUnionType({
  name: 'GlossTarget',
  description: 'What an item of rich text can refer to.',
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

@Resolver(() => GlossItem)
export class GlossResolver {
  @FieldResolver(() => GlossTarget, {
    nullable: true,
    description:
      'What the item refers to; null for plain text and where that does not exist. Of a type or world object that ' +
      'only the text lets the caller read, name, type and picture are shown, no more.',
  })
  target(@Ctx() ctx: GraphQLContext, @Root() item: GlossItem): Promise<typeof GlossTarget | null> {
    return load(ctx, targetsOfOwned, { item, owner: ownerOf(item) }) as Promise<typeof GlossTarget | null>
  }
}

/** Returns the object that a claim names, from the worlds of its creator and project; null when unset or not found. */
async function named(ctx: GraphQLContext, claim: Claim, kind: WorldKind, key: string | null): Promise<object | null> {
  const { createdBy, projectId } = claim
  return load(ctx, objectsReferred, { owner: { createdBy, projectId }, kind, key })
}

@Resolver(() => Claim)
export class ClaimContextResolver {
  @FieldResolver(() => Event, {
    nullable: true,
    description:
      "The event that `claimEventId` names in the worlds of the claim's creator and project; null when unset or " +
      'not found.',
  })
  async claimEvent(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<Event | null> {
    return (await named(ctx, claim, 'event', claim.claimEventId)) as Event | null
  }

  @FieldResolver(() => TimeObject, {
    nullable: true,
    description:
      "The time that `claimTimeId` names in the worlds of the claim's creator and project; null when unset or " +
      'not found.',
  })
  async claimTime(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<TimeObject | null> {
    return (await named(ctx, claim, 'time', claim.claimTimeId)) as TimeObject | null
  }

  @FieldResolver(() => Entity, {
    nullable: true,
    description:
      "The entity that `claimLocationId` names in the worlds of the claim's creator and project; null when unset or " +
      'not found.',
  })
  async claimLocation(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<Entity | null> {
    return (await named(ctx, claim, 'entity', claim.claimLocationId)) as Entity | null
  }
}
