import type { Static } from '@sinclair/typebox'
import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql'
import { namedInputOf, plain } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { asRoute } from '../graphql/doors.js'
import { load } from '../lib/load.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { personasByIds } from '../personas/persona.service.js'
import { underRouteNames } from '../personas/ontology-type.shape.js'
import { ontologyDataSchema, saveOntologyDataInput } from './ontology-data.shape.js'
import { saveOntologyData } from './ontology-data.service.js'
import { SaveOntologyDataPayload } from './ontology-data.type.js'
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
    const { personaOntologies, ...others } = plain(input) as SaveOntologyDataInput
    const named = { ...others, personaOntologies: personaOntologies.map(underRouteNames) }
    const data = parse(ontologyDataSchema, named)
    await saveOntologyData(ctx, data, { keepsRelations: true })
    const personas = await Promise.all(data.personas.map(({ id }) => load(ctx, personasByIds, normalUuid(id))))
    return { personas: personas.filter((one) => one !== undefined), world: await getWorld(ctx) }
  }
}
