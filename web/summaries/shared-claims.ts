import type { CompareQuery } from '../generated/graphql.js'

type Claim = NonNullable<CompareQuery['video']>['summaries'][number]['claims'][number]

/** Claims that share so many of their words say the same. */
const alike = 0.5

/** What two lists of claims both say, in pairs, and what only one of them says. */
export function sharedClaims(first: readonly Claim[], second: readonly Claim[]) {
  const left = new Map(second.map((claim) => [claim.id, claim]))
  const both: [Claim, Claim][] = []
  const only: Claim[] = []
  for (const claim of first) {
    let best: Claim | undefined
    let most = alike
    for (const other of left.values()) {
      const likeness = areRelated(claim, other) ? 1 : wordsShared(claim.text, other.text)
      if (likeness >= most) [best, most] = [other, likeness]
    }
    if (best) {
      both.push([claim, best])
      left.delete(best.id)
    } else only.push(claim)
  }
  return { both, first: only, second: [...left.values()] }
}

/** Somebody has said that they stand to each other as equals or in support. */
const areRelated = (one: Claim, other: Claim) =>
  [
    ...one.outgoing.map(({ targetClaimId, relationTypeId }) => ({ targetClaimId, relationTypeId, from: one.id })),
    ...other.outgoing.map(({ targetClaimId, relationTypeId }) => ({ targetClaimId, relationTypeId, from: other.id })),
  ].some(
    ({ targetClaimId, relationTypeId, from }) =>
      /support|same|equal|agree/i.test(relationTypeId) && targetClaimId === (from === one.id ? other.id : one.id),
  )

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** The share of all words of two texts that both have. */
function wordsShared(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / (a.size + b.size - shared || 1)
}
