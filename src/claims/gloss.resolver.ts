import { createUnionType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Annotation } from '../annotations/annotation.type.js'
import type { GraphQLContext } from '../graphql/context.js'
import { GlossItem } from '../graphql/gloss.js'
import { OntologyType } from '../personas/persona.type.js'
import { Entity, EntityCollection, Event, EventCollection, TimeCollection, TimeObject } from '../world/world.type.js'
import { Claim } from './claim.type.js'
import { targetsOf, worldTarget } from './gloss-targets.js'

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

@Resolver(() => GlossItem)
export class GlossResolver {
  @FieldResolver(() => GlossTarget, {
    nullable: true,
    description: "What it refers to; null for plain text and for what is gone or not the viewer's to read.",
  })
  async target(@Ctx() ctx: GraphQLContext, @Root() item: GlossItem): Promise<typeof GlossTarget | null> {
    return (await targetsOf(ctx, [item]))[0] as typeof GlossTarget | null
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
