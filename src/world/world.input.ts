import { Field, ID, InputType, Int } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'

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
}

@InputType({ description: "Arrays that replace those of the viewer's world; absent arrays stay." })
export class UpdateWorldInput extends WorldArraysInput {
  @Field(() => ID, { nullable: true, description: 'The project whose world it is; the personal world without.' })
  projectId?: string

  @Field(() => Int, { nullable: true, description: 'Refuse the change unless the world is at this version.' })
  ifVersion?: number
}

@InputType({ description: 'Whose personal world is emptied.' })
export class ClearWorldInput {
  @Field(() => ID, { description: 'The user.' })
  userId: string
}
