import type { ComparedClaimsQuery } from '../generated/graphql.js'

export type ComparedClaim = ComparedClaimsQuery['claims']['nodes'][number]

/** Claims that share so many of their words say the same. */
const alike = 0.5

/**
 * What two lists of claims both say, in pairs, and what only one of them says. What somebody has related is said by
 * both, whatever else is worded alike.
 */
export function sharedClaims(first: readonly ComparedClaim[], second: readonly ComparedClaim[]) {
  const words = new Map([...first, ...second].map(({ id, text }) => [id, wordsOf(text)]))
  const left = new Map(second.map((claim) => [claim.id, claim]))
  const related = new Set<string>()
  const both: [ComparedClaim, ComparedClaim][] = []
  const only: ComparedClaim[] = []
  const likest = ({ id }: ComparedClaim) => {
    let best: ComparedClaim | undefined
    let most = alike
    for (const other of left.values()) {
      const likeness = wordsShared(words.get(id)!, words.get(other.id)!)
      if (likeness >= most) [best, most] = [other, likeness]
    }
    return best
  }
  for (const claim of first) {
    const named = second.filter((other) => agrees(claim, other) || agrees(other, claim))
    for (const { id } of named) related.add(id)
    const best = likest(claim)
    if (best) left.delete(best.id)
    const same = named[0] ?? best
    if (same) both.push([claim, same])
    else only.push(claim)
  }
  return { both, first: only, second: [...left.values()].filter(({ id }) => !related.has(id)) }
}

const agreement = /support|same|equal|agree/i
/** Such as disagrees, unequal, not the same, doesn’t support. */
const opposite = /disagree|un(?:equal|support)|inequal|(?:^|[^a-z])no[nt](?![a-z])|n['’]t(?![a-z])/i

/** Somebody has said that a claim stands to another as its equal or in support. */
const agrees = (one: ComparedClaim, other: ComparedClaim) =>
  one.outgoing.some(
    ({ targetClaimId, relationTypeId: type }) =>
      targetClaimId === other.id && agreement.test(type) && !opposite.test(type),
  )

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** The share of all words of two texts that both have. */
function wordsShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / (a.size + b.size - shared || 1)
}
