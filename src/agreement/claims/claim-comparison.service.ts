import type { Context } from '../../context.js'
import type { AgreementArguments } from '../agreement.shape.js'
import { comparisonOf, inPlace } from '../report.service.js'
import { alignClaims } from './claim-alignment.service.js'
import type { ClaimAlignment } from './claim-alignment.shape.js'

/** Compares the claims of personas about a video. Throws what `agreementOnVideo` throws. */
export async function claimsOnVideo(
  ctx: Context,
  videoId: string,
  input: Pick<AgreementArguments, 'personaIds' | 'reviewStates'>,
): Promise<ClaimAlignment> {
  const { personaIds, states } = comparisonOf(input)
  const act = (own: Context, signal: AbortSignal) =>
    alignClaims(own, { videoId, personaIds, reviewStates: states }, signal)
  return (await inPlace(ctx, videoId, personaIds, act)).alignment
}
