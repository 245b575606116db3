import { Type, type Static } from '@sinclair/typebox'
import type { Context } from '../context.js'
import { defineJob } from '../jobs/job-type.js'
import { glossOf, glossText, type GlossItem } from '../lib/gloss.js'
import { newId } from '../lib/uuid.js'
import * as model from '../models/model-claims.js'
import { getSummary } from '../summaries/summary.service.js'
import { addClaimRows, claimsOfSummaries, newClaimRow, requireMayAdd } from './claim.service.js'
import { selectExtractionInputs } from './extraction.sql.js'

const payload = Type.Object({
  summaryId: Type.String(),
  summaryType: Type.String(),
  strategy: Type.String(),
  maxClaims: Type.Number(),
  minConfidence: Type.Number(),
  maxSubclaimDepth: Type.Number(),
  includeSummaryText: Type.Boolean(),
  includeAnnotations: Type.Boolean(),
  includeOntology: Type.Boolean(),
  ontologyDepth: Type.String(),
  deduplicateClaims: Type.Boolean(),
  mergeSimilarClaims: Type.Optional(Type.Boolean()),
  modelId: Type.Optional(Type.String()),
})
export type ExtractionPayload = Static<typeof payload>

/** The words of a summary, whichever form it was written in. */
export function textOf(summary: unknown): string {
  return glossText(glossOf(summary as string | GlossItem[]))
}

/** A model finds claims in a summary; they are added to those there are (C-14, C-15, C-19). */
export const claimExtraction = defineJob({
  name: 'claim-extraction',
  payload,
  attempts: 3,
  timeoutMinutes: 120,
  concurrency: 3,
  perMinute: (config) => config.jobsPerMinute.claims,
  async run(ctx, { payload, progress, signal }) {
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
  },
})

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
      gloss: [{ type: 'text', content: claim.text }],
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
