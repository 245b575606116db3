import { trace } from '@opentelemetry/api'
import type { Static } from '@sinclair/typebox'
import type { ContentType } from '../access/vocabulary.js'
import { copyAnnotation } from '../annotations/annotation-copy.service.js'
import { claimCopiesOf, copyBranch, copyClaims } from '../claims/claim-copy.service.js'
import { claimsRefer, selectSummaryOfClaim } from './share.sql.js'
import { type Context, transaction } from '../context.js'
import { notFound } from '../lib/errors.js'
import { requireActor } from '../access/actor.js'
import { copyPersona } from '../personas/persona-copy.service.js'
import { ensurePersonaNamed } from '../personas/persona.service.js'
import { copySummary } from '../summaries/summary-copy.service.js'
import { ensureOwnSummary, requireOwnSummary, requireUsablePersona, summaryById } from '../summaries/summary.service.js'
import { addToOwnWorld, mergeIntoOwnWorld } from '../world/world-merge.service.js'
import { storedObjectOf } from '../world/world-rows.js'
import type { WorldObject } from '../world/world.type.js'
import { targetsOf } from '../claims/glosses/gloss-targets.js'
import type { ReferenceMap } from '../documents/references.js'
import { referencesIn } from './named-references.service.js'
import { readReferring } from './shared-resource.service.js'
import type { forkSchema } from './share.shape.js'
import { getForkableShare } from './share.service.js'

type ForkInput = Static<typeof forkSchema>

export interface Forked {
  resourceType: ContentType
  resourceId: string
}

const tracer = trace.getTracer('parallax')

/**
 * Makes a deep copy of the shared resource for its recipient, in one transaction, and returns the copy's kind and id.
 * The copy keeps no link to its source (SH-16). Throws as getForkableShare does.
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
  annotation: async (tx, id) => copyAnnotation(tx, id, await copyNamedObjects(tx, 'annotation', id)),
  persona: (tx, id) => copyPersona(tx, id),
  world_state: (tx, id) => mergeIntoOwnWorld(tx, id),
  claim: async (tx, id, input) => {
    const target = await summaryForClaim(tx, id, input)
    return copyBranch(tx, id, target, await copyNamedObjects(tx, 'claim', id))
  },
  summary: forkSummary,
}

/**
 * Copies the world objects that a text names, and that the actor may read, into the personal world of the actor, who
 * becomes the author of the fork. Returns the references whose targets got new ids.
 */
async function copyNamedObjects(tx: Context, resourceType: ContentType, id: string): Promise<ReferenceMap> {
  if (resourceType === 'claim' && !(await claimsRefer(tx.db, id))) return {}
  const items = referencesIn(resourceType, id, await readReferring(tx, resourceType, id))
  const targets = await targetsOf(
    tx,
    items.filter(({ type }) => type === 'objectRef'),
  )
  const objects = targets.flatMap((target) => (target ? storedObjectOf(target as WorldObject) : []))
  return addToOwnWorld(tx, objects)
}

/** The persona that is made for forked claims when the caller names neither a summary nor a persona. */
const personaOfForks = {
  name: 'Forked claims',
  role: 'Collector',
  informationNeed: 'Claims forked from the work of others',
}

/**
 * Returns the id of the summary that receives a forked claim (SH-14): the summary that the caller names; else the
 * summary of the claim itself, if the caller owns it; else the caller's summary of the same video under the persona
 * that the caller names, or under a persona of the caller that is kept for forks. Never copies the source's persona,
 * because a share of a claim does not let its recipient read the persona.
 */
async function summaryForClaim(tx: Context, claimId: string, { summaryId, personaId }: ForkInput): Promise<string> {
  if (summaryId) return requireOwnSummary(tx, summaryId)
  const source = await selectSummaryOfClaim(tx.db, claimId)
  if (!source) throw notFound('Claim')
  if (!personaId && source.createdBy === requireActor(tx).userId) return source.id
  const persona = personaId ?? (await ensurePersonaNamed(tx, personaOfForks))
  return ensureOwnSummary(tx, source.videoId, persona)
}

/**
 * Forks a summary with its claims and relations, under the caller's persona `personaId` or a copy of the source's
 * persona (SH-13). Returns the id of the new summary.
 */
async function forkSummary(tx: Context, id: string, { personaId }: ForkInput): Promise<string> {
  const source = await summaryById(tx, id)
  const persona = personaId
    ? await requireUsablePersona(tx, personaId)
    : { id: await copyPersona(tx, source.personaId), projectId: null }
  const personas = new Map([[source.personaId, persona.id]])
  const references = { ...(await copyNamedObjects(tx, 'summary', id)), persona: personas }
  const claims = await claimCopiesOf(tx, id, references)
  const copy = await copySummary(tx, id, persona, { ...references, claim: claims.ids })
  await copyClaims(tx, id, copy, claims)
  return copy
}
