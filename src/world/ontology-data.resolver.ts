import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { arraysOf } from '../graphql/members.js'
import { load } from '../lib/load.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { personasByIds } from '../personas/persona.service.js'
import { arraysOfTypes, typedArrayNames } from '../personas/type-members.js'
import { SaveOntologyDataInput } from './ontology-data.input.js'
import { ontologyDataSchema } from './ontology-data.shape.js'
import { saveOntologyData } from './ontology-data.service.js'
import { SaveOntologyDataPayload } from './ontology-data.type.js'
import { arraysOfObjects } from './world-members.js'
import type { WorldArraysInput } from './world.input.js'
import { getWorld } from './world.service.js'

@Resolver()
export class OntologyDataResolver {
  @Mutation(() => SaveOntologyDataPayload, {
    description: 'Saves personas, ontologies and the personal world, all together or, if one is refused, not at all.',
  })
  async saveOntologyData(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => SaveOntologyDataInput) input: SaveOntologyDataInput,
  ): Promise<SaveOntologyDataPayload> {
    const given = parse(ontologyDataSchema, plain(input))
    await saveOntologyData(ctx, given)
    const personas = await Promise.all(given.personas.map(({ id }) => load(ctx, personasByIds, normalUuid(id))))
    return { personas: personas.filter((one) => one !== undefined), world: await getWorld(ctx) }
  }
}

/** Converts the nested input objects to plain objects without the fields that were not given. */
function plain({ personas, personaOntologies, world }: SaveOntologyDataInput): object {
  return {
    personas: personas.map((one) => ({ ...one })),
    personaOntologies: personaOntologies.map(({ typed, ...one }) =>
      arraysOf(one, typed, arraysOfTypes, typedArrayNames),
    ),
    ...(world && { world: worldOf(world) }),
  }
}

const worldOf = ({ typed, ...arrays }: WorldArraysInput) => arraysOf(arrays, typed, arraysOfObjects)
