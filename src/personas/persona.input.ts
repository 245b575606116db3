import { Field, ID, InputType, Int } from 'type-graphql'
import { inputOfMembers } from '../graphql/members.js'
import { JsonObject, Json } from '../graphql/scalars.js'
import { typeMembers } from './type-members.js'

@InputType({ description: 'What people write of a persona.' })
export class PersonaFields {
  @Field(() => String, { description: 'Name to show, not empty.' })
  name: string

  @Field(() => String, { description: 'What the analyst is, not empty.' })
  role: string

  @Field(() => String, { description: 'What the analyst wants to know, not empty.' })
  informationNeed: string

  @Field(() => String, { nullable: true, description: 'Anything more.' })
  details?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only administrators can set it; false otherwise.' })
  isSystemGenerated?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Leave it out of lists.' })
  hidden?: boolean
}

@InputType({ description: 'A new persona.' })
export class CreatePersonaInput extends PersonaFields {
  @Field(() => ID, { nullable: true, description: 'Project that shares it.' })
  projectId?: string | null
}

@InputType({ description: 'Changes of a persona; absent fields stay.' })
export class UpdatePersonaInput {
  @Field(() => ID, { description: 'The persona.' })
  id: string

  @Field(() => Int, { nullable: true, description: 'Refuse the change unless the persona is at this version.' })
  ifVersion?: number | null

  @Field(() => String, { nullable: true, description: 'Name to show, not empty.' })
  name?: string

  @Field(() => String, { nullable: true, description: 'What the analyst is, not empty.' })
  role?: string

  @Field(() => String, { nullable: true, description: 'What the analyst wants to know, not empty.' })
  informationNeed?: string

  @Field(() => String, { nullable: true, description: 'Anything more; null clears it.' })
  details?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only administrators can change it.' })
  isSystemGenerated?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Leave it out of lists.' })
  hidden?: boolean

  @Field(() => ID, { nullable: true, description: 'Project to move it into; null moves it out.' })
  projectId?: string | null
}

const named = (description: string) => ({ nameRequired: true, description })
const TypeInput = inputOfMembers('OntologyTypeInput', typeMembers, named('A type of an ontology.'))
const listOf = (description: string) => ({ nullable: true, description })

@InputType({ description: 'The arrays of an ontology, typed.' })
export class OntologyArraysInput {
  @Field(() => [TypeInput], listOf('Types of people, things and places.'))
  entities?: object[]

  @Field(() => [TypeInput], listOf('Roles in events.'))
  roles?: object[]

  @Field(() => [TypeInput], listOf('Types of what happens.'))
  events?: object[]

  @Field(() => [TypeInput], listOf('Types of relations.'))
  relationTypes?: object[]
}

@InputType({ description: 'Arrays that replace those of an ontology; absent arrays stay.' })
export class UpdateOntologyInput {
  @Field(() => ID, { description: 'The persona.' })
  personaId: string

  @Field(() => Int, { nullable: true, description: 'Refuse the change unless the ontology is at this version.' })
  ifVersion?: number | null

  @Field(() => [JsonObject], { nullable: true, description: 'Entity types, each with id and name.' })
  entities?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Role types, each with id and name.' })
  roles?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Event types, each with id and name.' })
  events?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Relation types, each with id and name.' })
  relationTypes?: object[]

  @Field(() => [Json], { nullable: true, description: 'Relation instances of older clients.' })
  relations?: unknown[]

  @Field(() => OntologyArraysInput, { nullable: true, description: 'The same arrays with typed members.' })
  typed?: OntologyArraysInput
}
