import { groupBy } from '../../lib/group-by.js'
import { pop, push, type Entry } from './heap.js'

/** A pair that may be assigned, by the indexes of its elements, with a value above 0. */
export interface Candidate {
  first: number
  second: number
  value: number
}

/** Sums of values that differ by less are equal: the order of additions changes the last digits of a sum. */
const tolerance = 1e-9

/**
 * Returns the one-to-one assignment with the greatest sum of values, where elements may stay alone. `firstAges` and
 * `secondAges` rank all elements of both sides together, the oldest with the lowest number. If several assignments have
 * the greatest sum within 1e-9, the elements of both sides are visited from the oldest to the youngest: each gets the
 * oldest partner with which that sum can still be reached, and stays alone only if no partner can. So the result does
 * not depend on which side is first. A pair may occur once.
 *
 * The method is the Hungarian method (Kuhn 1955) by shortest augmenting paths on the existing pairs (Jonker and
 * Volgenant 1987), for each connected part by itself: most elements have one possible partner, so most parts are one
 * pair. Ties are resolved among the tight pairs of the optimal dual solution (complementary slackness).
 */
export function assign<C extends Candidate>(
  candidates: readonly C[],
  firstAges: ArrayLike<number>,
  secondAges: ArrayLike<number>,
): C[] {
  return partsOf(candidates).flatMap((part) => (part.length === 1 ? part : assignPart(part, firstAges, secondAges)))
}

/** Divides the candidates into groups that share no element (union-find with path halving). */
function partsOf<C extends Candidate>(candidates: readonly C[]): C[][] {
  const parents = new Map<number, number>()
  const rootOf = (element: number) => {
    let at = element
    for (let to = parents.get(at) ?? at; to !== at; to = parents.get(at) ?? at) {
      const next = parents.get(to) ?? to
      parents.set(at, next)
      at = next
    }
    return at
  }
  // Elements of the second side have negative numbers.
  for (const { first, second } of candidates) parents.set(rootOf(first), rootOf(-1 - second))
  return [...groupBy(candidates, ({ first }) => rootOf(first)).values()]
}

/** One side of a part: its elements by their places in the part, with their pairs. */
interface Side {
  ages: number[]
  /** The dual value of each element: what an assignment loses by leaving it alone. */
  duals: number[]
  /** The pair of each element in the assignment; -1 if it is alone. */
  pair: number[]
  /** The pairs of each element, by their places in the part. */
  pairs: number[][]
}

/** A part of the problem; entry i of `first`, `second` and `value` belongs to its pair i. */
interface Part {
  sides: [Side, Side]
  /** The places of the elements of each pair, by side. */
  ends: [number[], number[]]
  values: number[]
}

function assignPart<C extends Candidate>(
  candidates: readonly C[],
  firstAges: ArrayLike<number>,
  secondAges: ArrayLike<number>,
): C[] {
  const part = partFrom(candidates, firstAges, secondAges)
  takeTight(part)
  part.sides[0].pair.forEach((pair, element) => {
    if (pair < 0) augment(part, element)
  })
  resolveTies(part)
  return part.sides[0].pair.flatMap((pair) => candidates[pair] ?? [])
}

function partFrom(candidates: readonly Candidate[], firstAges: ArrayLike<number>, secondAges: ArrayLike<number>): Part {
  const sideOf = (elements: readonly number[], ages: ArrayLike<number>): [Side, number[]] => {
    const places = new Map<number, number>()
    const ends = elements.map((element) => {
      const place = places.get(element) ?? places.size
      places.set(element, place)
      return place
    })
    const pairs: number[][] = Array.from(places, () => [])
    ends.forEach((place, pair) => pairs[place]!.push(pair))
    const numbers = pairs.map(() => 0)
    const side = { ages: [...places.keys()].map((element) => ages[element]!), duals: numbers, pairs }
    return [{ ...side, pair: numbers.map(() => -1) }, ends]
  }
  const values = candidates.map(({ value }) => value)
  const [first, firsts] = sideOf(
    candidates.map((one) => one.first),
    firstAges,
  )
  const [second, seconds] = sideOf(
    candidates.map((one) => one.second),
    secondAges,
  )
  first.duals = first.pairs.map((pairs) => pairs.reduce((most, pair) => Math.max(most, values[pair]!), 0))
  return { sides: [first, second], ends: [firsts, seconds], values }
}

