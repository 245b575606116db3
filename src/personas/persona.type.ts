import type { Static } from '@sinclair/typebox'
import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { addFields, rowsOf } from '../graphql/classes.js'
import { enumOf } from '../graphql/enums.js'
import { connectionType, PageArgs } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { JsonObject } from '../graphql/scalars.js'
import { Project } from '../projects/project.type.js'
import { ontologyRecord, ontologyTypeKind, personaRecord } from './persona.shape.js'
import { typeMembers } from './ontology-type.shape.js'

@ObjectType({
  implements: Node,
  description: 'A perspective from which videos are watched and annotated, with an ontology of its own.',
})
export class Persona extends rowsOf(personaRecord) {
  @Field(() => User, { nullable: true, description: 'The user who owns it.' })
  owner?: User | null

  @Field(() => Project, {
    nullable: true,
    description: 'The project that it belongs to; null if it is in none or the viewer may not read the project.',
  })
  project?: Project | null

  @Field(() => Ontology, { nullable: true, description: 'The ontology of the persona: the types that it defines.' })
  ontology?: Ontology | null
}

export const OntologyTypeKind = enumOf(ontologyTypeKind)
export type OntologyTypeKind = Static<typeof ontologyTypeKind>

@ObjectType({ implements: Node, description: 'A type that a persona defines in its ontology.' })
export class OntologyType extends Node {
  @Field(() => ID, {
    description:
      'ID within its array of the ontology, which REST and references use. Types of different kinds may have the same.',
  })
  key: string

  @Field(() => OntologyTypeKind, {
    description: 'Kind of the type: in which of the four arrays of the ontology it is.',
  })
  kind: OntologyTypeKind

  @Field(() => String, { description: 'Name to display.' })
  name: string

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Everything else that is stored, by its name in REST; null if there is nothing else.',
  })
  extra?: Record<string, unknown> | null

  body: unknown

  @Field(() => ID, { description: 'ID of the persona that defines it.' })
  personaId: string

  @Field(() => Persona, {
    nullable: true,
    description: 'The persona that defines it; null where only a text that names the type lets the viewer read it.',
  })
  persona?: Persona | null
}
addFields(OntologyType, typeMembers)

@ObjectType({ description: 'The type that was saved, and the ontology that it belongs to.' })
export class SaveOntologyTypePayload {
  @Field(() => OntologyType, { description: 'The type as it was saved.' })
  type: OntologyType

  @Field(() => Ontology, { description: 'The ontology with its version after this change.' })
  ontology: Ontology
}

@ObjectType({
  implements: Node,
  description: 'The types that a persona defines: entity, event, role and relation types.',
})
export class Ontology extends rowsOf(ontologyRecord) {
  @Field(() => Persona, { nullable: true, description: 'The persona whose ontology it is.' })
  persona?: Persona | null

  @Field(() => [OntologyType], { description: 'Types of entities (people, things and places), in stored order.' })
  entityTypes?: OntologyType[]

  @Field(() => [OntologyType], { description: 'Types of events, in stored order.' })
  eventTypes?: OntologyType[]

  @Field(() => [OntologyType], { description: 'Types of roles that entities have in events, in stored order.' })
  roleTypes?: OntologyType[]

  @Field(() => [OntologyType], { description: 'Types of relations between objects, in stored order.' })
  relationTypes?: OntologyType[]
}

export const OntologyTypeConnection = connectionType('OntologyType', () => OntologyType)

@InputType({ description: 'Conditions that every listed type meets.' })
class OntologyTypeFilter {
  @Field(() => ID, { nullable: true, description: 'Only types of the persona with this ID.' })
  personaId?: string | null

  @Field(() => OntologyTypeKind, { nullable: true, description: 'Only types of this kind.' })
  kind?: OntologyTypeKind | null

  @Field(() => String, { nullable: true, description: 'Only types whose name contains this text, ignoring case.' })
  search?: string | null
}
export const OntologyTypesArgs = filteredArgs(PageArgs, OntologyTypeFilter)
export type OntologyTypesArgs = InstanceType<typeof OntologyTypesArgs>

export const PersonaConnection = connectionType('Persona', () => Persona)
export const PersonaPageArgs = orderedPageArgs('Persona', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})
export type PersonaPageArgs = InstanceType<typeof PersonaPageArgs>

@InputType({ description: 'Conditions that every listed persona meets.' })
class PersonaFilter {
  @Field(() => Boolean, { nullable: true, description: 'Whether to list hidden personas too; false by default.' })
  includeHidden?: boolean

  @Field(() => ID, { nullable: true, description: 'Only personas of the project with this ID.' })
  projectId?: string

  @Field(() => String, {
    nullable: true,
    description: 'Only personas whose name or role contains this text, ignoring case.',
  })
  search?: string
}
export const PersonasArgs = filteredArgs(PersonaPageArgs, PersonaFilter)
export type PersonasArgs = InstanceType<typeof PersonasArgs>
