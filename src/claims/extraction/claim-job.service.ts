import type { Static } from '@sinclair/typebox'
import type { Context } from '../../context.js'
import { createJob } from '../../jobs/job.service.js'
import { validation } from '../../lib/errors.js'
import { glossOf, glossText, type GlossItem } from '../../documents/gloss.js'
import { replaceable } from '../../summaries/edited.service.js'
import { getSummary, idIs } from '../../summaries/summary.service.js'
import type { extractSchema, generateClaimsSchema, synthesizeSchema } from './claim-job.shape.js'
import { claimsOfSummaries } from '../lists/claim-tree.service.js'
import { requireMayAdd } from '../claim.service.js'
import { claimExtraction } from './extraction.job.js'
import { claimSynthesis, noClaims, requireSynthesizable } from './synthesis.job.js'

/**
 * Starts a job in which a model finds claims in the summary's text (C-14), and returns the job's public id. Throws
 * NOT_FOUND when the actor may not add claims, CONFLICT in an archived project, and VALIDATION_ERROR for a summary
 * without text.
 */
export function requestExtraction(
  ctx: Context,
  summaryId: string,
  { strategy, maxClaims, minConfidence, mode, references, ...inputSources }: Static<typeof extractSchema>,
): Promise<{ jobId: string }> {
  return requestGeneration(ctx, summaryId, {
    ...{ minConfidence, mode, references, inputSources },
    extractionStrategy: strategy,
    maxClaimsPerSummary: maxClaims,
    maxSubclaimDepth: 5,
    deduplicateClaims: false,
  })
}

/** Starts the same job with more options (C-15); also throws VALIDATION_ERROR when every source is excluded. */
export async function requestGeneration(
  ctx: Context,
  summaryId: string,
  input: Static<typeof generateClaimsSchema>,
): Promise<{ jobId: string }> {
  const { includeSummaryText = true, includeAnnotations = false, includeOntology = false } = input.inputSources ?? {}
  const summary = await getSummary(ctx, summaryId)
  await requireMayAdd(ctx, summary)
  if (!includeSummaryText && !includeAnnotations && !includeOntology)
    throw validation([{ field: 'inputSources', message: 'At least one source must be included' }])
  if (includeSummaryText && glossText(glossOf(summary.summary as string | GlossItem[])).trim() === '')
    throw validation([{ field: 'summary', message: 'The summary has no text' }])
  const payload = {
    summaryId,
    summaryType: input.summaryType ?? 'video',
    strategy: input.extractionStrategy ?? 'sentence-based',
    maxClaims: input.maxClaimsPerSummary ?? 50,
    minConfidence: input.minConfidence ?? 0.5,
    maxSubclaimDepth: input.maxSubclaimDepth ?? 3,
    includeSummaryText,
    includeAnnotations,
    includeOntology,
    ontologyDepth: input.inputSources?.ontologyDepth ?? 'names-only',
    deduplicateClaims: input.deduplicateClaims ?? true,
    mode: input.mode ?? 'addNew',
    references: input.references ?? true,
    ...(input.mergeSimilarClaims !== undefined && { mergeSimilarClaims: input.mergeSimilarClaims }),
    ...(input.modelId && { modelId: input.modelId }),
  }
  const { videoId, personaId } = summary
  const idPrefix = `claims-${summaryId}`
  const job = await createJob(ctx, claimExtraction, { idPrefix, payload, summaryId, videoId, personaId })
  return { jobId: job.publicId }
}

/**
 * Starts a job in which a model rewrites the summary from its claims (C-20), and returns the job's public id. The
 * result overwrites the summary, so the caller must be allowed to write it: throws NOT_FOUND otherwise, CONFLICT in an
 * archived project or when a person has written the text and `onEdited` is not "replace", and VALIDATION_ERROR for a
 * summary without claims.
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
