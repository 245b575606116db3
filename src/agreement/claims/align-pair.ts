import { assign } from '../figures/assignment.js'
import { verdictOf } from './claim-verdict.js'
import { alikeInWords, overlaps, type Candidate, type ComparedClaim, type Statement } from './statements.js'

/** A claim of each persona, and how close they are in meaning. */
export interface ClaimPair {
  first: string
  second: string
  similarity: number
}

export interface OpposedPair {
  first: string
  second: string
  /** Why they are opposed: a relation between them, or a negation or a number in which alone they differ. */
  reason: 'relation' | 'negation' | 'number'
  /** False for a relation, which a person or an import made. */
  suggested: boolean
}

export interface LoneClaim {
  id: string
  confidence: number | null
}

/** The claims of two personas by what they have to do with each other. */
export interface AlignedPair {
  same: ClaimPair[]
  opposed: OpposedPair[]
  onlyFirst: LoneClaim[]
  onlySecond: LoneClaim[]
}

/**
 * What evidence in common adds to the similarity of two statements when they are assigned: statements that are about as
 * close as others in meaning are the same if they cite the same moments. It never makes similar what is not.
 */
const evidenceBonus = 0.01

/** Statements of two personas; everything in it can be sent to a thread. */
export interface PairToAlign {
  first: readonly Statement[]
  second: readonly Statement[]
  /** The statements that a model calls close, as parallel lists; null to compare their words. */
  close: { first: Int32Array; second: Int32Array; similarity: Float64Array } | null
  /** The pairs of ids, with a space between them, that a relation opposes. */
  opposed: readonly string[]
}

/**
 * Aligns the claims of two personas. Claims that a relation opposes are never the same. Claims are the same by the
 * one-to-one assignment with the greatest sum of similarities among close statements without a difference that tells
 * them apart; of those that are left, claims that differ by a negation or a number are assigned in the same way as
 * opposed.
 */
export function alignPair({ first, second, close, opposed }: PairToAlign): AlignedPair {
  const candidates = close
    ? Array.from(close.similarity, (similarity, at) => ({
        ...{ first: close.first[at]!, second: close.second[at]!, similarity },
      }))
    : alikeInWords(first, second)
  const numbers = new Map(second.map(({ key }, at) => [key, at]))
  const equal = first.flatMap(({ key }, at) => {
    const other = numbers.get(key)
    return other === undefined ? [] : [{ first: at, second: other, similarity: 1 }]
  })
  const judged = { same: [] as Candidate[], negation: [] as Candidate[], number: [] as Candidate[] }
  const others = candidates.filter((one) => first[one.first]!.key !== second[one.second]!.key)
  for (const one of [...equal, ...others]) {
    const verdict = verdictOf(first[one.first]!.facts, second[one.second]!.facts)
    if (verdict !== 'apart') judged[verdict].push(one)
  }
  const pairing = new Pairing(first, second, new Set(opposed))
  const same = pairing
    .pairOff(judged.same)
    .map(({ first: one, second: other, similarity }) => ({ first: one.id, second: other.id, similarity }))
  const related = pairing.related()
  const differing = new Map(
    (['negation', 'number'] as const).flatMap((reason) => judged[reason].map((one) => [one, reason] as const)),
  )
  const suggested = pairing
    .pairOff([...differing.keys()])
    .map(({ first: one, second: other, candidate }) => ({
      ...{ first: one.id, second: other.id, reason: differing.get(candidate)!, suggested: true },
    }))
  const [onlyFirst, onlySecond] = pairing.left().map((left) => left.map(({ id, confidence }) => ({ id, confidence })))
  return { same, opposed: [...related, ...suggested], onlyFirst: onlyFirst!, onlySecond: onlySecond! }
}

/** A claim of each side that were assigned to each other, and for which candidate. */
interface Assigned {
  first: ComparedClaim
  second: ComparedClaim
  similarity: number
  candidate: Candidate
}

/** Assigns claims of two sides to each other, each claim once. */
class Pairing {
  /** The claims of each statement that are not assigned yet, oldest first, by side. */
  private readonly free: [ComparedClaim[][], ComparedClaim[][]]

  constructor(
    private readonly first: readonly Statement[],
    private readonly second: readonly Statement[],
    private readonly opposed: ReadonlySet<string>,
  ) {
    this.free = [first.map(({ claims }) => [...claims]), second.map(({ claims }) => [...claims])]
  }

  /**
   * Returns pairs of claims, oldest first. Assigns the statements of the candidates, and the claims of two assigned
   * statements to each other: those that cite the same moments first, then the oldest. Statements that have claims left
   * are assigned again.
   */
  pairOff(candidates: readonly Candidate[]): Assigned[] {
    const pairs: Assigned[] = []
    const [free, others] = this.free
    let open = candidates.map((candidate) => {
      const { first, second, similarity } = candidate
      const bonus = overlaps(this.first[first]!.evidence, this.second[second]!.evidence) ? evidenceBonus : 0
      return { first, second, candidate, value: similarity + bonus }
    })
    for (;;) {
      open = open.filter(({ first, second }) => free[first]!.length && others[second]!.length)
      if (!open.length) return pairs.sort((a, b) => a.first.age - b.first.age)
      const agesOf = (side: readonly ComparedClaim[][]) => side.map(([oldest]) => oldest?.age ?? 0)
      const done = new Set<Candidate>()
      for (const { first, second, candidate } of assign(open, agesOf(free), agesOf(others))) {
        const made = this.pairClaims(free[first]!, others[second]!)
        if (!made.length) done.add(candidate)
        for (const [one, other] of made) {
          const { similarity } = candidate
          pairs.push({ first: one, second: other, similarity, candidate })
        }
      }
      open = open.filter(({ candidate }) => !done.has(candidate))
    }
  }

  /** Takes claims off both lists, which are oldest first, and returns them in pairs, but none that is opposed. */
  private pairClaims(ones: ComparedClaim[], others: ComparedClaim[]): [ComparedClaim, ComparedClaim][] {
    const pairs: [ComparedClaim, ComparedClaim][] = []
    const isOpen = (one: ComparedClaim, other: ComparedClaim) => !this.opposed.has(`${one.id} ${other.id}`)
    const fits = [
      (one: ComparedClaim, other: ComparedClaim) => isOpen(one, other) && overlaps(one.evidence, other.evidence),
      isOpen,
    ]
    for (const fit of ones.length === 1 && others.length === 1 ? [isOpen] : fits) {
      const left: ComparedClaim[] = []
      for (const one of ones) {
        const place = others.findIndex((other) => fit(one, other))
        if (place < 0) left.push(one)
        else pairs.push([one, others.splice(place, 1)[0]!])
      }
      ones.splice(0, ones.length, ...left)
    }
    return pairs
  }

  /** Takes the claims that a relation opposes off the lists, and returns their pairs. */
  related(): OpposedPair[] {
    const pairs = [...this.opposed].map((pair) => pair.split(' ') as [string, string])
    const gone = new Set(pairs.flat())
    for (const side of this.free)
      for (const [at, claims] of side.entries()) side[at] = claims.filter(({ id }) => !gone.has(id))
    return pairs.map(([first, second]) => ({ first, second, reason: 'relation', suggested: false }))
  }

  /** Returns the claims of each side that are not assigned, oldest first. */
  left(): ComparedClaim[][] {
    return this.free.map((side) => side.flat().sort((a, b) => a.age - b.age))
  }
}
