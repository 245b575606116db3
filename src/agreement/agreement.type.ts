import { ArgsType } from 'type-graphql'
import { addInputs, objectOf } from '../graphql/classes.js'
import { claimAgreement } from './claims/claim-alignment.shape.js'
import {
  agreementArguments,
  videoAgreement,
  type AgreementArguments,
  type VideoAgreement as Agreement,
  type WholeAgreement,
} from './agreement.shape.js'

@ArgsType()
export class AgreementArgs {}
addInputs(AgreementArgs, agreementArguments.properties)
export interface AgreementArgs extends AgreementArguments {}

export const VideoAgreement = objectOf<Agreement>(videoAgreement)
export type VideoAgreement = InstanceType<typeof VideoAgreement>

export const ClaimAgreement = objectOf<WholeAgreement['claims']>(claimAgreement)
export type ClaimAgreement = InstanceType<typeof ClaimAgreement>
