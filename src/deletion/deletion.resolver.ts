import { Arg, Ctx, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql'
import { fieldOf, inputOf, objectOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { sentAs } from '../graphql/doors.js'
import { payloadOf } from '../graphql/payloads.js'
import { orNull } from '../lib/errors.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { ontologyType } from '../personas/ontology-rows.js'
import { OntologyType, type OntologyTypeKind } from '../personas/persona.type.js'
import * as deletion from './deletion.service.js'
import {
  deletedType,
  personaDeletion,
  personaParams,
  typeArguments,
  typeDeletion,
  typeParams,
  typeToDelete,
  type DeletedType,
  type PersonaDeletionCounts,
  type TypeDeletionCounts,
  type TypeToDelete,
} from './deletion.shape.js'

const TypeDeletion = objectOf(typeDeletion)
const PersonaDeletion = objectOf(personaDeletion)
const { cleanedUp, name } = deletedType.properties
const DeleteOntologyTypePayload = payloadOf(
  'deleteOntologyType',
  {
    name: { type: () => String, says: name.description! },
    cleanedUp: { type: () => TypeDeletion, says: cleanedUp.description! },
  },
  true,
)
const DeleteOntologyTypeInput = inputOf('DeleteOntologyTypeInput', 'The ontology type to delete.', typeToDelete)

function typeArg(name: keyof typeof typeArguments) {
  const { type, options } = fieldOf(typeArguments[name], 'input')
  return Arg(name, () => type, options)
}

@Resolver()
export class DeletionResolver {
  @Query(() => OntologyType, {
    nullable: true,
    description: "One type of a persona's ontology; null if there is none or the caller may not read the persona.",
  })
  async ontologyType(
    @Ctx() ctx: GraphQLContext,
    @typeArg('personaId') personaId: string,
    @typeArg('kind') kind: OntologyTypeKind,
    @typeArg('key') key: string,
  ): Promise<OntologyType | null> {
    const reference = referenceOf(personaId, kind, key)
    const type = await orNull(deletion.getType(ctx, reference))
    return type && ontologyType({ ...reference, name: type.name, body: type.body })
  }

  @Query(() => TypeDeletion, {
    description:
      'Counts of what `deleteOntologyType` would change or delete now. Requires the right to change the persona.',
  })
  typeDeletionPreview(
    @Ctx() ctx: GraphQLContext,
    @typeArg('personaId') personaId: string,
    @typeArg('kind') kind: OntologyTypeKind,
    @typeArg('key') key: string,
  ): Promise<TypeDeletionCounts> {
    return deletion.previewTypeDeletion(ctx, referenceOf(personaId, kind, key))
  }

  @Query(() => PersonaDeletion, {
    description: 'Counts of what `deletePersona` would delete now. Requires the right to delete the persona.',
  })
  personaDeletionPreview(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the persona.' }) id: string,
  ): Promise<PersonaDeletionCounts> {
    return deletion.previewPersonaDeletion(ctx, normalUuid(parse(personaParams, { id }).id))
  }

  @Mutation(() => DeleteOntologyTypePayload, {
    description:
      "Deletes a type from a persona's ontology and removes the references to it. Requires the right to change the " +
      'persona.',
  })
  @Extensions(sentAs({ typeId: 'key' }))
  deleteOntologyType(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteOntologyTypeInput) { personaId, kind, key, ifVersion }: TypeToDelete,
  ): Promise<DeletedType> {
    return deletion.deleteType(ctx, referenceOf(personaId, kind, key), ifVersion ?? undefined)
  }
}

function referenceOf(personaId: string, kind: OntologyTypeKind, typeId: string) {
  return { personaId: normalUuid(parse(typeParams, { personaId, typeId }).personaId), kind, typeId }
}
