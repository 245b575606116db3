import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Problem } from '../problem.js'
import { sourceClaim } from '../text.schema.js'
import type { SourceClaim, SynthesizeRequest } from '../text.schema.js'

const claimForm = TypeCompiler.Compile(sourceClaim)

/** A claim extracted from the tree of its source. */
export interface CollectedClaim {
  id: string | null
  text: string
  confidence: number
  sourceId: string
  sourceType: string
  /** The number of collected claims above it; 0 for a top-level claim. */
  depth: number
  /** Its timestamp; if no claim of the request has one, its offset in the text; null if that is unknown. */
  place: number | null
}

/**
 * Returns all claims of all sources, parents before their subclaims, without blanks, repeated texts and claims that a
 * relation marks as duplicates. Throws 422 for a claim of the wrong form.
 */
export function collectClaims(request: SynthesizeRequest): CollectedClaim[] {
  const duplicates = duplicateIds(request)
  const seen = new Set<string>()
  const collected: (CollectedClaim & { offset: number | null })[] = []
  for (const source of request.claim_sources) {
    // A stack instead of recursion: trees may be deep.
    const stack = source.claims.map((claim) => ({ claim: checked(claim), depth: 0 })).reverse()
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { claim, depth } = next
      const text = claim.text.replace(/\s+/g, ' ').trim()
      const key = text.toLowerCase().replace(/[.!]+$/, '')
      const isOut = !text || seen.has(key) || (claim.id != null && duplicates.has(claim.id))
      // Subclaims of an omitted claim move up to its level, because they are not details of the claim before it.
      for (const subclaim of [...(claim.subclaims ?? [])].reverse())
        stack.push({ claim: checked(subclaim), depth: isOut ? depth : depth + 1 })
      if (isOut) continue
      seen.add(key)
      collected.push({
        id: claim.id ?? null,
        text,
        confidence: claim.confidence ?? 0.5,
        sourceId: source.source_id,
        sourceType: source.source_type,
        depth,
        place: claim.timestamp ?? null,
        offset: claim.char_start ?? null,
      })
    }
  }
  const isTimed = collected.some(({ place }) => place !== null)
  return collected.map(({ offset, ...claim }) => (isTimed ? claim : { ...claim, place: offset }))
}

/** Returns the ids of claims to omit: the target of each `duplicates` relation, unless its source is omitted itself. */
function duplicateIds(request: SynthesizeRequest): Set<string> {
  const dropped = new Set<string>()
  for (const relation of request.claim_relations ?? []) {
    if (relation.relation_type === 'duplicates' && !dropped.has(relation.source_claim_id))
      dropped.add(relation.target_claim_id)
  }
  return dropped
}

function checked(claim: unknown): SourceClaim {
  if (claimForm.Check(claim)) return claim
  const fault = claimForm.Errors(claim).First()
  throw new Problem(422, `claim_sources: claim${fault?.path ?? ''} ${fault?.message ?? 'has the wrong form'}`)
}
