import { requireVideos } from '../access/require.js'
import { type Context, transaction } from '../context.js'
import { ensureSummary } from '../summaries/summary.service.js'
import { createClaim, type CreateClaimInput, type MadeClaim } from './claim.service.js'

/**
 * C-22: adds a claim for a video and persona. If the pair has no summary, one with empty text is made. Throws NOT_FOUND
 * when the actor may not see the video, and what `ensureSummary` and `createClaim` throw.
 */
export async function createClaimForPair(
  ctx: Context,
  videoId: string,
  personaId: string,
  input: CreateClaimInput,
): Promise<MadeClaim & { summaryId: string }> {
  await requireVideos(ctx, [videoId])
  return transaction(ctx, async (tx) => {
    const summaryId = await ensureSummary(tx, videoId, personaId)
    return { ...(await createClaim(tx, summaryId, input)), summaryId }
  })
}
