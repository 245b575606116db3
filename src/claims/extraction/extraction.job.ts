import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from '@sinclair/typebox'
import { abilitiesOf } from '../../access/abilities.js'
import type { Context } from '../../context.js'
import { defineJob } from '../../jobs/job-type.js'
import type { References } from '../../documents/name-references.js'
import { isObject } from '../../lib/json-walk.js'
import { isUuid, newId } from '../../lib/uuid.js'
import * as model from '../../models/model-claims.js'
import { referencesIn, withoutIds } from '../../models/text-references.js'
import type { Evidence } from '../../summaries/evidence.shape.js'
import { getSummary } from '../../summaries/summary.service.js'
import { addClaimRows, beginAdding, newClaimRow, requireMayAdd, type CreateClaimInput } from '../claim.service.js'
import { claimsOfSummaries } from '../lists/claim-tree.service.js'
import { selectExtractionInputs } from './claim-job.sql.js'
import { boundedBy, evidenceOf, placeEvidence, type PlacedEvidence } from './claim-evidence.js'
import { isNote, withoutNotes } from './model-notes.js'
import { namedTexts } from '../glosses/gloss-targets.js'
import { isSimilar, textKey } from '../similar-texts.js'
import { sameMeaning } from './same-claims.service.js'

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
  mode: Type.Optional(Type.String()),
  references: Type.Optional(Type.Boolean()),
})
export type ExtractionPayload = Static<typeof payload>

/**
 * Lets a model find claims in a summary and adds those that the summary does not have yet. With the mode `replace`,
 * they replace claims that models made before and no user has touched (C-14, C-15, C-19).
 */
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
    await requireMayAdd(ctx, summary)
    const withGlosses = payload.includeOntology && payload.ontologyDepth !== 'names-only'
    // The deepest level has two names, `full` and `full-definitions` (C-16).
    const withDocuments = payload.includeOntology && payload.ontologyDepth.startsWith('full')
    const { videoId, personaId } = summary
    const inputs = await selectExtractionInputs(ctx.db, await abilitiesOf(ctx), videoId, personaId, withDocuments)
    await progress(20)
    const { createdBy, projectId } = summary
    const names = await referencesIn(ctx, summary, { types: true, objects: true })
    const wanted = payload.references !== false
    const kinds = { types: wanted && payload.includeOntology, objects: wanted && payload.includeAnnotations }
    // The user who starts the job is the author of the claims, so their references lead into the worlds of that user.
    const references = await referencesIn(ctx, { ...summary, createdBy: ctx.actor?.userId ?? null }, kinds)
    const [summaryText = ''] = payload.includeSummaryText
      ? await namedTexts(ctx, [summary.summary], { createdBy, projectId })
      : []
    const text = withoutIds(summaryText, names)
    const placed = placeEvidence(text, (summary.evidence ?? []) as Evidence[])
    const byModel = isByModel(summary)
    const statements = withoutNotes(text, placed, byModel)
    const glosses = withGlosses
      ? await namedTexts(
          ctx,
          inputs.types.map(({ gloss, definition }) => gloss ?? definition),
          { personaId },
        )
      : []
    const body = {
      summary_id: summaryId,
      summary_text: statements.text,
      ...(payload.includeAnnotations && { annotations: inputs.annotations.filter(({ name }) => !isUuid(name)) }),
      ...(payload.includeOntology && { ontology_types: inputs.types.map((type) => type.name) }),
      ...(withGlosses && {
        ontology_glosses: Object.fromEntries(inputs.types.map(({ name }, index) => [name, glosses[index] ?? ''])),
      }),
      ...(withDocuments && {
        ontology_definitions: inputs.types.map(({ kind, document }) => ({
          category: kind,
          definition: document ?? {},
        })),
      }),
      ...(payload.modelId && { model: payload.modelId }),
      extraction_strategy: payload.strategy,
      max_claims: payload.maxClaims,
      min_confidence: payload.minConfidence,
    }
    const answer = await model.extractClaims(ctx, body, signal)
    const evidence = placed.filter((one) => one.evidence.source !== 'note')
    const equal = payload.mergeSimilarClaims ? await sameMeaning(ctx, answer.claims, signal) : () => false
    await progress(50)
    const { modelUsed, processingTime } = answer
    return async (tx) => {
      const replaced = await beginAdding(tx, summaryId, payload.mode === 'replace')
      const [existing] = await claimsOfSummaries(tx, [summaryId])
      const idsByText = new Map<string, string>()
      for (const { id, text, originalText } of existing?.rows ?? [])
        for (const wording of [text, originalText ?? text]) idsByText.set(textKey(wording), id)
      const rows = flatten(tx, answer.claims, payload, modelUsed, {
        idsByText,
        evidence,
        equal,
        names,
        references,
        isNote: (wording, spans) =>
          (byModel && isNote(wording)) ||
          spans.some(({ charStart, charEnd }) => statements.isNote({ start: charStart, end: charEnd })),
      })
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
        replaced,
        modelUsed,
        processingTime,
      }
    }
  },
})

