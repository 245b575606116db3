import { trace } from '@opentelemetry/api'
import type { Static } from '@sinclair/typebox'
import type { ContentType } from '../access/vocabulary.js'
import { copyAnnotation } from '../annotations/annotation-copy.service.js'
import { copyBranch, copyClaims } from '../claims/claim-copy.service.js'
import { requireMayAdd } from '../claims/claim.service.js'
import { type Context, transaction } from '../context.js'
import { copyPersona } from '../personas/persona-copy.service.js'
import { copySummary, pairOfSummary } from '../summaries/summary-copy.service.js'
import { requireUsablePersona } from '../summaries/summary.service.js'
import { mergeIntoOwnWorld } from '../world/world-merge.service.js'
import type { forkSchema } from './share.schema.js'
import { getForkableShare } from './share.service.js'

type ForkInput = Static<typeof forkSchema>

export interface Forked {
  resourceType: ContentType
  resourceId: string
}

const tracer = trace.getTracer('parallax')

/**
 * A deep copy of the shared resource for its recipient, in one transaction; no link leads back to the source (SH-16).
 */
export async function forkShare(ctx: Context, shareId: string, input: ForkInput): Promise<Forked> {
  const { resourceType, resourceId } = await getForkableShare(ctx, shareId)
  return tracer.startActiveSpan('sharing.fork', { attributes: { resourceType } }, async (span) => {
    try {
      const forkedId = await transaction(ctx, (tx) => forks[resourceType](tx, resourceId, input))
      return { resourceType, resourceId: forkedId }
    } finally {
      span.end()
    }
  })
}

const forks: Record<ContentType, (tx: Context, id: string, input: ForkInput) => Promise<string>> = {
  annotation: (tx, id) => copyAnnotation(tx, id),
  persona: (tx, id) => copyPersona(tx, id),
  world_state: (tx, id) => mergeIntoOwnWorld(tx, id),
  claim: async (tx, id, { summaryId }) => {
    if (summaryId) await requireMayAdd(tx, summaryId)
    return copyBranch(tx, id, summaryId ?? undefined)
  },
  summary: forkSummary,
}

/** SH-13: under one of the caller's personas, or with a copy of the source's persona. */
async function forkSummary(tx: Context, id: string, { personaId }: ForkInput): Promise<string> {
  const source = await pairOfSummary(tx, id)
  const persona = personaId
    ? await requireUsablePersona(tx, personaId)
    : { id: await copyPersona(tx, source.personaId), projectId: null }
  const copy = await copySummary(tx, id, source.personaId, persona)
  await copyClaims(tx, id, copy, new Map([[source.personaId, persona.id]]))
  return copy
}