const slackOf = ({ sides: [first, second], ends, values }: Part, pair: number) =>
  first.duals[ends[0][pair]!]! + second.duals[ends[1][pair]!]! - values[pair]!

/** Assigns each element of the first side to its best partner while that partner is free; most are then assigned. */
function takeTight({ sides: [first, second], ends, values }: Part): void {
  first.pairs.forEach((pairs, element) => {
    const pair = pairs.find((one) => values[one] === first.duals[element] && second.pair[ends[1][one]!]! < 0)
    if (pair === undefined) return
    first.pair[element] = pair
    second.pair[ends[1][pair]!] = pair
  })
}

/** The state of one search for the cheapest augmenting path. */
interface Search {
  /** The loss on the way to each reached element of the second side, and the pair by which it was reached. */
  loss: Map<number, number>
  by: Map<number, number>
  /** The elements of each side whose loss is final. */
  done: [Map<number, number>, Map<number, number>]
}

/**
 * Gives a free element of the first side a partner, or leaves alone the element on an alternating path of which the sum
 * loses least (Dijkstra's algorithm on the slacks). Keeps all slacks at or above 0.
 */
function augment(part: Part, start: number): void {
  const { sides, ends } = part
  const [first, second] = sides
  const search: Search = { loss: new Map(), by: new Map(), done: [new Map(), new Map()] }
  const heap: Entry[] = []
  // The best place so far at which the path ends with an element of the first side that stays alone.
  let [least, alone] = [Infinity, start]
  const visit = (element: number, loss: number) => {
    search.done[0].set(element, loss)
    if (loss + first.duals[element]! < least) [least, alone] = [loss + first.duals[element]!, element]
    for (const pair of first.pairs[element]!) {
      const other = ends[1][pair]!
      const reached = loss + Math.max(0, slackOf(part, pair))
      if (pair === first.pair[element] || reached >= (search.loss.get(other) ?? Infinity)) continue
      search.loss.set(other, reached)
      search.by.set(other, pair)
      push(heap, [reached, other])
    }
  }
  visit(start, 0)
  let free = -1
  for (let top = pop(heap); top && top[0] < least; top = pop(heap)) {
    const [loss, element] = top
    if (search.done[1].has(element)) continue
    search.done[1].set(element, loss)
    const pair = second.pair[element]!
    if (pair < 0) {
      ;[least, free] = [loss, element]
      break
    }
    visit(ends[0][pair]!, loss)
  }
  for (const [element, loss] of search.done[0]) first.duals[element]! -= Math.max(0, least - loss)
  for (const [element, loss] of search.done[1]) second.duals[element]! += Math.max(0, least - loss)
  let end = free
  if (free < 0) {
    // The element that stays alone gives its partner to the element before it on the path.
    const pair = first.pair[alone]!
    if (alone === start) return
    first.pair[alone] = -1
    end = ends[1][pair]!
  }
  for (let at = end; ;) {
    const pair = search.by.get(at)!
    const element = ends[0][pair]!
    const before = first.pair[element]!
    first.pair[element] = pair
    second.pair[at] = pair
    if (element === start) return
    at = ends[1][before]!
  }
}

/** The elements of each side whose partners no longer change. */
type Taken = readonly [Set<number>, Set<number>]

/**
 * Replaces the assignment by the one of the same sum that the rule for ties names. An assignment has the greatest sum
 * exactly if its pairs are tight and all elements with a dual value above 0 have a partner.
 */
