import { Field, ID, InputType } from 'type-graphql'
import { Json, JsonObject } from '../graphql/scalars.js'
import { namedInputOf } from '../graphql/classes.js'
import { OntologyArraysInput } from '../personas/persona.input.js'
import { savedPersona } from '../personas/persona.shape.js'
import { WorldArraysInput } from './world.input.js'

const SavePersonaInput = namedInputOf(savedPersona)

@InputType({
  description:
    'The ontology of a persona, which replaces the stored one. All four ' +
    'arrays are required, each either as JSON objects or in `typed`.',
})
export class SaveOntologyInput {
  @Field(() => ID, { nullable: true, description: 'ID for a new ontology, a UUID; generated if absent.' })
  id?: string

  @Field(() => ID, { description: 'ID of the persona whose ontology it is; saved in the same request or before.' })
  personaId: string

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Entity types, each a JSON object with `id` and `name`; required here or in `typed`.',
  })
  entities?: object[]

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Role types, each a JSON object with `id` and `name`; required here or in `typed`.',
  })
  roles?: object[]

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Event types, each a JSON object with `id` and `name`; required here or in `typed`.',
  })
  events?: object[]

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Relation types, each a JSON object with `id` and `name`; required here or in `typed`.',
  })
  relationTypes?: object[]

  @Field(() => [Json], {
    nullable: true,
    description: 'Relations between objects as older clients store them in the ontology; empty if absent.',
  })
  relations?: unknown[]

  @Field(() => OntologyArraysInput, {
    nullable: true,
    description: 'The same arrays with typed members; an array given both here and as JSON objects is refused.',
  })
  typed?: OntologyArraysInput
}

@InputType({
  description: 'Personas, ontologies and the personal world, saved all together or, if one is refused, not at all.',
})
export class SaveOntologyDataInput {
  @Field(() => [SavePersonaInput], {
    description: "Personas to create or overwrite; the viewer's other personas stay as they are.",
  })
  personas: object[]

  @Field(() => [SaveOntologyInput], { description: 'Ontologies to replace; those not listed stay as they are.' })
  personaOntologies: SaveOntologyInput[]

  @Field(() => WorldArraysInput, {
    nullable: true,
    description:
      'The personal world, with all seven arrays, which replace the stored ones; the stored world stays if absent.',
  })
  world?: WorldArraysInput
}
