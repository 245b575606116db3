import type { SynthesizeRequest } from '../text.schema.js'
import type { CollectedClaim } from './source-claims.js'

/** A piece of the text and the claims it contains; without claims it is a joining phrase. */
export interface Passage {
  text: string
  claims: CollectedClaim[]
  isConflict?: boolean
}

/** Arranges the claims by the strategy. */
export function orderClaims(
  strategy: SynthesizeRequest['synthesis_strategy'],
  claims: CollectedClaim[],
  counts: { conflicts: number; sources: number },
): Passage[] {
  if (strategy === 'chronological') return chronological(claims)
  if (strategy === 'narrative') return narrative(claims)
  if (strategy === 'analytical') return analytical(claims, counts)
  return hierarchical(claims)
}

/** Returns a claim as a sentence, with an initial capital and a full stop. */
function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]["')\]]?$/.test(start) ? start : `${start}.`
}

/** Returns each parent followed by its details, parents of the highest confidence first. */
function hierarchical(claims: CollectedClaim[]): Passage[] {
  const families: CollectedClaim[][] = []
  for (const claim of claims) {
    if (claim.depth === 0 || families.length === 0) families.push([claim])
    else families.at(-1)!.push(claim)
  }
  families.sort((a, b) => b[0]!.confidence - a[0]!.confidence)
  return families.flatMap((family) =>
    family.map((claim) => {
      return { text: claim.depth === 0 ? sentence(claim.text) : `In detail: ${sentence(claim.text)}`, claims: [claim] }
    }),
  )
}

/** Returns the claims in order of time or of the text; claims of unknown place come last, in their original order. */
function chronological(claims: CollectedClaim[]): Passage[] {
  const behindAll = Number.MAX_VALUE
  const ordered = [...claims].sort((a, b) => (a.place ?? behindAll) - (b.place ?? behindAll))
  return ordered.map((claim) => ({ text: sentence(claim.text), claims: [claim] }))
}

/** Returns the top-level claims in chronological order, joined by connecting words. */
function narrative(claims: CollectedClaim[]): Passage[] {
  const passages = chronological(claims.filter((claim) => claim.depth === 0))
  return passages.map((passage, number) => {
    if (passages.length < 2) return passage
    const joint =
      number === 0 ? 'First: ' : number === passages.length - 1 ? 'Finally: ' : number % 2 === 1 ? 'Then: ' : 'Next: '
    return { ...passage, text: joint + passage.text }
  })
}

/** Returns the counts first, then the well supported claims (confidence of 0.7 and above), then the tentative ones. */
function analytical(claims: CollectedClaim[], counts: { conflicts: number; sources: number }): Passage[] {
  const sure = claims.filter((claim) => claim.confidence >= 0.7).sort((a, b) => b.confidence - a.confidence)
  const tentative = claims.filter((claim) => claim.confidence < 0.7).sort((a, b) => b.confidence - a.confidence)
  const group = (label: string, members: CollectedClaim[]) =>
    members.map((claim, number) => {
      return { text: (number === 0 ? `${label}: ` : '') + sentence(claim.text), claims: [claim] }
    })
  const overview = `${claims.length} claim(s) from ${counts.sources} source(s), ${counts.conflicts} conflict(s).`
  return [{ text: overview, claims: [] }, ...group('Well supported', sure), ...group('Tentative', tentative)]
}
