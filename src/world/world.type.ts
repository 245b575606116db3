import { type ClassType, Field, Float, ID, InputType, InterfaceType, ObjectType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { addFields, rowsOf } from '../graphql/classes.js'
import { connectionType, PageArgs } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { JsonObject } from '../graphql/scalars.js'
import { notesOf } from '../lib/described.js'
import type { WorldKind } from './world-kinds.js'
import { OntologyType, Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { commonMembers, kindMembers, objectsOf } from './world-object.shape.js'
import { worldRecord } from './world.shape.js'

@ObjectType({
  implements: Node,
  description:
    'What a user knows of the real world: entities, events, times, collections of these, ' +
    'and relations. A user has a personal world and one in each project.',
})
export class World extends rowsOf(worldRecord) {
  @Field(() => User, { nullable: true, description: 'The user whose world it is.' })
  owner?: User | null

  @Field(() => Project, {
    nullable: true,
    description:
      'The project that it belongs to; null for a personal world, or if the viewer may not read the project.',
  })
  project?: Project | null

  @Field(() => [Entity], { description: 'Entities (people, things and locations), in stored order.' })
  entities?: Entity[]

  @Field(() => [Event], { description: 'Events, in stored order.' })
  events?: Event[]

  @Field(() => [TimeObject], { description: 'Times (moments and intervals), in stored order.' })
  times?: TimeObject[]

  @Field(() => [EntityCollection], { description: 'Collections of entities, in stored order.' })
  entityCollections?: EntityCollection[]

  @Field(() => [EventCollection], { description: 'Collections of events, in stored order.' })
  eventCollections?: EventCollection[]

  @Field(() => [TimeCollection], { description: 'Collections of times, in stored order.' })
  timeCollections?: TimeCollection[]

  @Field(() => [WorldRelation], { description: 'Relations between objects of the world, in stored order.' })
  relations?: WorldRelation[]
}

/** Rows have `__typename`, because they are plain objects and not instances of the classes. */
@InterfaceType('WorldObject', {
  implements: Node,
  description: 'An object of a world: an item of one of its seven arrays.',
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class WorldObject extends Node {
  @Field(() => ID, {
    description:
      'ID within its array of the world, which REST and references use. Objects of different kinds may have the same.',
  })
  key: string

  @Field(() => String, { nullable: true, description: 'Name to display; null if it has none.' })
  name: string | null

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Everything else that is stored, by its name in REST; null if there is nothing else.',
  })
  extra?: Record<string, unknown> | null

  body: unknown
  worldId: string
}
addFields(WorldObject, commonMembers)

/** Returns a decorator that makes a class the GraphQL type of the objects of a kind. */
function OfKind(kind: WorldKind) {
  return (target: ClassType) => {
    const { name, about } = notesOf(objectsOf[kind])
    ObjectType(name!, { implements: WorldObject, description: about })(target)
    addFields(target, kindMembers[kind])
  }
}

@OfKind('entity')
export class Entity extends WorldObject {}

@OfKind('event')
export class Event extends WorldObject {}

@OfKind('time')
export class TimeObject extends WorldObject {}

@OfKind('entity_collection')
export class EntityCollection extends WorldObject {}

@OfKind('event_collection')
export class EventCollection extends WorldObject {}

@OfKind('time_collection')
export class TimeCollection extends WorldObject {}

@OfKind('relation')
export class WorldRelation extends WorldObject {}

/** The connection of the objects of each kind. */
export const worldConnections: Record<WorldKind, ClassType> = {
  entity: connectionType('Entity', () => Entity),
  event: connectionType('Event', () => Event),
  time: connectionType('TimeObject', () => TimeObject),
  entity_collection: connectionType('EntityCollection', () => EntityCollection),
  event_collection: connectionType('EventCollection', () => EventCollection),
  time_collection: connectionType('TimeCollection', () => TimeCollection),
  relation: connectionType('WorldRelation', () => WorldRelation),
}

@InputType({ description: 'Conditions that every listed object of a world meets.' })
class WorldObjectFilter {
  @Field(() => ID, { nullable: true, description: 'Only objects of the world with this ID.' })
  worldId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only objects of worlds in the project with this ID.' })
  projectId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Only objects whose name (of times the label) contains this text, ignoring case.',
  })
  search?: string | null

  @Field(() => ID, {
    nullable: true,
    description:
      'Only times that can be seen in the video with this ID (`videoReferences`), and events that start at one of ' +
      'them; no objects of other kinds.',
  })
  videoId?: string | null
}
export const WorldObjectsArgs = filteredArgs(PageArgs, WorldObjectFilter)
export type WorldObjectsArgs = InstanceType<typeof WorldObjectsArgs>

@ObjectType({ description: 'An ontology type that a persona assigns to an object of the world.' })
export class TypeAssignment {
  @Field(() => String, { nullable: true, description: 'Name of the type, as it was sent; null if it is not stated.' })
  typeName: string | null

  @Field(() => Float, {
    nullable: true,
    description: 'Confidence in the assignment, 0 to 1; null if it is not stated.',
  })
  confidence: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Why the persona assigns the type, in free text; null if it is not stated.',
  })
  justification: string | null

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Everything else that is stored, by its name in REST; null if there is nothing else.',
  })
  readonly extra: Record<string, unknown> | null

  body: Record<string, unknown>

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the persona that assigns the type; set even if the persona does not exist or the viewer may not read it.',
  })
  personaId: string | null

  @Field(() => ID, {
    nullable: true,
    description: "ID (`key`) of the type in the persona's ontology; null if it is not stated.",
  })
  typeId: string | null

  worldId: string
  /** The array of the ontology that contains the type. */
  typeKind: 'entity' | 'event'
  /** The GraphQL ids of the persona and the type, if the assignment names them. */
  personaReference: string | null
  typeReference: string | null

  @Field(() => Persona, {
    nullable: true,
    description: 'The persona that assigns the type; null if it does not exist or the viewer may not read it.',
  })
  persona?: Persona | null
}

@ObjectType({ description: 'An entity that takes part in an event, and its role in the view of a persona.' })
export class Participation {
  @Field(() => ID, { nullable: true, description: 'ID (`key`) of the entity; null if it is not stated.' })
  entityId: string | null

  @Field(() => ID, {
    nullable: true,
    description: "ID (`key`) of the role in the persona's ontology; null if not stated.",
  })
  roleTypeId: string | null

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Everything else that is stored, by its name in REST; null if there is nothing else.',
  })
  extra: Record<string, unknown> | null

  @Field(() => Entity, { nullable: true, description: 'The entity; null if no entity of the world has the ID.' })
  entity: Entity | null

  @Field(() => OntologyType, { nullable: true, description: 'The role type; null if the persona does not define it.' })
  role: OntologyType | null
}

@ObjectType({ description: 'The object that was saved, and the world that it belongs to.' })
export class SaveWorldObjectPayload {
  @Field(() => WorldObject, { description: 'The object as it was saved.' })
  object: WorldObject

  @Field(() => World, { description: 'The world with its version after this change.' })
  world: World
}