/** Returns whether a model wrote the summary, even if a person has edited it since. */
function isByModel({ modelDigests, visualModelUsed, audioModelUsed }: Awaited<ReturnType<typeof getSummary>>): boolean {
  return (isObject(modelDigests) && 'summary' in modelDigests) || Boolean(visualModelUsed ?? audioModelUsed)
}

/**
 * Flattens the model's tree to rows, parents before children, at most maxClaims of them. A claim below minConfidence,
 * or one that is a note of the model, is dropped with everything below it. A claim gets the evidence of the sentences
 * at its spans, and its confidence is limited to that of the evidence. A claim that the summary already has is not
 * added again; new claims below it are added below the existing claim. Then similar claims are merged: the first one
 * keeps its text and gets the spans, the higher confidence and the subclaims of the others.
 */
function flatten(
  ctx: Context,
  claims: readonly model.ExtractedClaim[],
  payload: ExtractionPayload,
  modelUsed: string,
  { idsByText, evidence, equal, names, references, isNote: notes }: FlattenSources,
) {
  const found: { claim: model.ExtractedClaim; spans: Span[]; id: string; parentClaimId: string | null }[] = []
  const seen = new Set<string>()
  const open: { claim: model.ExtractedClaim; parentClaimId: string | null; depth: number }[] = claims.map((claim) => ({
    claim,
    parentClaimId: null,
    depth: 0,
  }))
  for (let next = open.shift(); next; next = open.shift()) {
    const { parentClaimId, depth } = next
    const claim = { ...next.claim, text: names.namesForIds(next.claim.text) }
    const key = claim.text.trim().toLowerCase()
    const spans = spansOf(claim, payload)
    if (notes(claim.text, spans)) continue
    const confidence = boundedBy(claim.confidence, evidenceOf(spans, evidence))
    if (confidence < payload.minConfidence) continue
    const there = idsByText.get(textKey(claim.text))
    const same = payload.mergeSimilarClaims
      ? found.find((one) => isSimilar(one.claim.text, claim.text) || equal(one.claim.text, claim.text))
      : undefined
    if (!there && !same && payload.deduplicateClaims && seen.has(key)) continue
    if (!there && !same && found.length >= payload.maxClaims) continue
    seen.add(key)
    if (there) {
      // The existing claim stays as it is.
    } else if (same) {
      same.spans.push(...spans.filter((span) => !same.spans.some((one) => isDeepStrictEqual(one, span))))
      same.claim = { ...same.claim, confidence: Math.max(same.claim.confidence, confidence) }
    } else found.push({ claim: { ...claim, confidence }, spans, id: newId(), parentClaimId })
    const id = there ?? same?.id ?? found.at(-1)?.id ?? null
    if (depth < payload.maxSubclaimDepth)
      for (const below of claim.subclaims ?? []) open.push({ claim: below, parentClaimId: id, depth: depth + 1 })
  }
  return found.map(({ claim, spans, id, parentClaimId }) => {
    const restsOn = evidenceOf(spans, evidence)
    const row = newClaimRow(ctx, {
      text: claim.text,
      gloss: references.glossOf(claim.text) as Gloss,
      summaryType: payload.summaryType === 'collection' ? 'collection' : 'video',
      textSpans: spans.length ? spans : null,
      ...(restsOn.length && { evidence: restsOn }),
      confidence: claim.confidence,
      modelUsed,
      extractionStrategy: payload.strategy,
    })
    return { ...row, id, parentClaimId }
  })
}

/** Returns the claim's range in the text of the summary, if the model names one. */
function spansOf(claim: model.ExtractedClaim, { includeSummaryText }: ExtractionPayload): Span[] {
  const { sentence_index: sentenceIndex, char_start: charStart, char_end: charEnd } = claim
  if (!includeSummaryText || typeof charStart !== 'number' || typeof charEnd !== 'number') return []
  return [{ ...(typeof sentenceIndex === 'number' && { sentenceIndex }), charStart, charEnd }]
}

type Gloss = NonNullable<CreateClaimInput['gloss']>

interface FlattenSources {
  /**
   * The ids of the existing claims of the summary, by the keys of their texts and of their original texts from models.
   */
  idsByText: ReadonlyMap<string, string>
  evidence: readonly PlacedEvidence[]
  /** The names of the ids in the claims. */
  names: References
  /** The objects and types to which the claims may refer. */
  references: References
  /** Returns whether two texts have the same meaning in other words. */
  equal: (one: string, other: string) => boolean
  /** Returns whether a claim is a note in which a model describes itself. */
  isNote: (text: string, spans: readonly Span[]) => boolean
}

interface Span {
  sentenceIndex?: number
  charStart: number
  charEnd: number
}
