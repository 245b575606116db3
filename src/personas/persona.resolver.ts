import type { Static } from '@sinclair/typebox'
import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { ViewerCan } from '../access/viewer-can.type.js'
import { viewerCan } from '../access/viewer-can.service.js'
import { namedInputOf, noteSentName, plain } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { sentAs } from '../graphql/doors.js'
import { readsNode, readsNodeById, throughParents } from '../node-readers.js'
import { payloadOf } from '../graphql/payloads.js'
import { load } from '../lib/load.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { ontologyType } from './ontology-rows.js'
import { ontologySchema, savedTypeParams, typeDefinition } from './persona.shape.js'
import { Ontology, OntologyType, OntologyTypeKind, Persona, SaveOntologyTypePayload } from './persona.type.js'
import { arrayNames, saveOntologyTypeInput, underRouteNames, updateOntologyInput } from './ontology-type.shape.js'
import * as ontologies from './ontology.service.js'
import * as personas from './persona.service.js'

const UpdateOntologyInput = namedInputOf(updateOntologyInput)
const UpdateOntologyPayload = payloadOf('updateOntology', { ontology: () => Ontology })
const SaveOntologyTypeInput = namedInputOf(saveOntologyTypeInput)

for (const [sent, name] of Object.entries(arrayNames)) noteSentName(name, sent)

readsNodeById('Persona', personas.personasByIds)
readsNode(
  'Ontology',
  throughParents(ontologies.ontologiesOfPersonas, (ontology) => [ontology], personas.personasByIds),
)

@Resolver(() => Persona)
export class PersonaResolver {
  @Query(() => Persona, {
    nullable: true,
    description: 'The persona with an ID; null if there is none that the viewer may read.',
  })
  async persona(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the persona, a UUID.' }) id: string,
  ): Promise<Persona | null> {
    return isUuid(id) ? ((await load(ctx, personas.personasByIds, normalUuid(id))) ?? null) : null
  }

  @Mutation(() => UpdateOntologyPayload, { description: "Replaces arrays of a persona's ontology." })
  async updateOntology(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateOntologyInput) input: Static<typeof updateOntologyInput>,
  ): Promise<{ ontology: Ontology }> {
    const { personaId, ifVersion, ...arrays } = plain(input) as typeof input
    const ontology = parse(ontologySchema, underRouteNames(arrays))
    const { version } = await ontologies.updateOntologyOf(ctx, personaId, ontology, ifVersion ?? undefined)
    // Answers with the version of this change, although others may have written since: with a later version, the
    // client's next change would overwrite changes that it never saw.
    return { ontology: { ...(await ontologies.getOntology(ctx, personaId)), version } }
  }

  @Mutation(() => SaveOntologyTypePayload, {
    description: "Saves one type in a persona's ontology; all other types stay as they are at that moment.",
  })
  @Extensions(sentAs({ typeId: 'type.id', attributes: 'type.attributes' }))
  async saveOntologyType(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => SaveOntologyTypeInput) input: Static<typeof saveOntologyTypeInput>,
  ): Promise<SaveOntologyTypePayload> {
    const { kind, ifVersion, personaId, type } = plain(input) as typeof input
    const body = parse(typeDefinition, type, 'type')
    const reference = { ...parse(savedTypeParams, { personaId, typeId: body.id }), kind }
    reference.personaId = normalUuid(reference.personaId)
    const { version } = await ontologies.saveType(ctx, reference, body, ifVersion ?? undefined)
    const ontology = { ...(await ontologies.getOntology(ctx, reference.personaId)), version }
    return { type: ontologyType({ ...reference, name: body.name, body }), ontology }
  }

  @FieldResolver(() => ViewerCan, { description: 'What the viewer may do with the persona.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() { id }: Persona): Promise<ViewerCan> {
    return load(ctx, viewerCan, { kind: 'persona' as const, id })
  }
}

@Resolver(() => Ontology)
export class OntologyResolver {
  @FieldResolver(() => [OntologyType], {
    description: 'The types of the ontology in stored order, of one kind or of all.',
  })
  types(
    @Ctx() ctx: GraphQLContext,
    @Root() { personaId }: Ontology,
    @Arg('kind', () => OntologyTypeKind, {
      nullable: true,
      description: 'Only types of this kind; all kinds if absent.',
    })
    kind?: OntologyTypeKind,
  ): Promise<OntologyType[]> {
    return ontologies.typesOfKind(ctx, personaId, kind)
  }
}
