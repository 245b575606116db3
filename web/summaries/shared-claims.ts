import type { ComparedClaimsQuery } from '../generated/graphql.js'

export type ComparedClaim = ComparedClaimsQuery['claims']['nodes'][number]

/** The share of common words from which two claims are considered equal. */
const alike = 0.5
/** The same for the words without stop words, of claims about the same object, frame or time. */
const alikeThere = 0.25

/** A claim of the first list, with the claims of the second list that have the same meaning. */
export interface SharedClaim {
  claim: ComparedClaim
  others: readonly ComparedClaim[]
}

/**
 * Splits two lists of claims into those that both contain and those that only one contains. Claims are equal if a
 * relation between them says so, or if they are paired by similar words or by a model, whose pairs of ids are in
 * `equal`. Each claim is in at most one pair; the most similar claims are paired first. Claims that contradict each
 * other are never equal.
 */
export function sharedClaims(
  first: readonly ComparedClaim[],
  second: readonly ComparedClaim[],
  equal: readonly (readonly string[])[] = [],
) {
  const traits = new Map([...first, ...second].map((claim) => [claim.id, traitsOf(claim)]))
  const meant = new Set(equal.map((pair) => pair.join(' ')))
  const pairs = first.flatMap((claim) => {
    const one = traits.get(claim.id)!
    return second.flatMap((other) => {
      const likeness = meant.has(`${claim.id} ${other.id}`) ? 1 : likenessOf(one, traits.get(other.id)!)
      return likeness > 0 && !contradict(claim, other) ? [{ claim, other, likeness }] : []
    })
  })
  pairs.sort((a, b) => b.likeness - a.likeness)
  const partners = new Map<string, ComparedClaim>()
  const taken = new Set<string>()
  for (const { claim, other } of pairs) {
    if (partners.has(claim.id) || taken.has(other.id)) continue
    partners.set(claim.id, other)
    taken.add(other.id)
  }
  const both: SharedClaim[] = []
  const only: ComparedClaim[] = []
  for (const claim of first) {
    const partner = partners.get(claim.id)
    const others = second.filter(
      (other) => other === partner || ((agrees(claim, other) || agrees(other, claim)) && !contradict(claim, other)),
    )
    for (const { id } of others) taken.add(id)
    if (others.length) both.push({ claim, others })
    else only.push(claim)
  }
  return { both, first: only, second: second.filter(({ id }) => !taken.has(id)) }
}

const agreement = /support|same|equal|agree/i
const contradiction = /contradict|oppos|refut|den(?:y|ie|ia)|disput|disprov|rebut|conflict/i
/** Matches negated agreement, such as: disagrees, unequal, not the same, doesn’t support. */
const opposite = /disagree|un(?:equal|support)|inequal|(?:^|[^a-z])no[nt](?![a-z])|n['’]t(?![a-z])/i

/** Returns the types of the relations from a claim to another. */
const typesOf = (one: ComparedClaim, other: ComparedClaim) =>
  one.outgoing.flatMap(({ targetClaimId, relationTypeId }) => (targetClaimId === other.id ? [relationTypeId] : []))

/** Returns whether a relation states that a claim equals or supports another. */
const agrees = (one: ComparedClaim, other: ComparedClaim) =>
  typesOf(one, other).some((type) => agreement.test(type) && !opposite.test(type))

/** Returns whether a relation in either direction states that the claims contradict each other or differ. */
const contradict = (one: ComparedClaim, other: ComparedClaim) =>
  [...typesOf(one, other), ...typesOf(other, one)].some((type) =>
    contradiction.test(type) ? !opposite.test(type) : agreement.test(type) && opposite.test(type),
  )

/** The properties by which claims are compared. */
interface Traits {
  words: ReadonlySet<string>
  /** The words without stop words. */
  content: ReadonlySet<string>
  negates: boolean
  /** The ids of the targets of its references. */
  things: ReadonlySet<string>
  /** The frames of its evidence. */
  frames: ReadonlySet<number>
  /** The time ranges of its evidence, in seconds; for a moment both ends are equal. */
  times: readonly { from: number; to: number }[]
}

const articles = 'a an the this that these those it its'
const empty = new Set(`${articles} to in on at by for from of with as is are was were be been has have had`.split(' '))
/** Matches words of negation, but not `no.` before a number. */
const negation = /\b(?:no(?!\.?\s*\d)|not|never|none|nobody|nothing|nowhere|neither|nor|without|cannot)\b|n['’]t\b/i

function traitsOf({ text, gloss, evidence }: ComparedClaim): Traits {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  return {
    words,
    content: new Set([...words].filter((word) => !empty.has(word))),
    negates: negation.test(text),
    things: new Set(gloss.flatMap(({ target }) => target?.id ?? [])),
    frames: new Set(evidence?.flatMap(({ frames }) => frames?.map(({ frameNumber }) => frameNumber) ?? [])),
    times: (evidence ?? []).flatMap(({ startTime: from, endTime }) =>
      from == null ? [] : [{ from, to: endTime ?? from }],
    ),
  }
}

/** Returns the similarity of two claims, 0 to 1; 0 if they are not considered equal or only one has a negation. */
function likenessOf(a: Traits, b: Traits): number {
  if (a.negates !== b.negates) return 0
  const likeness = wordsShared(a.words, b.words)
  if (likeness >= alike) return likeness
  const there = wordsShared(a.content, b.content)
  return there >= alikeThere && isAboutOne(a, b) ? there : 0
}

/** Returns whether two claims refer to the same object, or have evidence on the same frame or at overlapping times. */
const isAboutOne = (a: Traits, b: Traits): boolean =>
  [...a.things].some((id) => b.things.has(id)) ||
  [...a.frames].some((frame) => b.frames.has(frame)) ||
  a.times.some((one) => b.times.some((other) => overlap(one, other)))

type Time = Traits['times'][number]

/**
 * Returns whether two times overlap: a moment overlaps a range that contains it; ranges that only touch do not overlap.
 */
function overlap(one: Time, other: Time): boolean {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
  return from < to || (from === to && (one.from === one.to || other.from === other.to))
}

/** Returns the number of common words divided by the number of distinct words of both texts (Jaccard index). */
function wordsShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / (a.size + b.size - shared || 1)
}
