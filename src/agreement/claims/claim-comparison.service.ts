import { requireActor } from '../../access/actor.js'
import type { ReviewState } from '../../access/review.shape.js'
import type { Context } from '../../context.js'
import { notFound } from '../../lib/errors.js'
import { personasByIds } from '../../personas/persona.service.js'
import { getVideo } from '../../videos/video.service.js'
import { comparisonOf } from '../report.service.js'
import { alignClaims } from './claim-alignment.service.js'
import type { ClaimAlignment } from './claim-alignment.shape.js'

/**
 * Compares the claims of personas about a video. People take turns; the work ends when the client disconnects. Throws
 * VALIDATION_ERROR for fewer than 2 or more than 20 different personas, and NOT_FOUND for a video or persona that is
 * unknown or that the actor may not read.
 */
export async function claimsOnVideo(
  ctx: Context,
  videoId: string,
  { personaIds: given, reviewState }: { personaIds: string[]; reviewState?: ReviewState[] },
): Promise<ClaimAlignment> {
  const { isAdmin } = requireActor(ctx)
  const { personaIds, states } = comparisonOf({ personaIds: given, ...(reviewState && { reviewStates: reviewState }) })
  const signal = ctx.clientGone()
  await getVideo(ctx, videoId)
  if ((await personasByIds(ctx, personaIds)).includes(undefined)) throw notFound('Persona')
  const place = await ctx.admission.enter('agreement', ctx.budget.person, signal, { isAdmin })
  try {
    return await alignClaims(ctx, { videoId, personaIds, reviewStates: states }, signal)
  } finally {
    place.leave()
  }
}
