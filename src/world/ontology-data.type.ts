import { Field, Float, ObjectType } from 'type-graphql'
import { Persona } from '../personas/persona.type.js'
import { World } from './world.type.js'

@ObjectType({ description: 'What was saved.' })
export class SaveOntologyDataPayload {
  @Field(() => [Persona], { description: 'The personas, in the order of the input.' })
  personas: Persona[]

  @Field(() => World, { description: 'The personal world.' })
  world: World
}

@ObjectType({ description: 'A type that the model service suggests.' })
export class OntologySuggestion {
  @Field(() => String, { description: 'Name of the type.' })
  name: string

  @Field(() => String, { description: 'What it stands for.' })
  description: string

  @Field(() => String, { nullable: true, description: 'Name of a more general type.' })
  parent: string | null

  @Field(() => Float, { description: '0 to 1.' })
  confidence: number

  @Field(() => [String], { description: 'Where the text mentions it.' })
  examples: string[]
}

@ObjectType({ description: 'Suggested types; nothing is stored.' })
export class OntologySuggestions {
  @Field(() => [OntologySuggestion], { description: 'The best first.' })
  suggestions: OntologySuggestion[]

  @Field(() => String, { description: 'How they were found.' })
  reasoning: string
}
