import type { Selectable } from 'kysely'
import { Field, Float, ID, InterfaceType, Int, ObjectType } from 'type-graphql'
import type { WorldStates } from '../database/schema.js'
import { User } from '../accounts/user.type.js'
import { addFields } from '../graphql/members.js'
import { Node } from '../graphql/node.js'
import { DateTime, Json } from '../graphql/scalars.js'
import { OntologyType, Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { commonMembers, kindMembers } from './world-members.js'

@ObjectType({
  implements: Node,
  description: 'The things of the real world that a user knows, personal or inside a project.',
})
export class World extends Node implements Pick<Selectable<WorldStates>, 'version' | 'createdAt' | 'updatedAt'> {
  @Field(() => Int, { description: 'Counts up with every change; give it as `ifVersion` to refuse lost updates.' })
  version: number

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { description: 'Whose world it is.' })
  userId: string

  @Field(() => ID, { nullable: true, description: 'The project that it belongs to; null for a personal world.' })
  projectId: string | null

  @Field(() => User, { nullable: true, description: 'Whose world it is.' })
  owner?: User | null

  @Field(() => Project, {
    nullable: true,
    description: 'The project that it belongs to; null for a personal world, or where the viewer may not read it.',
  })
  project?: Project | null

  @Field(() => [Entity], { description: 'People, things and places.' })
  entities?: Entity[]

  @Field(() => [Event], { description: 'What happens.' })
  events?: Event[]

  @Field(() => [TimeObject], { description: 'Moments and intervals.' })
  times?: TimeObject[]

  @Field(() => [EntityCollection], { description: 'Groups of entities.' })
  entityCollections?: EntityCollection[]

  @Field(() => [EventCollection], { description: 'Groups of events.' })
  eventCollections?: EventCollection[]

  @Field(() => [TimeCollection], { description: 'Groups of times.' })
  timeCollections?: TimeCollection[]

  @Field(() => [WorldRelation], { description: 'Relations between objects.' })
  relations?: WorldRelation[]
}

/** Rows name their type, since they are plain objects. */
@InterfaceType('WorldObject', {
  implements: Node,
  description: 'An item of one of the seven arrays of a world.',
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class WorldObject extends Node {
  @Field(() => ID, { description: 'Id inside its array, as REST uses it.' })
  key: string

  @Field(() => String, { nullable: true, description: 'Name to show, where it has one.' })
  name: string | null

  @Field(() => Json, { description: 'The whole item as it was sent.' })
  body: unknown

  worldId: string
}
addFields(WorldObject, commonMembers)

@ObjectType({ implements: WorldObject, description: 'A person, a thing or, with a locationType, a place.' })
export class Entity extends WorldObject {}
addFields(Entity, kindMembers.entity)

@ObjectType({ implements: WorldObject, description: 'Something that happens.' })
export class Event extends WorldObject {}
addFields(Event, kindMembers.event)

@ObjectType({ implements: WorldObject, description: 'A moment or an interval.' })
export class TimeObject extends WorldObject {}
addFields(TimeObject, kindMembers.time)

@ObjectType({ implements: WorldObject, description: 'Entities that belong together.' })
export class EntityCollection extends WorldObject {}
addFields(EntityCollection, kindMembers.entity_collection)

@ObjectType({ implements: WorldObject, description: 'Events that belong together.' })
export class EventCollection extends WorldObject {}
addFields(EventCollection, kindMembers.event_collection)

@ObjectType({ implements: WorldObject, description: 'Times that belong together.' })
export class TimeCollection extends WorldObject {}
addFields(TimeCollection, kindMembers.time_collection)

@ObjectType({ implements: WorldObject, description: 'How one object of the world relates to another.' })
export class WorldRelation extends WorldObject {}
addFields(WorldRelation, kindMembers.relation)

@ObjectType({ description: 'The type that a persona gives to an object of the world.' })
export class TypeAssignment {
  @Field(() => String, { nullable: true, description: 'Name of the type as it was sent.' })
  typeName: string | null

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence: number | null

  @Field(() => String, { nullable: true, description: 'Why.' })
  justification: string | null

  @Field(() => Json, { description: 'The whole assignment as it was sent.' })
  body: unknown

  @Field(() => ID, { nullable: true, description: 'Who sees it so, whether the persona is there or not.' })
  personaId: string | null

  @Field(() => ID, { nullable: true, description: 'Key of the type in the ontology of the persona.' })
  typeId: string | null

  worldId: string
  /** Which array of the ontology holds the type. */
  typeKind: 'entity' | 'event'
  /** The id of the type, if it names one. */
  typeReference: string | null

  @Field(() => Persona, {
    nullable: true,
    description: "Who sees it so; null for a persona that is gone or not the viewer's to read.",
  })
  persona?: Persona | null
}

@ObjectType({ description: 'An entity in the role that a persona sees it in.' })
export class Participation {
  @Field(() => Entity, { nullable: true, description: 'Who; null for an id that no entity has.' })
  entity: Entity | null

  @Field(() => OntologyType, {
    nullable: true,
    description: 'In which role; null for one that the persona does not have.',
  })
  role: OntologyType | null
}

@ObjectType({ description: 'Whose personal world was emptied.' })
export class ClearWorldPayload {
  @Field(() => User, { nullable: true, description: 'The user.' })
  user: User | null
}
