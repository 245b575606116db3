import { Args, Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql'
import type { GraphQLContext } from '../../graphql/context.js'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { ResolverClass } from '../../graphql/classes.js'
import { OntologyType } from '../../personas/persona.type.js'
import { placeOfObject, placeOfType } from '../../world/named-things.js'
import {
  Entity,
  EntityCollection,
  Event,
  EventCollection,
  TimeCollection,
  TimeObject,
  type WorldObject,
} from '../../world/world.type.js'
import { claimFilter, pageOfClaims, type ClaimPlace } from './claim-list.service.js'
import { ClaimConnection, ClaimsArgs, type Claim } from '../claim.type.js'

function page(ctx: GraphQLContext, place: ClaimPlace, { filter, ...args }: ClaimsArgs) {
  return pageOfClaims(ctx, place, args, claimFilter({ ...filter })) as Promise<ConnectionOf<Claim>>
}

/** Returns the field `claims` of a type of world objects. */
function claimsOf(type: ClassType<WorldObject>): ResolverClass {
  @Resolver(() => type)
  class OfObject {
    @FieldResolver(() => ClaimConnection, {
      description:
        'The claims that refer to it in their rich text or as their event, time or location and that the caller may ' +
        'read, oldest first. They are by the owner of its world or, for a world in a project, by any of its members.',
    })
    claims(
      @Ctx() ctx: GraphQLContext,
      @Root() object: WorldObject,
      @Args(() => ClaimsArgs) args: ClaimsArgs,
    ): Promise<ConnectionOf<Claim>> {
      return page(ctx, placeOfObject(object), args)
    }
  }
  return OfObject
}

export const EntityClaimsResolver = claimsOf(Entity)
export const EventClaimsResolver = claimsOf(Event)
export const TimeClaimsResolver = claimsOf(TimeObject)
export const EntityCollectionClaimsResolver = claimsOf(EntityCollection)
export const EventCollectionClaimsResolver = claimsOf(EventCollection)
export const TimeCollectionClaimsResolver = claimsOf(TimeCollection)

@Resolver(() => OntologyType)
export class TypeClaimsResolver {
  @FieldResolver(() => ClaimConnection, {
    description: 'The claims that refer to the type in their rich text and that the caller may read, oldest first.',
  })
  claims(
    @Ctx() ctx: GraphQLContext,
    @Root() type: OntologyType,
    @Args(() => ClaimsArgs) args: ClaimsArgs,
  ): Promise<ConnectionOf<Claim>> {
    return page(ctx, placeOfType(type), args)
  }
}
