import { Field, ID, InputType, Int } from 'type-graphql'
import { inputOfMembers } from '../graphql/members.js'
import { JsonObject } from '../graphql/scalars.js'
import { arraysOfObjects } from './world-members.js'

const inputOf = (name: string, array: keyof typeof arraysOfObjects, description: string) =>
  inputOfMembers(name, arraysOfObjects[array], { nameRequired: false, description })

const inputs = {
  entities: inputOf('EntityInput', 'entities', 'A person, a thing or, with a locationType, a place.'),
  events: inputOf('EventInput', 'events', 'Something that happens.'),
  times: inputOf('TimeObjectInput', 'times', 'A moment or an interval.'),
  entityCollections: inputOf('EntityCollectionInput', 'entityCollections', 'Entities that belong together.'),
  eventCollections: inputOf('EventCollectionInput', 'eventCollections', 'Events that belong together.'),
  timeCollections: inputOf('TimeCollectionInput', 'timeCollections', 'Times that belong together.'),
  relations: inputOf('WorldRelationInput', 'relations', 'How one object of the world relates to another.'),
}
const listOf = (description: string) => ({ nullable: true, description })

@InputType({ description: 'The seven arrays of a world, typed.' })
export class TypedWorldInput {
  @Field(() => [inputs.entities], listOf('People, things and places.'))
  entities?: object[]

  @Field(() => [inputs.events], listOf('What happens.'))
  events?: object[]

  @Field(() => [inputs.times], listOf('Moments and intervals.'))
  times?: object[]

  @Field(() => [inputs.entityCollections], listOf('Groups of entities.'))
  entityCollections?: object[]

  @Field(() => [inputs.eventCollections], listOf('Groups of events.'))
  eventCollections?: object[]

  @Field(() => [inputs.timeCollections], listOf('Groups of times.'))
  timeCollections?: object[]

  @Field(() => [inputs.relations], listOf('Relations between objects.'))
  relations?: object[]
}

@InputType({ description: 'Seven arrays of objects, each with an id that is unique in its array.' })
export class WorldArraysInput {
  @Field(() => [JsonObject], { nullable: true, description: 'People, things and places.' })
  entities?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'What happens.' })
  events?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Moments and intervals.' })
  times?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Groups of entities.' })
  entityCollections?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Groups of events.' })
  eventCollections?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Groups of times.' })
  timeCollections?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Relations between objects.' })
  relations?: object[]

  @Field(() => TypedWorldInput, { nullable: true, description: 'The same arrays with typed members.' })
  typed?: TypedWorldInput
}

@InputType({ description: "Arrays that replace those of the viewer's world; absent arrays stay." })
export class UpdateWorldInput extends WorldArraysInput {
  @Field(() => ID, { nullable: true, description: 'The project whose world it is; the personal world without.' })
  projectId?: string

  @Field(() => Int, { nullable: true, description: 'Refuse the change unless the world is at this version.' })
  ifVersion?: number | null
}

@InputType({
  description: 'Objects that go from one world of the viewer to another; without a project the personal one.',
})
export class MoveWorldObjectsInput {
  @Field(() => [ID], { description: 'The objects, of any kind.' })
  ids: string[]

  @Field(() => ID, { nullable: true, description: 'The project whose world they are in.' })
  fromProjectId?: string | null

  @Field(() => ID, { nullable: true, description: 'The project whose world they come into.' })
  toProjectId?: string | null
}

@InputType({ description: 'Whose personal world is emptied.' })
export class ClearWorldInput {
  @Field(() => ID, { description: 'The user.' })
  userId: string
}
