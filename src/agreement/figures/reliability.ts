/** The values of one unit: one number for each value that an observer gave it, in any order. */
export type Unit = readonly number[]

/** How far observers agree on the values of units; a figure without a basis is null. */
export interface Reliability {
  alpha: number | null
  ac1: number | null
  observed: number | null
  /** The 2.5 and 97.5 % quantiles of alpha in resampled units. */
  interval: [low: number, high: number] | null
  lenient: number | null
  units: number
}

/** Pairs of values whose difference does not count, each pair once. */
type Lenient = readonly (readonly [one: number, other: number])[]

/**
 * Returns the figures of units.
 *
 * `alpha` is Krippendorff's alpha for nominal data with missing values (Krippendorff, Computing Krippendorff's
 * alpha-reliability, 2011); null with fewer than two units of at least two values, or with one value. `ac1` is Gwet's
 * AC1 for several observers with missing values, and `observed` its observed agreement (Gwet, British Journal of
 * Mathematical and Statistical Psychology 2008; package irrCAC); 1 where all units have one value. `lenient` is alpha
 * where the differences of the pairs in `lenient` do not count. `draws` times, the units are
 * resampled for the interval, seeded by
 * `seed` (0 to 2^32 - 1).
 */
export function reliabilityOf(units: readonly Unit[], lenient: Lenient, seed: number, draws = 1000): Reliability {
  const tallies = talliesOf(units, [])
  const alpha = alphaOf(tallies, [])
  return {
    alpha,
    ...agreementOf(units),
    interval: alpha === null ? null : intervalOf(tallies, seed, draws),
    lenient: lenient.length ? alphaOf(talliesOf(units, lenient), lenient) : alpha,
    units: units.length,
  }
}

/**
 * Returns the same figures of all units of several blocks, such as the units of each video. The interval resamples the
 * blocks that have units, because the units of one block are not independent (Field and Welsh, Journal of the Royal
 * Statistical Society B 2007).
 */
export function reliabilityOfBlocks(blocks: readonly (readonly Unit[])[], lenient: Lenient, seed: number): Reliability {
  const figures = reliabilityOf(blocks.flat(), lenient, seed, 0)
  const tallies = blocks.flatMap((units) => (units.length ? [sumOf(talliesOf(units, []))] : []))
  return { ...figures, interval: figures.alpha === null ? null : intervalOf(tallies, seed, 1000) }
}

/** What a unit, or a block of units, adds to alpha. */
interface Tally {
  /** The number of units with at least two values. */
  usable: number
  /** The sum of its coincidences of different values that count: o_ck d_ck, each pair in both orders. */
  different: number
  /** The values of the usable units, each with its number of occurrences. */
  counts: readonly (readonly [value: number, count: number])[]
}

/** Returns the tally of each unit; it is counted once for units that are the same array. */
function talliesOf(units: readonly Unit[], lenient: Lenient): Tally[] {
  const uncounted = new Set(lenient.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]))
  const known = new Map<Unit, Tally>()
  return units.map((unit) => {
    const tally = known.get(unit) ?? tallyOf(unit, uncounted)
    known.set(unit, tally)
    return tally
  })
}

/** Returns what all units of a block add to alpha together. */
function sumOf(tallies: readonly Tally[]): Tally {
  const counts = new Map<number, number>()
  let [usable, different] = [0, 0]
  for (const tally of tallies) {
    usable += tally.usable
    different += tally.different
    for (const [value, count] of tally.counts) counts.set(value, (counts.get(value) ?? 0) + count)
  }
  return { usable, different, counts: [...counts] }
}

function countsOf(unit: Unit): [number, number][] {
  const counts = new Map<number, number>()
  for (const value of unit) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}

function tallyOf(unit: Unit, uncounted: ReadonlySet<string>): Tally {
  if (unit.length < 2) return { usable: 0, different: 0, counts: [] }
  const counts = countsOf(unit)
  let different = 0
  for (const [one, often] of counts)
    for (const [other, too] of counts) if (one !== other && !uncounted.has(`${one} ${other}`)) different += often * too
  return { usable: 1, different: different / (unit.length - 1), counts }
}

