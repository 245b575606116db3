import { Field, ID, InputType, Int } from 'type-graphql'
import { Json, JsonObject } from '../graphql/scalars.js'
import { OntologyArraysInput, PersonaFields } from '../personas/persona.input.js'
import { OntologyTypeKind } from '../personas/persona.type.js'
import { WorldArraysInput } from './world.input.js'

@InputType({ description: 'A persona to make or overwrite.' })
export class SavePersonaInput extends PersonaFields {
  @Field(() => ID, { description: 'UUID, chosen by the client.' })
  id: string
}

@InputType({ description: 'The types of a persona, all four arrays.' })
export class SaveOntologyInput {
  @Field(() => ID, { nullable: true, description: 'UUID for a new ontology.' })
  id?: string

  @Field(() => ID, { description: 'The persona, saved with it or before.' })
  personaId: string

  @Field(() => [JsonObject], { nullable: true, description: 'Entity types; here or typed.' })
  entities?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Role types; here or typed.' })
  roles?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Event types; here or typed.' })
  events?: object[]

  @Field(() => [JsonObject], { nullable: true, description: 'Relation types; here or typed.' })
  relationTypes?: object[]

  @Field(() => [Json], { nullable: true, description: 'Relation instances of older clients.' })
  relations?: unknown[]

  @Field(() => OntologyArraysInput, { nullable: true, description: 'The same arrays with typed members.' })
  typed?: OntologyArraysInput
}

@InputType({ description: 'Personas, ontologies and the personal world, saved together or not at all.' })
export class SaveOntologyDataInput {
  @Field(() => [SavePersonaInput], { description: 'Personas; those not listed stay.' })
  personas: SavePersonaInput[]

  @Field(() => [SaveOntologyInput], { description: 'Ontologies; those not listed stay.' })
  personaOntologies: SaveOntologyInput[]

  @Field(() => WorldArraysInput, { nullable: true, description: 'The personal world, all seven arrays.' })
  world?: WorldArraysInput
}

@InputType({ description: 'What types are wanted.' })
export class AugmentOntologyInput {
  @Field(() => ID, { description: 'The persona.' })
  personaId: string

  @Field(() => String, { nullable: true, description: 'Text of the domain; this or `domain` is required.' })
  prompt?: string

  @Field(() => String, { nullable: true, description: 'Text of the domain.' })
  domain?: string

  @Field(() => [String], { nullable: true, description: 'Names not to suggest; those of the ontology by default.' })
  existingTypes?: string[]

  @Field(() => OntologyTypeKind, { nullable: true, description: 'Which array the types are for; entities by default.' })
  targetCategory?: OntologyTypeKind

  @Field(() => Int, { nullable: true, description: 'At most so many, 1 to 50; 10 by default.' })
  maxSuggestions?: number
}
