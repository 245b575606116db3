import { Field, ID, InputType, Int } from 'type-graphql'
import { inputOfMembers } from '../graphql/members.js'
import { JsonObject } from '../graphql/scalars.js'
import { arraysOfObjects } from './world-members.js'

const inputOf = (name: string, array: keyof typeof arraysOfObjects, description: string) =>
  inputOfMembers(name, arraysOfObjects[array], { nameRequired: false, description })

const inputs = {
  entities: inputOf('EntityInput', 'entities', 'A person, a thing or, with a `locationType`, a location.'),
  events: inputOf('EventInput', 'events', 'Something that happens.'),
  times: inputOf('TimeObjectInput', 'times', 'A time: a moment or an interval.'),
  entityCollections: inputOf(
    'EntityCollectionInput',
    'entityCollections',
    'A collection of entities that belong together.',
  ),
  eventCollections: inputOf('EventCollectionInput', 'eventCollections', 'A collection of events that belong together.'),
  timeCollections: inputOf('TimeCollectionInput', 'timeCollections', 'A collection of times that belong together.'),
  relations: inputOf('WorldRelationInput', 'relations', 'A relation between two objects of a world.'),
}
const listOf = (description: string) => ({ nullable: true, description })

@InputType({
  description: 'The seven arrays of a world, with typed members. In each array every ID may occur only once.',
})
export class TypedWorldInput {
  @Field(() => [inputs.entities], listOf('Entities: people, things and locations.'))
  entities?: object[]

  @Field(() => [inputs.events], listOf('Events.'))
  events?: object[]

  @Field(() => [inputs.times], listOf('Times: moments and intervals.'))
  times?: object[]

  @Field(() => [inputs.entityCollections], listOf('Collections of entities.'))
  entityCollections?: object[]

  @Field(() => [inputs.eventCollections], listOf('Collections of events.'))
  eventCollections?: object[]

  @Field(() => [inputs.timeCollections], listOf('Collections of times.'))
  timeCollections?: object[]

  @Field(() => [inputs.relations], listOf('Relations between objects of the world.'))
  relations?: object[]
}

@InputType({
  description: 'The seven arrays of a world. Every object needs an `id`, which may occur only once in its array.',
})
export class WorldArraysInput {
  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Entities (people, things and locations), each a JSON object with `id`.',
  })
  entities?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Events, each a JSON object with `id`.' })
  events?: object[]

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Times (moments and intervals), each a JSON object with `id`.',
  })
  times?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Collections of entities, each a JSON object with `id`.' })
  entityCollections?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Collections of events, each a JSON object with `id`.' })
  eventCollections?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Collections of times, each a JSON object with `id`.' })
  timeCollections?: object[]

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Relations between objects, each a JSON object with `id`.',
  })
  relations?: object[]

  @Field(() => TypedWorldInput, {
    nullable: true,
    description: 'The same arrays with typed members; an array given both here and as JSON objects is refused.',
  })
  typed?: TypedWorldInput
}

@InputType({
  description: "Arrays that replace those of the viewer's own world as a whole; absent arrays stay as they are.",
})
export class UpdateWorldInput extends WorldArraysInput {
  @Field(() => ID, {
    nullable: true,
    description: 'ID of the project whose world is changed; the personal world if absent.',
  })
  projectId?: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the change with PRECONDITION_FAILED unless the row is at this version.',
  })
  ifVersion?: number | null
}

@InputType({
  description:
    "The one object to save in the viewer's own world, personal or in a project: exactly one of the seven kinds is " +
    'given. It replaces the one of its kind with its ID; if there is none, it is added behind the others.',
})
export class SaveWorldObjectInput {
  @Field(() => ID, {
    nullable: true,
    description: 'ID of the project in whose world the object is saved; the personal world if absent.',
  })
  projectId?: string

  @Field(() => Int, {
    nullable: true,
    description:
      'Refuse the change with PRECONDITION_FAILED unless the world, whose objects have no versions of their own, is at ' +
      'this version. If absent, the object is saved whatever others have changed meanwhile.',
  })
  ifVersion?: number | null

  @Field(() => inputs.entities, { nullable: true, description: 'An entity: a person, a thing or a location.' })
  entity?: object

  @Field(() => inputs.events, { nullable: true, description: 'An event.' })
  event?: object

  @Field(() => inputs.times, { nullable: true, description: 'A time: a moment or an interval.' })
  time?: object

  @Field(() => inputs.entityCollections, { nullable: true, description: 'A collection of entities.' })
  entityCollection?: object

  @Field(() => inputs.eventCollections, { nullable: true, description: 'A collection of events.' })
  eventCollection?: object

  @Field(() => inputs.timeCollections, { nullable: true, description: 'A collection of times.' })
  timeCollection?: object

  @Field(() => inputs.relations, { nullable: true, description: 'A relation between objects of the world.' })
  relation?: object
}

@InputType({ description: "The object to delete from one of the viewer's own worlds." })
export class DeleteWorldObjectInput {
  @Field(() => ID, { description: 'ID of the object (`id`, not `key`).' })
  id: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the deletion with PRECONDITION_FAILED unless the world is at this version.',
  })
  ifVersion?: number | null
}
