import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { load } from '../lib/load.js'
import { worldObjectsByKeys } from './world-object.service.js'
import { bodyOf, idsOf, kindNamed, textOf } from './world-references.js'
import { assignmentsOf, worldObject } from './world-rows.js'
import {
  Entity,
  EntityCollection,
  Event,
  EventCollection,
  TimeCollection,
  TimeObject,
  TypeAssignment,
  WorldObject,
  WorldRelation,
} from './world.type.js'
import type { WorldKind } from '../lib/world-kinds.js'

/** The object of the same world that a field names; null where it names none or one that is gone. */
async function referred(ctx: GraphQLContext, { worldId }: WorldObject, kind: WorldKind | null, key: string | null) {
  const row = key === null ? undefined : await load(ctx, worldObjectsByKeys, { worldId, kind, key })
  return row ? worldObject(row) : null
}

function referredAll(ctx: GraphQLContext, object: WorldObject, kind: WorldKind, keys: readonly string[]) {
  // Before anything is looked up: a few bytes of a stored list ask for an object each.
  ctx.budget.announceObjects(keys.length)
  return Promise.all(keys.map((key) => referred(ctx, object, kind, key)))
}

const fieldOf = (object: WorldObject, name: string) => bodyOf(object.body)[name]

@Resolver(() => Entity)
export class EntityResolver {
  @FieldResolver(() => [TypeAssignment], { description: 'The types that personas give it.' })
  typeAssignments(@Root() entity: Entity): TypeAssignment[] {
    return assignmentsOf(entity, 'typeAssignments', 'entity')
  }
}

@Resolver(() => Event)
export class EventResolver {
  @FieldResolver(() => [TypeAssignment], { description: 'The event types that personas see in it.' })
  interpretations(@Root() event: Event): TypeAssignment[] {
    return assignmentsOf(event, 'personaInterpretations', 'event')
  }

  @FieldResolver(() => TimeObject, { nullable: true, description: 'When it starts.' })
  startTime(@Ctx() ctx: GraphQLContext, @Root() event: Event): Promise<TimeObject | null> {
    return referred(ctx, event, 'time', textOf(fieldOf(event, 'startTime')))
  }

  @FieldResolver(() => TimeObject, { nullable: true, description: 'When it ends.' })
  endTime(@Ctx() ctx: GraphQLContext, @Root() event: Event): Promise<TimeObject | null> {
    return referred(ctx, event, 'time', textOf(fieldOf(event, 'endTime')))
  }

  @FieldResolver(() => Entity, { nullable: true, description: 'Where it happens.' })
  location(@Ctx() ctx: GraphQLContext, @Root() event: Event): Promise<Entity | null> {
    return referred(ctx, event, 'entity', textOf(fieldOf(event, 'location')) ?? textOf(fieldOf(event, 'locationId')))
  }

  @FieldResolver(() => [Entity], {
    nullable: 'items',
    description: 'Who takes part; null for an id that no entity has.',
  })
  participants(@Ctx() ctx: GraphQLContext, @Root() event: Event): Promise<(Entity | null)[]> {
    return referredAll(ctx, event, 'entity', idsOf(fieldOf(event, 'participants'), 'entityId'))
  }
}

@Resolver(() => EntityCollection)
export class EntityCollectionResolver {
  @FieldResolver(() => [Entity], { nullable: 'items', description: 'Its entities; null for an id that no entity has.' })
  members(@Ctx() ctx: GraphQLContext, @Root() collection: EntityCollection): Promise<(Entity | null)[]> {
    return referredAll(ctx, collection, 'entity', idsOf(fieldOf(collection, 'entityIds')))
  }

  @FieldResolver(() => [TypeAssignment], { description: 'The types that personas give it.' })
  typeAssignments(@Root() collection: EntityCollection): TypeAssignment[] {
    return assignmentsOf(collection, 'typeAssignments', 'entity')
  }
}

@Resolver(() => EventCollection)
export class EventCollectionResolver {
  @FieldResolver(() => [Event], { nullable: 'items', description: 'Its events; null for an id that no event has.' })
  members(@Ctx() ctx: GraphQLContext, @Root() collection: EventCollection): Promise<(Event | null)[]> {
    return referredAll(ctx, collection, 'event', idsOf(fieldOf(collection, 'eventIds')))
  }

  @FieldResolver(() => [TypeAssignment], { description: 'The event types that personas give it.' })
  typeAssignments(@Root() collection: EventCollection): TypeAssignment[] {
    return assignmentsOf(collection, 'typeAssignments', 'event')
  }
}

@Resolver(() => TimeCollection)
export class TimeCollectionResolver {
  @FieldResolver(() => [TimeObject], { nullable: 'items', description: 'Its times; null for an id that no time has.' })
  members(@Ctx() ctx: GraphQLContext, @Root() collection: TimeCollection): Promise<(TimeObject | null)[]> {
    return referredAll(ctx, collection, 'time', idsOf(fieldOf(collection, 'timeIds') ?? fieldOf(collection, 'times')))
  }
}

@Resolver(() => WorldRelation)
export class WorldRelationResolver {
  @FieldResolver(() => String, { nullable: true, description: 'Id or name of the relation type.' })
  relationType(@Root() relation: WorldRelation): string | null {
    return textOf(fieldOf(relation, 'relationTypeId')) ?? textOf(fieldOf(relation, 'relationType'))
  }

  @FieldResolver(() => WorldObject, { nullable: true, description: 'The object that it starts from.' })
  source(@Ctx() ctx: GraphQLContext, @Root() relation: WorldRelation): Promise<WorldObject | null> {
    return end(ctx, relation, 'source')
  }

  @FieldResolver(() => WorldObject, { nullable: true, description: 'The object that it points to.' })
  target(@Ctx() ctx: GraphQLContext, @Root() relation: WorldRelation): Promise<WorldObject | null> {
    return end(ctx, relation, 'target')
  }
}

function end(ctx: GraphQLContext, relation: WorldRelation, side: 'source' | 'target') {
  return referred(ctx, relation, kindNamed(fieldOf(relation, `${side}Type`)), textOf(fieldOf(relation, `${side}Id`)))
}
