import { setImmediate } from 'node:timers/promises'
import { cutText } from './cut-text.js'
import { elapsedSeconds } from '../elapsed.js'
import type { SynthesizeRequest } from '../text.schema.js'
import { collectClaims } from './source-claims.js'
import type { CollectedClaim } from './source-claims.js'
import { orderClaims } from './synthesis-order.js'
import type { Passage } from './synthesis-order.js'

interface GlossItem {
  type: 'text' | 'claimRef'
  content: string
  refClaimId?: string
}

interface Conflict {
  first: CollectedClaim
  second: CollectedClaim
}

/**
 * Joins claims into one text of at most max_length characters. With citations, a claimRef item follows each claim that
 * has an id (MS-08). Throws 422 for a claim of the wrong form.
 */
export async function synthesizeSummary(request: SynthesizeRequest, signal: AbortSignal) {
  const startedAt = performance.now()
  await setImmediate(undefined, { signal })
  const claims = collectClaims(request)
  const conflicts = conflictsOf(request, claims)
  const passages = [
    ...orderClaims(request.synthesis_strategy, claims, {
      conflicts: conflicts.length,
      sources: request.claim_sources.length,
    }),
    ...(request.include_conflicts ? conflicts.map(conflictPassage) : []),
  ]
  // Conflicts come last but must not be dropped first: a fifth of the length is reserved for them.
  const reserve = request.include_conflicts && conflicts.length > 0 ? Math.floor(request.max_length / 5) : 0
  const glossed = fit(passages, request, reserve)
  return {
    summary_id: request.summary_id,
    summary_gloss: glossed.items,
    model_used: 'baseline-extractive',
    processing_time: elapsedSeconds(startedAt),
    claims_used: glossed.used.size,
    synthesis_metadata: {
      strategy: request.synthesis_strategy,
      num_sources: request.claim_sources.length,
      conflicts_detected: conflicts.length,
    },
  }
}

/** Returns the pairs of claims that a relation of the request marks as conflicting, each pair once. */
export function conflictsOf(request: SynthesizeRequest, claims: CollectedClaim[]): Conflict[] {
  const byId = new Map(claims.flatMap((claim) => (claim.id === null ? [] : [[claim.id, claim] as const])))
  const pairs = new Map<string, Conflict>()
  for (const relation of request.claim_relations ?? []) {
    if (relation.relation_type !== 'contradicts' && relation.relation_type !== 'conflicts_with') continue
    const first = byId.get(relation.source_claim_id)
    const second = byId.get(relation.target_claim_id)
    if (!first || !second || first === second) continue
    const key = JSON.stringify([relation.source_claim_id, relation.target_claim_id].sort())
    if (!pairs.has(key)) pairs.set(key, { first, second })
  }
  return [...pairs.values()]
}

function conflictPassage({ first, second }: Conflict): Passage {
  return { text: `Conflict: "${first.text}" against "${second.text}".`, claims: [first, second], isConflict: true }
}

/**
 * Puts passages into a text of at most max_length characters, in order; passages that no longer fit are skipped.
 * `reserve` is the number of characters reserved for conflicts. Adjacent text items are merged.
 */
export function fit(
  passages: Passage[],
  request: SynthesizeRequest,
  reserve: number,
): { items: GlossItem[]; used: Set<CollectedClaim> } {
  const items: GlossItem[] = []
  const used = new Set<CollectedClaim>()
  const numbers = new Map<string, number>()
  let length = 0
  for (const passage of passages) {
    const room = request.max_length - length - (passage.isConflict ? 0 : reserve)
    const all = request.include_citations ? citationsOf(passage, numbers) : []
    const text = `${items.length > 0 ? ' ' : ''}${passage.text}${all.length > 0 ? ' ' : ''}`
    const isTooLong = text.length + lengthOf(all) > room
    // A first passage that is too long is cut, so that the summary is never empty; half the room is kept for its words.
    if (isTooLong && items.length > 0) continue
    const citations = isTooLong ? fitting(all, Math.floor(room / 2)) : all
    const left = room - lengthOf(citations)
    append(items, text.length > left ? `${cutText(text, left - 1).trimEnd()}…` : text)
    items.push(...citations)
    for (const { refClaimId } of citations) numbers.set(refClaimId!, numbers.get(refClaimId!) ?? numbers.size + 1)
    for (const claim of passage.claims) used.add(claim)
    length = lengthOf(items)
  }
  return { items, used }
}

const lengthOf = (items: GlossItem[]): number => items.reduce((sum, { content }) => sum + content.length, 0)

/** Returns the first citations whose characters together do not exceed `most`. */
function fitting(citations: GlossItem[], most: number): GlossItem[] {
  let length = 0
  return citations.filter(({ content }) => (length += content.length) <= most)
}

function append(items: GlossItem[], text: string): void {
  const last = items.at(-1)
  if (last?.type === 'text') last.content += text
  else items.push({ type: 'text', content: text })
}

/**
 * Returns the citations of a passage: "[1]" for the first claim cited, "[2]" for the second; a claim keeps its number.
 */
function citationsOf(passage: Passage, numbers: Map<string, number>): GlossItem[] {
  const ids = [...new Set(passage.claims.flatMap((claim) => (claim.id === null ? [] : [claim.id])))]
  let next = numbers.size
  return ids.map((id) => ({ type: 'claimRef', content: `[${numbers.get(id) ?? (next += 1)}]`, refClaimId: id }))
}