/** Returns alpha of the units: 1 - (n - 1) sum o_ck d_ck / sum n_c n_k d_ck, over c different from k. */
function alphaOf(tallies: readonly Tally[], lenient: Lenient): number | null {
  let [different, usable] = [0, 0]
  const totals = new Map<number, number>()
  for (const tally of tallies) {
    usable += tally.usable
    different += tally.different
    for (const [value, count] of tally.counts) totals.set(value, (totals.get(value) ?? 0) + count)
  }
  if (usable < 2 || totals.size < 2) return null
  let [sum, squares] = [0, 0]
  for (const count of totals.values()) {
    sum += count
    squares += count * count
  }
  const often = (value: number) => totals.get(value) ?? 0
  const allowed = lenient.reduce((pairs, [one, other]) => pairs + 2 * often(one) * often(other), 0)
  const expected = sum * sum - squares - allowed
  // Where no difference counts, none is expected.
  return expected > 0 ? 1 - ((sum - 1) * different) / expected : null
}

/** Returns Gwet's AC1 and the observed agreement: the mean share of pairs of observers that agree, over the units. */
function agreementOf(units: readonly Unit[]): { ac1: number | null; observed: number | null } {
  let [agreed, judged] = [0, 0]
  const shares = new Map<number, number>()
  for (const unit of units) {
    const counts = countsOf(unit)
    for (const [value, count] of counts) shares.set(value, (shares.get(value) ?? 0) + count / unit.length)
    if (unit.length < 2) continue
    judged += 1
    agreed += counts.reduce((sum, [, count]) => sum + count * (count - 1), 0) / (unit.length * (unit.length - 1))
  }
  if (!judged) return { ac1: null, observed: null }
  const observed = agreed / judged
  if (shares.size === 1) return { ac1: 1, observed }
  let expected = 0
  for (const share of shares.values()) expected += (share / units.length) * (1 - share / units.length)
  expected /= shares.size - 1
  return { ac1: (observed - expected) / (1 - expected), observed }
}

/**
 * Returns the 95 % interval of alpha by the standard bootstrap over units (Zapf et al., BMC Medical Research
 * Methodology 2016), or over blocks of units: draw d takes N of the N units, the i-th at floor(N u), where u is the
 * (d N + i + 1)-th number of the generator. Draws without an alpha do not count. The units of one video are not
 * independent, so the true interval of units is wider.
 */
function intervalOf(tallies: readonly Tally[], seed: number, draws: number): [number, number] | null {
  const random = mulberry32(seed)
  const found: number[] = []
  // Many units have the same tally, so a draw only counts how often it takes each.
  const places = new Map<number, number>()
  const kinds: Tally[] = []
  const numbers = new Map<string, number>()
  const kindOf = Int32Array.from(tallies, ({ usable, different, counts }) => {
    const numbered = counts.map(([value, count]) => {
      const place = places.get(value) ?? places.size
      places.set(value, place)
      return [place, count] as const
    })
    const key = `${usable} ${different} ${numbered.join(' ')}`
    const kind = numbers.get(key) ?? kinds.push({ usable, different, counts: numbered }) - 1
    numbers.set(key, kind)
    return kind
  })
  const [totals, taken] = [new Float64Array(places.size), new Int32Array(kinds.length)]
  for (let draw = 0; draw < draws; draw++) {
    totals.fill(0)
    taken.fill(0)
    for (let i = 0; i < kindOf.length; i++) taken[kindOf[Math.floor(kindOf.length * random())]!]! += 1
    let [different, usable] = [0, 0]
    for (const [kind, { usable: usableUnits, different: own, counts }] of kinds.entries()) {
      const times = taken[kind]!
      usable += times * usableUnits
      different += times * own
      for (const [place, count] of counts) totals[place]! += times * count
    }
    let [sum, squares] = [0, 0]
    for (const count of totals) {
      sum += count
      squares += count * count
    }
    const expected = sum * sum - squares
    if (usable >= 2 && expected > 0) found.push(1 - ((sum - 1) * different) / expected)
  }
  if (!found.length) return null
  const sorted = Float64Array.from(found).sort()
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)]
}

/** Returns a quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan 1996). */
function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return low + (high - low) * (at - Math.floor(at))
}

/** Returns a generator of numbers from 0 to 1, without 1 (mulberry32 by Tommy Ettinger, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
