import { ArgsType, Field, ID, ObjectType } from 'type-graphql'
import { User } from '../../accounts/user.type.js'
import { rowsOf } from '../../graphql/classes.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import { Node } from '../../graphql/node.js'
import { Persona } from '../../personas/persona.type.js'
import { decisionRecord } from './decision.shape.js'

@ObjectType({
  implements: Node,
  description:
    'How a disagreement of personas about a video is settled, for a persona: one thing is adopted, which means that it ' +
    'was copied into the persona, or all are kept. It settles the disagreement as long as all things are at the versions ' +
    'that were seen and the copy exists. A decision is never changed; another one replaces it.',
})
export class AgreementDecision extends rowsOf(decisionRecord) {
  @Field(() => Persona, { nullable: true, description: 'The persona for which the disagreement is settled.' })
  persona?: Persona | null

  @Field(() => User, { nullable: true, description: 'The user who decided; null when unknown.' })
  creator?: User | null
}

export const AgreementDecisionConnection = connectionType('AgreementDecision', () => AgreementDecision)

@ArgsType()
export class AgreementDecisionsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only decisions for the persona with this ID.' })
  personaId?: string | null
}
