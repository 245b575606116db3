import type { Static } from '@sinclair/typebox'
import { type Context, transaction } from '../context.js'
import type { ExtractionPayload } from '../jobs/job.names.js'
import { createJob } from '../jobs/job.service.js'
import type { JobHandler } from '../jobs/job-runner.service.js'
import { validation } from '../lib/errors.js'
import { glossOf, glossText, type GlossItem } from '../lib/gloss.js'
import { newId } from '../lib/uuid.js'
import * as model from '../models/model-claims.js'
import { getSummary } from '../summaries/summary.service.js'
import type { extractSchema, generateClaimsSchema } from './claim.schema.js'
import { selectExtractionInputs } from './extraction.sql.js'
import { addClaimRows, claimsOfSummaries, newClaimRow, requireMayAdd } from './claim.service.js'

function textOf(summary: unknown): string {
  return glossText(glossOf(summary as string | GlossItem[]))
}

async function accept(
  ctx: Context,
  summaryId: string,
  payload: Omit<ExtractionPayload, 'summaryId'>,
): Promise<{ jobId: string }> {
  const summary = await getSummary(ctx, summaryId)
  await requireMayAdd(ctx, summaryId)
  if (textOf(summary.summary).trim() === '')
    throw validation([{ field: 'summary', message: 'The summary has no text' }])
  const { videoId, personaId } = summary
  const job = await transaction(ctx, (tx) =>
    createJob(tx, {
      queue: 'claim-extraction',
      idPrefix: `claims-${summaryId}`,
      payload: { summaryId, ...payload },
      summaryId,
      videoId,
      personaId,
    }),
  )
  return { jobId: job.publicId }
}

/** C-14. */
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
  })
}

/** C-15. */
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
    ...(input.mergeSimilarClaims !== undefined && { mergeSimilarClaims: input.mergeSimilarClaims }),
    ...(input.modelId && { modelId: input.modelId }),
  })
}

/** C-19, MS-07, MS-18. */
export const runExtraction: JobHandler<'claim-extraction'> = async (ctx, { payload, progress, signal }) => {
  const { summaryId } = payload
  const summary = await getSummary(ctx, summaryId)
  await requireMayAdd(ctx, summaryId)
  const inputs = await selectExtractionInputs(ctx.db, summary.videoId, summary.personaId)
  await progress(20)
  const withGlosses = payload.includeOntology && payload.ontologyDepth !== 'names-only'
  const body = {
    summary_id: summaryId,
    summary_text: textOf(summary.summary),
    ...(payload.includeAnnotations && { annotations: inputs.annotations }),
    ...(payload.includeOntology && { ontology_types: inputs.types.map((type) => type.name) }),
    ...(withGlosses && {
      ontology_glosses: Object.fromEntries(
        inputs.types.map(({ name, gloss, definition }) => [
          name,
          glossText(glossOf((gloss ?? definition) as GlossItem[])),
        ]),
      ),
    }),
    extraction_strategy: payload.strategy,
    max_claims: payload.maxClaims,
    min_confidence: payload.minConfidence,
  }
  const answer = await model.extractClaims(ctx, body, signal)
  await progress(50)
  const { modelUsed, processingTime } = answer
  return async (tx) => {
    const [existing] = payload.deduplicateClaims ? await claimsOfSummaries(tx, [summaryId]) : []
    const known = new Set((existing?.rows ?? []).map((row) => row.text.trim().toLowerCase()))
    const rows = flatten(tx, answer.claims, payload, modelUsed, known)
    await addClaimRows(tx, summaryId, rows)
    const roots = rows.filter((row) => row.parentClaimId === null).length
    return {
      claimIds: rows.map((row) => row.id),
      count: rows.length,
      extractionTime: processingTime,
      summaryId,
      summaryType: payload.summaryType,
      totalClaims: roots,
      totalSubclaims: rows.length - roots,
      modelUsed,
      processingTime,
    }
  }
}

/** Parents before children, at most maxClaims rows; what is below minConfidence goes with everything below it. */
function flatten(
  ctx: Context,
  claims: readonly model.ExtractedClaim[],
  payload: ExtractionPayload,
  modelUsed: string,
  known: Set<string>,
) {
  const rows: (ReturnType<typeof newClaimRow> & { parentClaimId: string | null })[] = []
  const open: { claim: model.ExtractedClaim; parentClaimId: string | null; depth: number }[] = claims.map((claim) => ({
    claim,
    parentClaimId: null,
    depth: 0,
  }))
  for (let next = open.shift(); next && rows.length < payload.maxClaims; next = open.shift()) {
    const { claim, parentClaimId, depth } = next
    const key = claim.text.trim().toLowerCase()
    if (claim.confidence < payload.minConfidence || (payload.deduplicateClaims && known.has(key))) continue
    known.add(key)
    const { sentence_index: sentenceIndex, char_start: charStart, char_end: charEnd } = claim
    const spans =
      typeof charStart === 'number' && typeof charEnd === 'number'
        ? [{ ...(typeof sentenceIndex === 'number' && { sentenceIndex }), charStart, charEnd }]
        : null
    const row = newClaimRow(ctx, {
      text: claim.text,
      summaryType: payload.summaryType === 'collection' ? 'collection' : 'video',
      textSpans: spans,
      confidence: claim.confidence,
      modelUsed,
      extractionStrategy: payload.strategy,
    })
    rows.push({ ...row, id: newId(), parentClaimId })
    const id = rows.at(-1)?.id ?? null
    if (depth < payload.maxSubclaimDepth)
      for (const below of claim.subclaims ?? []) open.push({ claim: below, parentClaimId: id, depth: depth + 1 })
  }
  return rows
}
