import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { OntologyTypeKind } from '../personas/persona.type.js'

@ObjectType({ description: 'What the deletion of a type concerns beside the type.' })
export class TypeDeletion {
  @Field(() => Int, { description: 'References in rich text that become plain text.' })
  glossReferences: number

  @Field(() => Int, { description: 'Annotations of the persona with the type as label; they go.' })
  annotations: number

  @Field(() => Int, { description: "Assignments of the type in the viewer's worlds; they go." })
  worldAssignments: number

  @Field(() => Int, { description: 'Interpretations of events by the type; they go.' })
  worldInterpretations: number

  @Field(() => Int, { description: 'Event types that list the role; it is taken out.' })
  eventRoleReferences: number

  @Field(() => Int, { description: 'Relations of the type; they go.' })
  relationInstances: number
}

@ObjectType({ description: 'What the deletion of a persona concerns.' })
export class PersonaDeletion {
  @Field(() => Int, { description: 'Types of its ontology.' })
  typeCount: number

  @Field(() => Int, { description: 'Annotations of its owner.' })
  annotationCount: number

  @Field(() => Int, { description: 'Summaries.' })
  summaryCount: number

  @Field(() => Int, { description: 'Claims of these summaries.' })
  claimCount: number

  @Field(() => Int, { description: "Assignments in the viewer's personal world that will dangle; they stay." })
  worldAssignmentCount: number
}

@InputType({ description: 'The persona to delete.' })
export class DeletePersonaInput {
  @Field(() => ID, { description: 'The persona.' })
  id: string
}

@ObjectType({ description: 'What was deleted.' })
export class DeletePersonaPayload {
  @Field(() => ID, { description: 'Id of the persona.' })
  id: string
}

@InputType({ description: 'The type to delete.' })
export class DeleteOntologyTypeInput {
  @Field(() => ID, { description: 'The persona whose type it is.' })
  personaId: string

  @Field(() => OntologyTypeKind, { description: 'Which of the four arrays it stands in.' })
  kind: OntologyTypeKind

  @Field(() => ID, { description: 'Id inside the ontology.' })
  key: string
}

@ObjectType({ description: 'What was deleted.' })
export class DeleteOntologyTypePayload {
  @Field(() => String, { description: 'Name of the type.' })
  name: string

  @Field(() => TypeDeletion, { description: 'What went or changed with it.' })
  cleanedUp: TypeDeletion
}
