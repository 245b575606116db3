import { ArgsType } from 'type-graphql'
import { addInputs, objectOf } from '../graphql/classes.js'
import {
  agreementArguments,
  videoAgreement,
  type AgreementArguments,
  type VideoAgreement as Agreement,
} from './agreement.shape.js'

@ArgsType()
export class AgreementArgs {}
addInputs(AgreementArgs, agreementArguments.properties)
export interface AgreementArgs extends AgreementArguments {}

export const VideoAgreement = objectOf<Agreement>(videoAgreement)
export type VideoAgreement = InstanceType<typeof VideoAgreement>
