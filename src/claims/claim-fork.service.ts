import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { copyPersona } from '../personas/persona-copy.service.js'
import { ensurePersonaNamed } from '../personas/persona.service.js'
import type { ForkOptions } from '../shared-kinds.js'
import { copySummary } from '../summaries/summary-copy.service.js'
import { ensureOwnSummary, requireOwnSummary, requireUsablePersona, summaryById } from '../summaries/summary.service.js'
import { claimCopiesOf, copyBranch, copyClaims } from './claim-copy.service.js'
import { claimsRefer, selectSummaryOfClaim } from './claim-copy.sql.js'

/** Forks a claim with everything below it into a summary of the caller. Returns the id of the new claim. */
export async function forkClaim(tx: Context, id: string, options: ForkOptions): Promise<string> {
  const target = await summaryForClaim(tx, id, options)
  return copyBranch(tx, id, target, (await claimsRefer(tx.db, id)) ? await options.copyObjects() : {})
}

/** The persona that is created for forked claims when the caller names neither a summary nor a persona. */
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
async function summaryForClaim(tx: Context, claimId: string, { summaryId, personaId }: ForkOptions): Promise<string> {
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
export async function forkSummary(tx: Context, id: string, options: ForkOptions): Promise<string> {
  const { personaId, copyObjects } = options
  const source = await summaryById(tx, id)
  const persona = personaId
    ? await requireUsablePersona(tx, personaId)
    : { id: await copyPersona(tx, source.personaId, options), projectId: null }
  const personas = new Map([[source.personaId, persona.id]])
  const references = { ...(await copyObjects()), persona: personas }
  const claims = await claimCopiesOf(tx, id, references)
  const copy = await copySummary(tx, id, persona, { ...references, claim: claims.ids })
  await copyClaims(tx, id, copy, claims)
  return copy
}
