import type { Context } from '../context.js'
import { requireActor } from './actor.js'

/**
 * L-01: the number of acts that one user may do in a minute, by bucket. GraphQL and REST count in the same buckets;
 * `reads` counts GET requests for claims.
 */
export const claimsLimits = { extraction: 10, synthesis: 10, claims: 100, reads: 100, relations: 50 } as const
export type ClaimsBucket = keyof typeof claimsLimits

/**
 * Counts one act of the signed-in user against a bucket and returns the remainder, or null when limits are off. Throws
 * RATE_LIMITED when the bucket is empty, and UNAUTHENTICATED without an actor.
 */
export async function takeFromBucket(ctx: Context, bucket: ClaimsBucket) {
  const { userId } = requireActor(ctx)
  return ctx.rateLimits.consume({ name: `claims-${bucket}`, points: claimsLimits[bucket], seconds: 60 }, userId)
}
