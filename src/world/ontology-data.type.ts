import { Field, ObjectType } from 'type-graphql'
import { Persona } from '../personas/persona.type.js'
import { World } from './world.type.js'

@ObjectType({ description: 'The personas and the world after saving.' })
export class SaveOntologyDataPayload {
  @Field(() => [Persona], { description: 'The saved personas, in the order of the input.' })
  personas: Persona[]

  @Field(() => World, { description: 'The personal world of the viewer.' })
  world: World
}
