import type { ComparedClaimsQuery } from '../generated/graphql.js'

export type ComparedClaim = ComparedClaimsQuery['claims']['nodes'][number]

/** Claims that share so many of their words say the same. */
const alike = 0.5
/** And so many of their words of content, where they are about one thing, one frame or one time. */
const alikeThere = 0.25

/**
 * What two lists of claims both say, in pairs, and what only one of them says. What somebody has related is said by
 * both, whatever else is worded alike; so is what a model takes for the same, where `equal` has such pairs of ids.
 * Claims that contradict each other are never the same.
 */
export function sharedClaims(
  first: readonly ComparedClaim[],
  second: readonly ComparedClaim[],
  equal: readonly (readonly string[])[] = [],
) {
  const traits = new Map([...first, ...second].map((claim) => [claim.id, traitsOf(claim)]))
  const meant = new Set(equal.map((pair) => pair.join(' ')))
  const left = new Map(second.map((claim) => [claim.id, claim]))
  const related = new Set<string>()
  const both: [ComparedClaim, ComparedClaim][] = []
  const only: ComparedClaim[] = []
  const pairs = first.flatMap((claim) => {
    const one = traits.get(claim.id)!
    return second.flatMap((other) => {
      const likeness = meant.has(`${claim.id} ${other.id}`) ? 1 : likenessOf(one, traits.get(other.id)!)
      return likeness > 0 && !contradict(claim, other) ? [{ claim, other, likeness }] : []
    })
  })
  // The likest first: what is said in the same words is not taken by what is only like it.
  pairs.sort((a, b) => b.likeness - a.likeness)
  const partners = new Map<string, ComparedClaim>()
  for (const { claim, other } of pairs) {
    if (partners.has(claim.id) || !left.delete(other.id)) continue
    partners.set(claim.id, other)
  }
  for (const claim of first) {
    const named = second.filter((other) => (agrees(claim, other) || agrees(other, claim)) && !contradict(claim, other))
    for (const { id } of named) related.add(id)
    const same = named[0] ?? partners.get(claim.id)
    if (same) both.push([claim, same])
    else only.push(claim)
  }
  return { both, first: only, second: [...left.values()].filter(({ id }) => !related.has(id)) }
}

const agreement = /support|same|equal|agree/i
const contradiction = /contradict|oppos|refut|den(?:y|ie|ia)|disput|disprov|rebut|conflict/i
/** Such as disagrees, unequal, not the same, doesn’t support. */
const opposite = /disagree|un(?:equal|support)|inequal|(?:^|[^a-z])no[nt](?![a-z])|n['’]t(?![a-z])/i

/** The types by which a claim stands to another. */
const typesOf = (one: ComparedClaim, other: ComparedClaim) =>
  one.outgoing.flatMap(({ targetClaimId, relationTypeId }) => (targetClaimId === other.id ? [relationTypeId] : []))

/** Somebody has said that a claim stands to another as its equal or in support. */
const agrees = (one: ComparedClaim, other: ComparedClaim) =>
  typesOf(one, other).some((type) => agreement.test(type) && !opposite.test(type))

/** Somebody has said of one of them that it contradicts the other, or that they are not the same. */
const contradict = (one: ComparedClaim, other: ComparedClaim) =>
  [...typesOf(one, other), ...typesOf(other, one)].some((type) =>
    contradiction.test(type) ? !opposite.test(type) : agreement.test(type) && opposite.test(type),
  )

/** By what claims are compared. */
interface Traits {
  words: ReadonlySet<string>
  /** The words but for those that any sentence may have. */
  content: ReadonlySet<string>
  negates: boolean
  /** What it refers to, by id. */
  things: ReadonlySet<string>
  /** Frames that show it. */
  frames: ReadonlySet<number>
  /** From when to when it is seen or heard, in seconds. */
  times: readonly { from: number; to: number }[]
}

const articles = 'a an the this that these those it its'
const empty = new Set(`${articles} to in on at by for from of with as is are was were be been has have had`.split(' '))
/** Not the abbreviation of number. */
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

/** How much two claims say the same, 0 to 1; 0 where they do not. */
function likenessOf(a: Traits, b: Traits): number {
  if (a.negates !== b.negates) return 0
  const likeness = wordsShared(a.words, b.words)
  if (likeness >= alike) return likeness
  const there = wordsShared(a.content, b.content)
  return there >= alikeThere && isAboutOne(a, b) ? there : 0
}

/** Whether they refer to one thing, or rest on one frame or on times that overlap. */
const isAboutOne = (a: Traits, b: Traits): boolean =>
  [...a.things].some((id) => b.things.has(id)) ||
  [...a.frames].some((frame) => b.frames.has(frame)) ||
  a.times.some((one) => b.times.some((other) => overlap(one, other)))

type Time = Traits['times'][number]

/** Moments count where they stand; stretches that only touch do not overlap. */
function overlap(one: Time, other: Time): boolean {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
  return from < to || (from === to && (one.from === one.to || other.from === other.to))
}

/** The share of all words of two texts that both have. */
function wordsShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / (a.size + b.size - shared || 1)
}
