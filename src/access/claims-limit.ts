import type { Context } from '../context.js'
import { requireActor } from './actor.js'

/** L-01: acts a minute and user; both doors count in the same buckets. `reads` are the GETs of claims. */
export const claimsLimits = { extraction: 10, synthesis: 10, claims: 100, reads: 100, relations: 50 } as const
export type ClaimsBucket = keyof typeof claimsLimits

/**
 * Takes one act of the signed-in user from a bucket; RATE_LIMITED when none is left. Answers what is left, null when
 * limits are off.
 */
export async function takeFromBucket(ctx: Context, bucket: ClaimsBucket) {
  const { userId } = requireActor(ctx)
  return ctx.rateLimits.consume({ name: `claims-${bucket}`, points: claimsLimits[bucket], seconds: 60 }, userId)
}
