import { reliabilityOfBlocks, type Reliability, type Unit } from './reliability.js'
import type { PairFigures } from './track-pairs.js'
import {
  classesOf,
  personasOfClasses,
  unmappedOf,
  type ComparedType,
  type Correspondence,
  type NamedType,
  type TypeConflict,
} from './type-classes.js'

// The figures of several videos together.

/** The figures of a pair of personas that are means; the others are numbers of tracks. */
const means = ['f1', 'tubeIou', 'temporalIou', 'hota', 'detA', 'assA', 'locA', 'idf1'] as const

/** A weighted mean, to which values are added one by one. */
class Mean {
  value: number | null = null
  private weight = 0

  /** Adds a value by West's update (Communications of the ACM 1979): the mean of one value is exactly that value. */
  add(value: number | null, weight: number): void {
    if (value === null || weight === 0) return
    this.weight += weight
    const before = this.value ?? 0
    this.value = before + (value - before) * (weight / this.weight)
  }
}

const tracksOf = ({ first, second }: PairFigures) => first + second

/** Returns the mean f1 of the pairs of personas on one video, weighted by their tracks. */
export function meanF1(pairs: readonly PairFigures[]): number | null {
  const mean = new Mean()
  for (const pair of pairs) mean.add(pair.f1, tracksOf(pair))
  return mean.value
}

/**
 * The figures of a pair of personas over videos: the sums of the numbers of tracks, and the means of the others over
 * the videos where they are not null, weighted by the pair's tracks there.
 */
export class PairOverVideos {
  private readonly sums = { first: 0, second: 0, matched: 0 }
  private readonly means = means.map((name) => [name, new Mean()] as const)

  /** Adds the figures of the pair on one video. */
  add(own: PairFigures): void {
    this.sums.first += own.first
    this.sums.second += own.second
    this.sums.matched += own.matched
    for (const [name, mean] of this.means) mean.add(own[name], tracksOf(own))
  }

  get figures(): PairFigures {
    const values = Object.fromEntries(this.means.map(([name, { value }]) => [name, value]))
    return { ...this.sums, ...(values as Pick<PairFigures, (typeof means)[number]>) }
  }
}

/** Units of one video: the values of unit i are those from `ends[i - 1]` to before `ends[i]`. */
export interface PackedUnits {
  values: Int32Array
  ends: Int32Array
}

/** Returns the units with other values. Equal units are the same array, because there may be millions of them. */
function unpacked({ values, ends }: PackedUnits, valueOf: (value: number) => number, known: Map<string, Unit>): Unit[] {
  let since = 0
  return Array.from(ends, (end) => {
    const own = values.subarray(since, end)
    since = end
    const key = own.join()
    const unit = known.get(key) ?? Array.from(own, valueOf)
    known.set(key, unit)
    return unit
  })
}

interface ConcludingVideos {
  seed: number
  /** The types of the ontologies and those that only labels of any of the videos name. */
  types: readonly ComparedType[]
  correspondences: readonly Correspondence[]
  /** The types of compared tracks, as indices of `types`. */
  used: readonly number[]
  /** The units of each video by the types of their tracks, as indices of `types`, and by their objects. */
  videos: readonly { types: PackedUnits; object: PackedUnits }[]
}

interface VideosConclusion {
  types: Reliability
  object: Reliability
  unmapped: NamedType[]
  conflicts: TypeConflict[]
}

/** Computes the figures of the labels of all videos together: types that are the same in one are so in all of them. */
export function concludeVideos({ seed, types, correspondences, used, videos }: ConcludingVideos): VideosConclusion {
  const { classes, conflicts, lenient } = classesOf(types, correspondences)
  const figures = (
    sort: 'types' | 'object',
    valueOf: (value: number) => number,
    pairs: readonly (readonly [number, number])[],
  ) => {
    const known = new Map<string, Unit>()
    return reliabilityOfBlocks(
      videos.map((video) => unpacked(video[sort], valueOf, known)),
      pairs,
      seed,
    )
  }
  return {
    types: figures('types', (type) => classes[type]!, lenient),
    object: figures('object', (object) => object, []),
    unmapped: unmappedOf(types, classes, personasOfClasses(types, classes), used),
    conflicts,
  }
}
