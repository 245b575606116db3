import { Type } from '@sinclair/typebox'
import { abilitiesOf } from '../../access/abilities.js'
import { refuseArchived } from '../../access/require.js'
import type { Context } from '../../context.js'
import { defineJob } from '../../jobs/job-type.js'
import { AppError } from '../../lib/errors.js'
import { isUuid } from '../../lib/uuid.js'
import * as model from '../../models/model-claims.js'
import { referencedGloss, referencesIn, withoutIds } from '../../models/text-references.js'
import { getPersona } from '../../personas/persona.service.js'
import type { Evidence } from '../../summaries/evidence.shape.js'
import { noteModelWrote, refuseEdited } from '../../summaries/edited.service.js'
import { digests } from '../../summaries/summary.shape.js'
import { idIs, requireWritableSummary, updateSummary } from '../../summaries/summary.service.js'
import { claimsOfSummaries, type ClaimTree } from '../lists/claim-tree.service.js'
import { selectExtractionInputs, selectSynthesisRelations, type SynthesisRelation } from './claim-job.sql.js'

/** Returns the error for a summary without claims. */
export const noClaims = () => new AppError('VALIDATION_ERROR', 'The summary has no claims')

/**
 * Returns the summary whose text is to be replaced. Throws NOT_FOUND if the actor may not write it, and CONFLICT in an
 * archived project.
 */
export async function requireSynthesizable(ctx: Context, summaryId: string) {
  const summary = await requireWritableSummary(ctx, summaryId)
  await refuseArchived(ctx, summary.projectId)
  return summary
}

/** Lets a model rewrite the summary from its claims (C-20, C-21, MS-08). */
export const claimSynthesis = defineJob({
  name: 'claim-synthesis',
  payload: Type.Object({
    summaryId: Type.String(),
    synthesisStrategy: Type.String(),
    maxLength: Type.Number(),
    includeConflicts: Type.Boolean(),
    includeCitations: Type.Boolean(),
    replaces: Type.Optional(digests),
    references: Type.Optional(Type.Boolean()),
  }),
  attempts: 3,
  timeoutMinutes: 120,
  concurrency: 3,
  perMinute: (config) => config.jobsPerMinute.claims,
  async run(ctx, { payload, progress, signal }) {
    const { summaryId } = payload
    const summary = await requireSynthesizable(ctx, summaryId)
    await refuseEdited(ctx, idIs(summaryId), payload.replaces, ['summary'])
    const persona = await getPersona(ctx, summary.personaId)
    const abilities = await abilitiesOf(ctx)
    const [tree] = await claimsOfSummaries(ctx, [summaryId])
    if (!tree?.rows.length) throw noClaims()
    const relations = await selectSynthesisRelations(ctx.db, abilities, summaryId)
    const { types } = await selectExtractionInputs(ctx.db, abilities, summary.videoId, summary.personaId)
    const all = await referencesIn(ctx, summary, { types: true, objects: true })
    await progress(20)
    const body = {
      summary_id: summaryId,
      claim_sources: [
        {
          source_id: summaryId,
          source_type: 'video',
          claims: claimBodies(tree, (text) => withoutIds(text, all)),
          metadata: { video_id: summary.videoId },
        },
      ],
      claim_relations: relations.map(relationBody),
      ontology_context: { types: types.map((type) => type.name) },
      ...(!persona.isSystemGenerated && {
        persona_context: { role: persona.role, information_need: persona.informationNeed },
      }),
      synthesis_strategy: payload.synthesisStrategy,
      max_length: payload.maxLength,
      include_conflicts: payload.includeConflicts,
      include_citations: payload.includeCitations,
    }
    const answer = await model.synthesizeSummary(ctx, body, signal)
    const claimIds = new Set(tree.rows.map(({ id }) => id))
    const text = referencedGloss(answer.summary_gloss, all, claimIds, payload.references !== false)
    await progress(50)
    return async (tx) => {
      await refuseEdited(tx, idIs(summaryId), payload.replaces, ['summary'])
      await updateSummary(tx, null, summaryId, { summary: text })
      await noteModelWrote(tx, summaryId, ['summary'])
      return {
        summaryId,
        summaryType: 'video',
        summaryGloss: text,
        modelUsed: answer.model_used,
        processingTime: answer.processing_time,
        claimsUsed: answer.claims_used,
      }
    }
  },
})

interface ClaimBody {
  id: string
  text: string
  confidence: number | null
  char_start?: number
  timestamp?: number
  subclaims: ClaimBody[]
}

/** Converts the tree to the model service's format, without recursion. */
function claimBodies(tree: ClaimTree, named: (text: string) => string): ClaimBody[] {
  const bodies = new Map<string, ClaimBody>(
    tree.rows.map((row) => {
      const { id, text, confidence } = row
      return [id, { id, text: named(text), confidence, ...placeOf(row), subclaims: [] }]
    }),
  )
  for (const row of tree.rows) {
    const body = bodies.get(row.id)
    for (const child of row.subclaims ?? []) {
      const below = bodies.get(child.id)
      if (below) body?.subclaims.push(below)
    }
  }
  return tree.roots.flatMap(({ id }) => bodies.get(id) ?? [])
}

/** Returns the position of a claim in the text (characters) and the start of its evidence (seconds), if known. */
function placeOf({ textSpans, evidence }: ClaimTree['rows'][number]): Pick<ClaimBody, 'char_start' | 'timestamp'> {
  const starts = ((textSpans ?? []) as { charStart: number }[]).map(({ charStart }) => charStart)
  const times = ((evidence ?? []) as Evidence[]).flatMap(({ startTime }) => startTime ?? [])
  return {
    ...(starts.length > 0 && { char_start: Math.min(...starts) }),
    ...(times.length > 0 && { timestamp: Math.min(...times) }),
  }
}

const vocabulary = ['supports', 'conflicts_with', 'contradicts', 'refines', 'generalizes', 'duplicates']

/**
 * Returns a relation for the model service. A relation type outside the vocabulary is sent as `supports`, with the
 * original word in the notes (MS-09).
 */
function relationBody({
  sourceClaimId,
  targetClaimId,
  relationTypeId,
  typeName,
  confidence,
  notes,
}: SynthesisRelation) {
  const words = [relationTypeId, typeName ?? ''].map((word) => word.toLowerCase().replace(/[\s-]+/g, '_'))
  const type = words.find((word) => vocabulary.includes(word))
  const name = typeName ?? (isUuid(relationTypeId) ? null : relationTypeId)
  const original = type || name === null ? null : `original relation: ${name}`
  return {
    source_claim_id: sourceClaimId,
    target_claim_id: targetClaimId,
    relation_type: type ?? 'supports',
    confidence: confidence ?? 0.8,
    notes: [notes, original].filter(Boolean).join('; ') || null,
  }
}
