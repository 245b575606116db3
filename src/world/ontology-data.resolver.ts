import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { withoutKey } from '../graphql/idempotency.js'
import { arraysOf } from '../graphql/members.js'
import { forgetLoaded, load } from '../lib/load.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { personasByIds } from '../personas/persona.service.js'
import { arraysOfTypes, typedArrayNames } from '../personas/type-members.js'
import { augmentOntology } from './augment.service.js'
import { AugmentOntologyInput, SaveOntologyDataInput } from './ontology-data.input.js'
import { augmentSchema, ontologyDataSchema } from './ontology-data.schema.js'
import { saveOntologyData } from './ontology-data.service.js'
import { OntologySuggestions, SaveOntologyDataPayload } from './ontology-data.type.js'
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
    forgetLoaded(ctx)
    const personas = await Promise.all(given.personas.map(({ id }) => load(ctx, personasByIds, normalUuid(id))))
    return { personas: personas.filter((one) => one !== undefined), world: await getWorld(ctx) }
  }

  @Extensions(withoutKey)
  @Mutation(() => OntologySuggestions, {
    description: 'Asks the model service to suggest ontology types that fit a persona. Nothing is stored.',
  })
  augmentOntology(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => AugmentOntologyInput) input: AugmentOntologyInput,
  ): Promise<OntologySuggestions> {
    return augmentOntology(ctx, parse(augmentSchema, { ...input }))
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
