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
import type { WorldKind } from './world-kinds.js'

/** Returns the object of the same world to which a field refers; null for an empty field or a dangling id. */
async function referred(ctx: GraphQLContext, { worldId }: WorldObject, kind: WorldKind | null, key: string | null) {
  const row = key === null ? undefined : await load(ctx, worldObjectsByKeys, { worldId, kind, key })
  return row ? worldObject(row) : null
}

function referredAll(ctx: GraphQLContext, object: WorldObject, kind: WorldKind, keys: readonly string[]) {
  // Charge the budget before anything is looked up: a short stored list can ask for many objects.
  ctx.budget.announceObjects(keys.length)
  return Promise.all(keys.map((key) => referred(ctx, object, kind, key)))
}

const fieldOf = (object: WorldObject, name: string) => bodyOf(object.body)[name]

@Resolver(() => Entity)
export class EntityResolver {
  @FieldResolver(() => [TypeAssignment], {
    nullable: true,
    description: 'The ontology types that personas assign to the entity; null if it has no list of them.',
  })
  typeAssignments(@Root() entity: Entity): TypeAssignment[] | null {
    return assignmentsOf(entity, 'typeAssignments', 'entity')
  }
}

@Resolver(() => Event)
export class EventResolver {
  @FieldResolver(() => [TypeAssignment], {
    nullable: true,
    description:
      'The event types that personas assign to the event, with the participants that they see; null if it has no list of ' +
      'them.',
  })
  interpretations(@Root() event: Event): TypeAssignment[] | null {
    return assignmentsOf(event, 'personaInterpretations', 'event')
  }

  @FieldResolver(() => TimeObject, {
    nullable: true,
    description: 'The time at which the event starts; null if it is not stated or no time of the world has the ID.',
  })
  startTime(@Ctx() ctx: GraphQLContext, @Root() event: Event): Promise<TimeObject | null> {
    return referred(ctx, event, 'time', textOf(fieldOf(event, 'startTime')))
  }

  @FieldResolver(() => TimeObject, {
    nullable: true,
    description: 'The time at which the event ends; null if it is not stated or no time of the world has the ID.',
  })
  endTime(@Ctx() ctx: GraphQLContext, @Root() event: Event): Promise<TimeObject | null> {
    return referred(ctx, event, 'time', textOf(fieldOf(event, 'endTime')))
  }

  @FieldResolver(() => Entity, {
    nullable: true,
    description: 'The location where the event happens; null if it is not stated or no entity of the world has the ID.',
  })
  location(@Ctx() ctx: GraphQLContext, @Root() event: Event): Promise<Entity | null> {
    return referred(ctx, event, 'entity', textOf(fieldOf(event, 'location')) ?? textOf(fieldOf(event, 'locationId')))
  }

  @FieldResolver(() => [Entity], {
    nullable: 'items',
    description: 'The entities that take part in the event; null for an ID that no entity of the world has.',
  })
  participants(@Ctx() ctx: GraphQLContext, @Root() event: Event): Promise<(Entity | null)[]> {
    return referredAll(ctx, event, 'entity', idsOf(fieldOf(event, 'participants'), 'entityId'))
  }
}

@Resolver(() => EntityCollection)
export class EntityCollectionResolver {
  @FieldResolver(() => [Entity], {
    nullable: 'items',
    description: 'The entities in the collection; null for an ID that no entity of the world has.',
  })
  members(@Ctx() ctx: GraphQLContext, @Root() collection: EntityCollection): Promise<(Entity | null)[]> {
    return referredAll(ctx, collection, 'entity', idsOf(fieldOf(collection, 'entityIds')))
  }

  @FieldResolver(() => [TypeAssignment], {
    nullable: true,
    description: 'The entity types that personas assign to the collection; null if it has no list of them.',
  })
  typeAssignments(@Root() collection: EntityCollection): TypeAssignment[] | null {
    return assignmentsOf(collection, 'typeAssignments', 'entity')
  }
}

@Resolver(() => EventCollection)
export class EventCollectionResolver {
  @FieldResolver(() => [Event], {
    nullable: 'items',
    description: 'The events in the collection; null for an ID that no event of the world has.',
  })
  members(@Ctx() ctx: GraphQLContext, @Root() collection: EventCollection): Promise<(Event | null)[]> {
    return referredAll(ctx, collection, 'event', idsOf(fieldOf(collection, 'eventIds')))
  }

  @FieldResolver(() => TimeCollection, {
    nullable: true,
    description: 'The times at which its events are; null if none are stated or no collection of times has the ID.',
  })
  timeCollection(@Ctx() ctx: GraphQLContext, @Root() collection: EventCollection): Promise<TimeCollection | null> {
    return referred(ctx, collection, 'time_collection', textOf(fieldOf(collection, 'timeCollectionId')))
  }

  @FieldResolver(() => [TypeAssignment], {
    nullable: true,
    description: 'The event types that personas assign to the collection; null if it has no list of them.',
  })
  typeAssignments(@Root() collection: EventCollection): TypeAssignment[] | null {
    return assignmentsOf(collection, 'typeAssignments', 'event')
  }
}

@Resolver(() => TimeCollection)
export class TimeCollectionResolver {
  @FieldResolver(() => [TimeObject], {
    nullable: 'items',
    description: 'The times in the collection; null for an ID that no time of the world has.',
  })
  members(@Ctx() ctx: GraphQLContext, @Root() collection: TimeCollection): Promise<(TimeObject | null)[]> {
    return referredAll(ctx, collection, 'time', idsOf(fieldOf(collection, 'timeIds') ?? fieldOf(collection, 'times')))
  }
}

@Resolver(() => WorldRelation)
export class WorldRelationResolver {
  @FieldResolver(() => WorldObject, {
    nullable: true,
    description: 'The object that the relation starts from; null if no object of the world has the ID.',
  })
  source(@Ctx() ctx: GraphQLContext, @Root() relation: WorldRelation): Promise<WorldObject | null> {
    return end(ctx, relation, 'source')
  }

  @FieldResolver(() => WorldObject, {
    nullable: true,
    description: 'The object that the relation points to; null if no object of the world has the ID.',
  })
  target(@Ctx() ctx: GraphQLContext, @Root() relation: WorldRelation): Promise<WorldObject | null> {
    return end(ctx, relation, 'target')
  }
}

function end(ctx: GraphQLContext, relation: WorldRelation, side: 'source' | 'target') {
  return referred(ctx, relation, kindNamed(fieldOf(relation, `${side}Type`)), textOf(fieldOf(relation, `${side}Id`)))
}
