import { Field, Float, ObjectType } from 'type-graphql'
import { Persona } from '../personas/persona.type.js'
import { World } from './world.type.js'

@ObjectType({ description: 'The personas and the world after saving.' })
export class SaveOntologyDataPayload {
  @Field(() => [Persona], { description: 'The saved personas, in the order of the input.' })
  personas: Persona[]

  @Field(() => World, { description: 'The personal world of the viewer.' })
  world: World
}

@ObjectType({ description: 'An ontology type that the model service suggests.' })
export class OntologySuggestion {
  @Field(() => String, { description: 'Name of the type.' })
  name: string

  @Field(() => String, { description: 'What the type means.' })
  description: string

  @Field(() => String, {
    nullable: true,
    description: 'Name of an existing or suggested type that this one refines; null if there is none.',
  })
  parent: string | null

  @Field(() => Float, { description: 'How well the type fits, as the model estimates it, 0 to 1.' })
  confidence: number

  @Field(() => [String], {
    description: 'Up to three examples: sentences of the text that mention the type, or instances of it.',
  })
  examples: string[]
}

@ObjectType({ description: 'Suggested ontology types; nothing is stored.' })
export class OntologySuggestions {
  @Field(() => [OntologySuggestion], { description: 'The suggested types, best first.' })
  suggestions: OntologySuggestion[]

  @Field(() => String, { description: 'Why these types were suggested; empty if the model does not say.' })
  reasoning: string
}
