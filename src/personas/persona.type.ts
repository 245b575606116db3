import type { Selectable } from 'kysely'
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import type { Ontologies, Personas } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { addFields } from '../graphql/members.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, Json } from '../graphql/scalars.js'
import { Project } from '../projects/project.type.js'
import { typeMembers } from './type-members.js'

@ObjectType({
  implements: Node,
  description: 'A perspective from which footage is watched, with an ontology of its own.',
})
export class Persona
  extends Node
  implements
    Pick<
      Selectable<Personas>,
      | 'name'
      | 'role'
      | 'informationNeed'
      | 'details'
      | 'isSystemGenerated'
      | 'hidden'
      | 'version'
      | 'createdAt'
      | 'updatedAt'
    >
{
  @Field(() => String, { description: 'Name to show.' })
  name: string

  @Field(() => String, { description: 'What the analyst is.' })
  role: string

  @Field(() => String, { description: 'What the analyst wants to know.' })
  informationNeed: string

  @Field(() => String, { nullable: true, description: 'Anything more.' })
  details: string | null

  @Field(() => Boolean, { description: 'Made by a system rather than by a person.' })
  isSystemGenerated: boolean

  @Field(() => Boolean, { description: 'Left out of lists unless asked for.' })
  hidden: boolean

  @Field(() => Int, { description: 'Counts up with every change; give it as `ifVersion` to refuse lost updates.' })
  version: number

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { description: 'Who owns it.' })
  userId: string

  @Field(() => ID, { nullable: true, description: 'The project that shares it.' })
  projectId: string | null

  @Field(() => User, { nullable: true, description: 'Who owns it.' })
  owner?: User | null

  @Field(() => Project, { nullable: true, description: 'The project that shares it, where the caller may read it.' })
  project?: Project | null

  @Field(() => Ontology, { nullable: true, description: 'Its types.' })
  ontology?: Ontology | null
}

export enum OntologyTypeKind {
  ENTITY = 'entity',
  EVENT = 'event',
  ROLE = 'role',
  RELATION = 'relation',
}
registerEnumType(OntologyTypeKind, { name: 'OntologyTypeKind', description: 'The four arrays of an ontology.' })

@ObjectType({ implements: Node, description: 'A type that a persona defines.' })
export class OntologyType extends Node {
  @Field(() => ID, { description: 'Id inside the ontology, as REST uses it.' })
  key: string

  @Field(() => OntologyTypeKind, { description: 'Which of the four arrays it stands in.' })
  kind: OntologyTypeKind

  @Field(() => String, { description: 'Name to show.' })
  name: string

  @Field(() => Json, { description: 'The whole definition as it was sent.' })
  body: unknown

  @Field(() => ID, { description: 'Whose type it is.' })
  personaId: string
}
addFields(OntologyType, typeMembers)

@ObjectType({ implements: Node, description: 'The types of a persona.' })
export class Ontology
  extends Node
  implements Pick<Selectable<Ontologies>, 'version' | 'createdAt' | 'updatedAt' | 'personaId'>
{
  @Field(() => Json, {
    description: 'Relation instances of older clients.',
    deprecationReason: 'Since 2026-11: use the world state; kept for old clients.',
  })
  relations: unknown

  @Field(() => Int, { description: 'Counts up with every change.' })
  version: number

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { description: 'Whose types these are.' })
  personaId: string

  @Field(() => Persona, { nullable: true, description: 'Whose types these are.' })
  persona?: Persona | null

  @Field(() => [OntologyType], { description: 'Types of people, things and places, in stored order.' })
  entityTypes?: OntologyType[]

  @Field(() => [OntologyType], { description: 'Types of what happens, in stored order.' })
  eventTypes?: OntologyType[]

  @Field(() => [OntologyType], { description: 'Roles in events, in stored order.' })
  roleTypes?: OntologyType[]

  @Field(() => [OntologyType], { description: 'Types of relations, in stored order.' })
  relationTypes?: OntologyType[]
}

export const PersonaConnection = connectionType('Persona', () => Persona)
export const PersonaPageArgs = orderedPageArgs('Persona', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})
export type PersonaPageArgs = InstanceType<typeof PersonaPageArgs>
