import type { Static } from '@sinclair/typebox'
import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql'
import { namedInputOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { asRoute } from '../graphql/doors.js'
import { arraysOf } from '../graphql/typed-documents.js'
import { load } from '../lib/load.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { personasByIds } from '../personas/persona.service.js'
import { arraysOfTypes, typedArrayNames } from '../personas/ontology-type.shape.js'
import { ontologyDataSchema, saveOntologyDataInput } from './ontology-data.shape.js'
import { saveOntologyData } from './ontology-data.service.js'
import { SaveOntologyDataPayload } from './ontology-data.type.js'
import { arraysOfObjects } from './world-object.shape.js'
import type { worldArraysInput } from './world.shape.js'
import { getWorld } from './world.service.js'

const SaveOntologyDataInput = namedInputOf(saveOntologyDataInput)
type SaveOntologyDataInput = Static<typeof saveOntologyDataInput>

@Resolver()
export class OntologyDataResolver {
  @Mutation(() => SaveOntologyDataPayload, {
    description: 'Saves personas, ontologies and the personal world, all together or, if one is refused, not at all.',
  })
  @Extensions(asRoute('PUT /api/ontology'))
  async saveOntologyData(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => SaveOntologyDataInput) input: SaveOntologyDataInput,
  ): Promise<SaveOntologyDataPayload> {
    const data = parse(ontologyDataSchema, plain(input))
    await saveOntologyData(ctx, data)
    const personas = await Promise.all(data.personas.map(({ id }) => load(ctx, personasByIds, normalUuid(id))))
    return { personas: personas.filter((one) => one !== undefined), world: await getWorld(ctx) }
  }
}

/** Converts the nested input objects to plain objects without absent fields. */
function plain({ personas, personaOntologies, world }: SaveOntologyDataInput): object {
  return {
    personas: personas.map((one) => ({ ...one })),
    personaOntologies: personaOntologies.map(({ typed, ...one }, i) =>
      arraysOf(one, typed, arraysOfTypes, typedArrayNames, `personaOntologies.${i}.`),
    ),
    ...(world && { world: worldOf(world) }),
  }
}

const worldOf = ({ typed, ...arrays }: Static<typeof worldArraysInput>) =>
  arraysOf(arrays, typed, arraysOfObjects, {}, 'world.')