function resolveTies(part: Part): void {
  const { sides, ends, values } = part
  const tight = values.map((_, pair) => slackOf(part, pair) <= tolerance)
  const isChoice = (pair: number) => tight[pair] && sides[0].pair[ends[0][pair]!] !== pair
  if (!values.some((_, pair) => isChoice(pair))) return
  const fixed: Taken = [new Set(), new Set()]
  const elements = sides.flatMap(({ ages }, side) =>
    ages.map((age, element) => ({ age, side: side as 0 | 1, element })),
  )
  for (const { side, element } of elements.sort((a, b) => a.age - b.age)) {
    if (fixed[side].has(element)) continue
    const other = (1 - side) as 0 | 1
    const partners = sides[side].pairs[element]!.filter(
      (pair) => tight[pair] && !fixed[other].has(ends[other][pair]!),
    ).sort((a, b) => sides[other].ages[ends[other][a]!]! - sides[other].ages[ends[other][b]!]!)
    const pair = partners.find((one) => force(part, tight, fixed, side, one))
    fixed[side].add(element)
    if (pair !== undefined) fixed[other].add(ends[other][pair]!)
  }
}

/**
 * Changes the assignment so that it contains the tight pair and has the same sum. Returns false, and changes nothing,
 * if there is no such assignment that keeps the pairs of the fixed elements.
 */
function force(part: Part, tight: readonly boolean[], fixed: Taken, side: 0 | 1, pair: number): boolean {
  const { sides, ends } = part
  const other = (1 - side) as 0 | 1
  const [element, partner] = [ends[side][pair]!, ends[other][pair]!]
  if (sides[side].pair[element] === pair) return true
  const before: [number[], number[]] = [[...sides[0].pair], [...sides[1].pair]]
  const taken: Taken = [new Set(fixed[0]), new Set(fixed[1])]
  taken[side].add(element)
  taken[other].add(partner)
  const [left, robbed] = [sides[side].pair[element]!, sides[other].pair[partner]!]
  for (const lost of [left, robbed]) {
    if (lost < 0) continue
    sides[0].pair[ends[0][lost]!] = -1
    sides[1].pair[ends[1][lost]!] = -1
  }
  sides[side].pair[element] = pair
  sides[other].pair[partner] = pair
  const settle = (of: 0 | 1, lost: number) => lost < 0 || rematch(part, tight, taken, of, ends[of][lost]!)
  if (settle(other, left) && settle(side, robbed)) return true
  sides[0].pair = before[0]
  sides[1].pair = before[1]
  return false
}

/**
 * Gives the element a partner again by an alternating path of tight pairs, or leaves alone an element whose dual value
 * is 0. Returns false if neither is possible.
 */
function rematch({ sides, ends }: Part, tight: readonly boolean[], taken: Taken, side: 0 | 1, start: number): boolean {
  const other = (1 - side) as 0 | 1
  if (sides[side].pair[start]! >= 0 || sides[side].duals[start]! <= tolerance) return true
  const by = new Map<number, number>()
  const open = [start]
  const change = (end: number) => {
    for (let at = end; ;) {
      const pair = by.get(at)!
      const element = ends[side][pair]!
      const before = sides[side].pair[element]!
      sides[side].pair[element] = pair
      sides[other].pair[at] = pair
      if (element === start) return true
      at = ends[other][before]!
    }
  }
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const pair of sides[side].pairs[element]!) {
      const partner = ends[other][pair]!
      if (!tight[pair] || taken[other].has(partner) || by.has(partner)) continue
      by.set(partner, pair)
      const own = sides[other].pair[partner]!
      if (own < 0) return change(partner)
      const next = ends[side][own]!
      if (sides[side].duals[next]! <= tolerance) {
        sides[side].pair[next] = -1
        return change(partner)
      }
      open.push(next)
    }
  }
  return false
}
