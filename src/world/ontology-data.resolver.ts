import { Arg, Ctx, Field, Float, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { Json, JsonObject } from '../graphql/scalars.js'
import { forgetLoaded, load } from '../lib/load.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { OntologyTypeKind, Persona } from '../personas/persona.type.js'
import { personasByIds } from '../personas/persona.service.js'
import { augmentOntology } from './augment.service.js'
import { augmentSchema, ontologyDataSchema } from './ontology-data.schema.js'
import { saveOntologyData } from './ontology-data.service.js'
import { WorldArraysInput } from './world.input.js'
import { getWorld } from './world.service.js'
import { World } from './world.type.js'

@InputType({ description: 'A persona to make or overwrite.' })
export class SavePersonaInput {
  @Field(() => ID, { description: 'UUID, chosen by the client.' })
  id: string

  @Field(() => String, { description: 'Name to show, not empty.' })
  name: string

  @Field(() => String, { description: 'What the analyst is, not empty.' })
  role: string

  @Field(() => String, { description: 'What the analyst wants to know, not empty.' })
  informationNeed: string

  @Field(() => String, { nullable: true, description: 'Anything more.' })
  details?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only administrators can set it.' })
  isSystemGenerated?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Leave it out of lists.' })
  hidden?: boolean
}

@InputType({ description: 'The types of a persona, all four arrays.' })
export class SaveOntologyInput {
  @Field(() => ID, { nullable: true, description: 'UUID for a new ontology.' })
  id?: string

  @Field(() => ID, { description: 'The persona, saved with it or before.' })
  personaId: string

  @Field(() => [JsonObject], { description: 'Entity types.' })
  entities: object[]

  @Field(() => [JsonObject], { description: 'Role types.' })
  roles: object[]

  @Field(() => [JsonObject], { description: 'Event types.' })
  events: object[]

  @Field(() => [JsonObject], { description: 'Relation types.' })
  relationTypes: object[]

  @Field(() => [Json], { nullable: true, description: 'Relation instances of older clients.' })
  relations?: unknown[]
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

@ObjectType({ description: 'What was saved.' })
export class SaveOntologyDataPayload {
  @Field(() => [Persona], { description: 'The personas, in the order of the input.' })
  personas: Persona[]

  @Field(() => World, { description: 'The personal world.' })
  world: World
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

@Resolver()
export class OntologyDataResolver {
  @Mutation(() => SaveOntologyDataPayload, { description: 'Saves personas, ontologies and the personal world together or not at all.' })
  async saveOntologyData(@Ctx() ctx: GraphQLContext, @Arg('input', () => SaveOntologyDataInput) input: SaveOntologyDataInput): Promise<SaveOntologyDataPayload> {
    const given = parse(ontologyDataSchema, plain(input))
    await saveOntologyData(ctx, given)
    forgetLoaded(ctx)
    const personas = await Promise.all(given.personas.map(({ id }) => load(ctx, personasByIds, normalUuid(id))))
    return { personas: personas.filter((one) => one !== undefined), world: await getWorld(ctx) }
  }

  @Mutation(() => OntologySuggestions, { description: 'Asks the model service for types that fit a persona.' })
  augmentOntology(@Ctx() ctx: GraphQLContext, @Arg('input', () => AugmentOntologyInput) input: AugmentOntologyInput): Promise<OntologySuggestions> {
    return augmentOntology(ctx, parse(augmentSchema, { ...input }))
  }
}

/** The nested input instances as plain objects, without the fields that were not given. */
function plain({ personas, personaOntologies, world }: SaveOntologyDataInput): object {
  return {
    personas: personas.map((one) => ({ ...one })),
    personaOntologies: personaOntologies.map((one) => ({ ...one })),
    ...(world && { world: { ...world } }),
  }
}
