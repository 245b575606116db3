import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { orNull } from '../lib/errors.js'
import { forgetLoaded } from '../lib/load.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { ontologyType } from '../personas/ontology-rows.js'
import { OntologyType, OntologyTypeKind } from '../personas/persona.type.js'
import { deletedPersonaParams, typeParams } from './deletion.schema.js'
import {
  DeleteOntologyTypeInput,
  DeleteOntologyTypePayload,
  DeletePersonaInput,
  DeletePersonaPayload,
  PersonaDeletion,
  TypeDeletion,
} from './deletion.type.js'
import * as deletion from './deletion.service.js'

const personaArg = () => Arg('personaId', () => ID, { description: 'ID of the persona that defines the type.' })
const kindArg = () =>
  Arg('kind', () => OntologyTypeKind, { description: 'Kind of the type: entity, event, role or relation type.' })
const keyArg = () =>
  Arg('key', () => ID, { description: 'ID of the type inside the ontology, unique among types of its kind.' })

@Resolver()
export class DeletionResolver {
  @Query(() => OntologyType, {
    nullable: true,
    description: "One type of a persona's ontology; null if there is none or the caller may not read the persona.",
  })
  async ontologyType(
    @Ctx() ctx: GraphQLContext,
    @personaArg() personaId: string,
    @kindArg() kind: OntologyTypeKind,
    @keyArg() key: string,
  ): Promise<OntologyType | null> {
    const reference = referenceOf(personaId, kind, key)
    const type = await orNull(deletion.getType(ctx, reference))
    return type && ontologyType({ personaId: reference.personaId, kind, typeId: key, name: type.name, body: type.body })
  }

  @Query(() => TypeDeletion, {
    description:
      'Counts of what `deleteOntologyType` would change or delete now. Requires the right to change the persona.',
  })
  typeDeletionPreview(
    @Ctx() ctx: GraphQLContext,
    @personaArg() personaId: string,
    @kindArg() kind: OntologyTypeKind,
    @keyArg() key: string,
  ): Promise<TypeDeletion> {
    return deletion.previewTypeDeletion(ctx, referenceOf(personaId, kind, key))
  }

  @Query(() => PersonaDeletion, {
    description: 'Counts of what `deletePersona` would delete now. Requires the right to delete the persona.',
  })
  personaDeletionPreview(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the persona.' }) id: string,
  ): Promise<PersonaDeletion> {
    return deletion.previewPersonaDeletion(ctx, normalUuid(parse(deletedPersonaParams, { id }).id))
  }

  @Mutation(() => DeletePersonaPayload, {
    description:
      "Deletes a persona with its ontology, the summaries made with it and their claims, and its owner's annotations.",
  })
  async deletePersona(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeletePersonaInput) input: DeletePersonaInput,
  ): Promise<DeletePersonaPayload> {
    const id = normalUuid(parse(deletedPersonaParams, { id: input.id }).id)
    const deleted = await deletion.deletePersona(ctx, id, input.ifVersion ?? undefined)
    forgetLoaded(ctx)
    return { id, deleted }
  }

  @Mutation(() => DeleteOntologyTypePayload, {
    description:
      "Deletes a type from a persona's ontology and removes the references to it. Requires the right to change the " +
      'persona.',
  })
  async deleteOntologyType(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteOntologyTypeInput) { personaId, kind, key, ifVersion }: DeleteOntologyTypeInput,
  ): Promise<DeleteOntologyTypePayload> {
    const done = await deletion.deleteType(ctx, referenceOf(personaId, kind, key), ifVersion ?? undefined)
    forgetLoaded(ctx)
    return done
  }
}

function referenceOf(personaId: string, kind: OntologyTypeKind, typeId: string) {
  return {
    personaId: normalUuid(parse(typeParams, { personaId, typeId }).personaId),
    kind: kind as deletion.TypeKind,
    typeId,
  }
}
