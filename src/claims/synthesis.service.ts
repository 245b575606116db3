import type { Static } from '@sinclair/typebox'
import type { Context } from '../context.js'
import { createJob } from '../jobs/job.service.js'
import type { synthesizeSchema } from './claim.schema.js'
import { claimsOfSummaries } from './claim.service.js'
import { claimSynthesis, noClaims, requireSynthesizable } from './synthesis.job.js'

/**
 * Lets a model write the summary anew from its claims (C-20). The result overwrites the summary, so the caller must be
 * allowed to write it.
 */
export async function requestSynthesis(
  ctx: Context,
  summaryId: string,
  input: Static<typeof synthesizeSchema>,
): Promise<{ jobId: string }> {
  const { videoId, personaId } = await requireSynthesizable(ctx, summaryId)
  const [tree] = await claimsOfSummaries(ctx, [summaryId])
  if (!tree?.rows.length) throw noClaims()
  const payload = {
    summaryId,
    synthesisStrategy: input.synthesisStrategy ?? 'hierarchical',
    maxLength: input.maxLength ?? 500,
    includeConflicts: input.includeConflicts ?? true,
    includeCitations: input.includeCitations ?? false,
  }
  const idPrefix = `synthesis-${summaryId}`
  const job = await createJob(ctx, claimSynthesis, { idPrefix, payload, summaryId, videoId, personaId })
  return { jobId: job.publicId }
}
