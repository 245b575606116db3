import type { Static } from '@sinclair/typebox'
import type { Context } from '../context.js'
import { createJob } from '../jobs/job.service.js'
import { validation } from '../lib/errors.js'
import { getSummary } from '../summaries/summary.service.js'
import type { extractSchema, generateClaimsSchema } from './claim-job.shape.js'
import { requireMayAdd } from './claim.service.js'
import { glossOf, glossText, type GlossItem } from '../lib/gloss.js'
import { claimExtraction, type ExtractionPayload } from './extraction.job.js'

async function accept(
  ctx: Context,
  summaryId: string,
  payload: Omit<ExtractionPayload, 'summaryId'>,
): Promise<{ jobId: string }> {
  const summary = await getSummary(ctx, summaryId)
  await requireMayAdd(ctx, summary)
  if (!payload.includeSummaryText && !payload.includeAnnotations && !payload.includeOntology)
    throw validation([{ field: 'inputSources', message: 'At least one source must be included' }])
  if (payload.includeSummaryText && glossText(glossOf(summary.summary as string | GlossItem[])).trim() === '')
    throw validation([{ field: 'summary', message: 'The summary has no text' }])
  const { videoId, personaId } = summary
  const job = await createJob(ctx, claimExtraction, {
    idPrefix: `claims-${summaryId}`,
    payload: { summaryId, ...payload },
    summaryId,
    videoId,
    personaId,
  })
  return { jobId: job.publicId }
}

/**
 * Starts a job in which a model finds claims in the summary's text (C-14), and returns the job's public id. Throws
 * NOT_FOUND when the actor may not add claims, CONFLICT in an archived project, and VALIDATION_ERROR for a summary
 * without text.
 */
export function requestExtraction(
  ctx: Context,
  summaryId: string,
  input: Static<typeof extractSchema>,
): Promise<{ jobId: string }> {
  return accept(ctx, summaryId, {
    summaryType: 'video',
    strategy: input.strategy ?? 'sentence-based',
    maxClaims: input.maxClaims ?? 50,
    minConfidence: input.minConfidence ?? 0.5,
    maxSubclaimDepth: 5,
    includeSummaryText: true,
    includeAnnotations: input.includeAnnotations ?? false,
    includeOntology: input.includeOntology ?? false,
    ontologyDepth: input.ontologyDepth ?? 'names-only',
    deduplicateClaims: false,
    mode: input.mode ?? 'addNew',
    references: input.references ?? true,
  })
}

/** Starts the same job with more options (C-15); also throws VALIDATION_ERROR when every source is excluded. */
export function requestGeneration(
  ctx: Context,
  summaryId: string,
  input: Static<typeof generateClaimsSchema>,
): Promise<{ jobId: string }> {
  const sources = input.inputSources ?? {}
  return accept(ctx, summaryId, {
    summaryType: input.summaryType ?? 'video',
    strategy: input.extractionStrategy ?? 'sentence-based',
    maxClaims: input.maxClaimsPerSummary ?? 50,
    minConfidence: input.minConfidence ?? 0.5,
    maxSubclaimDepth: input.maxSubclaimDepth ?? 3,
    includeSummaryText: sources.includeSummaryText ?? true,
    includeAnnotations: sources.includeAnnotations ?? false,
    includeOntology: sources.includeOntology ?? false,
    ontologyDepth: sources.ontologyDepth ?? 'names-only',
    deduplicateClaims: input.deduplicateClaims ?? true,
    mode: input.mode ?? 'addNew',
    references: input.references ?? true,
    ...(input.mergeSimilarClaims !== undefined && { mergeSimilarClaims: input.mergeSimilarClaims }),
    ...(input.modelId && { modelId: input.modelId }),
  })
}
