import { Field, ID, InputType, Int } from 'type-graphql'
import { inputOfMembers, renamed } from '../graphql/members.js'
import { JsonObject, Json } from '../graphql/scalars.js'
import { OntologyTypeKind } from './persona.type.js'
import { typeMembers } from './type-members.js'

const named = (description: string) => ({ nameRequired: true, description })
const TypeInput = inputOfMembers(
  'OntologyTypeInput',
  typeMembers,
  named('A type that a persona defines in its ontology.'),
)
const listOf = (description: string) => ({ nullable: true, description })

@InputType({
  description: 'The four arrays of an ontology, with typed members. In each array every ID may occur only once.',
})
export class OntologyArraysInput {
  @Field(() => [TypeInput], listOf('Types of entities: people, things and places.'))
  entityTypes?: object[]

  @Field(() => [TypeInput], listOf('Types of roles that entities have in events.'))
  roleTypes?: object[]

  @Field(() => [TypeInput], listOf('Types of events.'))
  eventTypes?: object[]

  @Field(() => [TypeInput], { ...listOf('Entity types.'), deprecationReason: renamed('entityTypes') })
  entities?: object[]

  @Field(() => [TypeInput], { ...listOf('Role types.'), deprecationReason: renamed('roleTypes') })
  roles?: object[]

  @Field(() => [TypeInput], { ...listOf('Event types.'), deprecationReason: renamed('eventTypes') })
  events?: object[]

  @Field(() => [TypeInput], listOf('Types of relations between objects.'))
  relationTypes?: object[]
}

@InputType({
  description:
    'Arrays that replace those of an ontology as a whole; absent arrays stay ' +
    'as they are. In each array every ID may occur only once.',
})
export class UpdateOntologyInput {
  @Field(() => ID, { description: 'ID of the persona whose ontology it is.' })
  personaId: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the change with PRECONDITION_FAILED unless the row is at this version.',
  })
  ifVersion?: number | null

  @Field(() => [JsonObject], { nullable: true, description: 'Entity types, each a JSON object with `id` and `name`.' })
  entities?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Role types, each a JSON object with `id` and `name`.' })
  roles?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Event types, each a JSON object with `id` and `name`.' })
  events?: object[]

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Relation types, each a JSON object with `id` and `name`.',
  })
  relationTypes?: object[]

  @Field(() => [Json], {
    nullable: true,
    description:
      'Relations between objects as older clients store them in the ontology; ' +
      'kept as sent. New clients store relations in the world.',
  })
  relations?: unknown[]

  @Field(() => OntologyArraysInput, {
    nullable: true,
    description: 'The same arrays with typed members; an array given both here and as JSON objects is refused.',
  })
  typed?: OntologyArraysInput
}

@InputType({ description: "A type to save in a persona's ontology, and the version that the ontology must have." })
export class SaveOntologyTypeInput {
  @Field(() => ID, { description: 'ID of the persona whose ontology it is.' })
  personaId: string

  @Field(() => OntologyTypeKind, { description: 'Kind of the type: entity, event, role or relation type.' })
  kind: OntologyTypeKind

  @Field(() => TypeInput, {
    description:
      'The whole type. It replaces the one of this kind with its ID; if there is none, it is added behind the others.',
  })
  type: object

  @Field(() => Int, {
    nullable: true,
    description:
      'Refuse the change with PRECONDITION_FAILED unless the ontology, whose types have no versions of their own, is ' +
      'at this version. If absent, the type is saved whatever others have changed meanwhile.',
  })
  ifVersion?: number | null
}
