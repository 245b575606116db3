import type { Static } from '@sinclair/typebox'
import type { Context } from '../context.js'
import { createJob } from '../jobs/job.service.js'
import { replaceable } from '../summaries/edited.service.js'
import { idIs } from '../summaries/summary.service.js'
import type { synthesizeSchema } from './claim-job.shape.js'
import { claimsOfSummaries } from './claim.service.js'
import { claimSynthesis, noClaims, requireSynthesizable } from './synthesis.job.js'

/**
 * Starts a job in which a model rewrites the summary from its claims (C-20), and returns the job's public id. The
 * result overwrites the summary, so the caller must be allowed to write it: throws NOT_FOUND otherwise, CONFLICT in an
 * archived project or when a person has written the text and `onEdited` does not say "replace", and VALIDATION_ERROR
 * for a summary without claims.
 */
export async function requestSynthesis(
  ctx: Context,
  summaryId: string,
  input: Static<typeof synthesizeSchema>,
): Promise<{ jobId: string }> {
  const { videoId, personaId } = await requireSynthesizable(ctx, summaryId)
  const [tree] = await claimsOfSummaries(ctx, [summaryId])
  if (!tree?.rows.length) throw noClaims()
  const replaces = await replaceable(ctx, idIs(summaryId), ['summary'], input.onEdited)
  const payload = {
    summaryId,
    synthesisStrategy: input.synthesisStrategy ?? 'hierarchical',
    maxLength: input.maxLength ?? 500,
    includeConflicts: input.includeConflicts ?? true,
    includeCitations: input.includeCitations ?? false,
    references: input.references ?? true,
    ...replaces,
  }
  const idPrefix = `synthesis-${summaryId}`
  const job = await createJob(ctx, claimSynthesis, { idPrefix, payload, summaryId, videoId, personaId })
  return { jobId: job.publicId }
}
