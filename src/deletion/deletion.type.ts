import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { OntologyTypeKind } from '../personas/persona.type.js'

@ObjectType({
  description:
    'Counts of what is changed or deleted together with an ontology type, as far as the caller may change it. ' +
    'Content of archived projects stays as it is and is not counted.',
})
export class TypeDeletion {
  @Field(() => Int, {
    description:
      'Number of references to the type in rich text; each is replaced by the name of the type as plain text.',
  })
  glossReferences: number

  @Field(() => Int, {
    description:
      'Number of annotations of the persona that are labelled with the type; they are deleted. Always 0 for relation ' +
      'types.',
  })
  annotations: number

  @Field(() => Int, {
    description:
      "Number of assignments of the entity type to objects in the caller's worlds; they are removed. 0 for other " +
      'kinds.',
  })
  worldAssignments: number

  @Field(() => Int, {
    description:
      "Number of assignments and interpretations by which events in the caller's worlds have the event type; they " +
      'are removed. 0 for other kinds.',
  })
  worldInterpretations: number

  @Field(() => Int, {
    description:
      'Number of entries in the role lists of event types that name the role type; they are removed. 0 for other ' +
      'kinds.',
  })
  eventRoleReferences: number

  @Field(() => Int, {
    description:
      "Number of relations of the relation type, in the ontology and in the caller's worlds; they are deleted. 0 for " +
      'other kinds.',
  })
  relationInstances: number
}

@ObjectType({ description: 'Counts of what is deleted, or left dangling, together with a persona.' })
export class PersonaDeletion {
  @Field(() => Int, { description: "Number of types in the persona's ontology; they are deleted." })
  typeCount: number

  @Field(() => Int, { description: "Number of the owner's annotations made with the persona; they are deleted." })
  annotationCount: number

  @Field(() => Int, { description: 'Number of summaries made with the persona, whoever wrote them; they are deleted.' })
  summaryCount: number

  @Field(() => Int, { description: 'Number of claims in these summaries, whoever wrote them; they are deleted.' })
  claimCount: number

  @Field(() => Int, {
    description:
      "Number of type assignments and interpretations in the caller's personal world that name the persona; they " +
      'stay and then refer to nothing.',
  })
  worldAssignmentCount: number
}

@InputType({ description: 'The persona to delete.' })
export class DeletePersonaInput {
  @Field(() => ID, { description: 'ID of the persona.' })
  id: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the deletion with PRECONDITION_FAILED unless the row is at this version.',
  })
  ifVersion?: number | null
}

@ObjectType({ description: 'The deleted persona.' })
export class DeletePersonaPayload {
  @Field(() => ID, { description: 'ID of the deleted persona.' })
  id: string

  @Field(() => PersonaDeletion, { description: 'Counts of what was deleted with it, or now dangles.' })
  deleted: PersonaDeletion
}

@InputType({ description: 'The ontology type to delete.' })
export class DeleteOntologyTypeInput {
  @Field(() => ID, { description: 'ID of the persona that defines the type.' })
  personaId: string

  @Field(() => OntologyTypeKind, { description: 'Kind of the type: entity, event, role or relation type.' })
  kind: OntologyTypeKind

  @Field(() => ID, { description: 'ID of the type inside the ontology, unique among types of its kind.' })
  key: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the deletion with PRECONDITION_FAILED unless the ontology is at this version.',
  })
  ifVersion?: number | null
}

@ObjectType({ description: 'The deleted type, and what was changed or deleted with it.' })
export class DeleteOntologyTypePayload {
  @Field(() => String, { description: 'Name of the deleted type.' })
  name: string

  @Field(() => TypeDeletion, { description: 'Counts of what was changed or deleted together with the type.' })
  cleanedUp: TypeDeletion
}
