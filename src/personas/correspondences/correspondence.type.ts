import { ArgsType, Field, ID, ObjectType } from 'type-graphql'
import { User } from '../../accounts/user.type.js'
import { objectOf, rowsOf } from '../../graphql/classes.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import { Node } from '../../graphql/node.js'
import { OntologyType, Persona } from '../persona.type.js'
import { correspondenceRecord, suggestions, type Suggestions } from './correspondence.shape.js'

@ObjectType({
  implements: Node,
  description:
    'How a type of one persona (the first) relates to a type of another persona (the second). Two types have at most one ' +
    'correspondence. It goes with either type.',
})
export class TypeCorrespondence extends rowsOf(correspondenceRecord) {
  @Field(() => Persona, { nullable: true, description: 'The persona of the first type.' })
  firstPersona?: Persona | null

  @Field(() => OntologyType, {
    nullable: true,
    description: 'The first type; of several types of its persona with this ID one of the same kind as the second.',
  })
  firstType?: OntologyType | null

  @Field(() => Persona, { nullable: true, description: 'The persona of the second type.' })
  secondPersona?: Persona | null

  @Field(() => OntologyType, {
    nullable: true,
    description: 'The second type; of several types of its persona with this ID one of the same kind as the first.',
  })
  secondType?: OntologyType | null

  @Field(() => User, { nullable: true, description: 'The user who stated the relation; null when unknown.' })
  creator?: User | null
}

export const TypeCorrespondenceConnection = connectionType('TypeCorrespondence', () => TypeCorrespondence)

@ArgsType()
export class TypeCorrespondencesArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Only correspondences with types of the persona with this ID; with all personas if absent.',
  })
  otherPersonaId?: string | null
}

export const TypeCorrespondenceSuggestions = objectOf<Suggestions>(suggestions)
