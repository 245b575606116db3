import { ArgsType } from 'type-graphql'
import { addInputs, objectOf } from '../../graphql/classes.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import {
  disagreement,
  disagreementsArguments,
  type Disagreement as Found,
  type DisagreementsArguments,
} from './disagreement.shape.js'

export const Disagreement = objectOf<Found>(disagreement)
export type Disagreement = InstanceType<typeof Disagreement>

export const DisagreementConnection = connectionType('Disagreement', () => Disagreement)

@ArgsType()
export class DisagreementsArgs extends PageArgs {}
addInputs(DisagreementsArgs, disagreementsArguments.properties)
export interface DisagreementsArgs extends DisagreementsArguments {}
