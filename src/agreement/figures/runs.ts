import { ascending } from './ascending.js'
import { longer } from '../../lib/longer.js'
import type { Tracks } from './tracks.js'
import { PairTable } from './pair-table.js'

/** Runs of compared frames: entry i of the arrays has the pair of tracks, and the first and last frame, of run i. */
export class Runs {
  size = 0
  pair = new Int32Array(256)
  first = new Int32Array(256)
  last = new Int32Array(256)

  add(pair: number, first: number, last: number): void {
    if (this.size === this.pair.length) {
      this.pair = longer(this.pair)
      this.first = longer(this.first)
      this.last = longer(this.last)
    }
    this.pair[this.size] = pair
    this.first[this.size] = first
    this.last[this.size] = last
    this.size += 1
  }
}

/**
 * Finds the frames on which tracks of two personas may overlap, because the rectangles around stretches of them do: the
 * pairs of tracks, and the runs in the order of their first frames. Runs of one pair are apart. Null if there are more
 * than `most` runs. The order of pairs and runs, and so every sum over them, is the same if the personas change places.
 */
export function findRuns(first: Tracks, second: Tracks, most: number): { table: PairTable; runs: Runs } | null {
  const [table, runs] = [new PairTable(), new Runs()]
  const [one, other] = [new Stretches(first), new Stretches(second)]
  for (;;) {
    const isFirst = one.isBefore(other)
    const [own, met] = isFirst ? [one, other] : [other, one]
    const stretch = own.begin()
    if (stretch < 0) return { table, runs }
    const size = met.findMeeting(own, stretch)
    const track = own.trackOf[stretch]!
    const { stretchFirst, stretchLast } = own.tracks.segments
    for (let at = 0; at < size; at++) {
      const another = met.meeting[at]!
      const otherTrack = met.trackOf[another]!
      const pair = isFirst ? table.numberOf(track, otherTrack) : table.numberOf(otherTrack, track)
      runs.add(pair, stretchFirst[stretch]!, Math.min(stretchLast[stretch]!, met.tracks.segments.stretchLast[another]!))
    }
    if (runs.size > most) return null
  }
}

/** The stretches of one persona in the order of their first frames, of which some have begun. */
class Stretches {
  readonly trackOf: Int32Array
  /** The stretches that were found last. */
  meeting = new Int32Array(64)
  private readonly order: Int32Array
  private at = 0
  /** Those that have begun and, when they were last looked at, not ended. */
  private open = new Int32Array(64)
  private size = 0

  constructor(readonly tracks: Tracks) {
    const { stretches, stretchFirst } = tracks.segments
    this.trackOf = new Int32Array(stretchFirst.length)
    for (let track = 0; track + 1 < stretches.length; track++)
      this.trackOf.fill(track, stretches[track], stretches[track + 1])
    this.order = ascending(stretchFirst)
  }

  /** Returns whether the next stretch begins before that of another persona, or with it as part of an older track. */
  isBefore(other: Stretches): boolean {
    const [own, another] = [this.order[this.at], other.order[other.at]]
    if (own === undefined || another === undefined) return own !== undefined
    const since = this.tracks.segments.stretchFirst[own]! - other.tracks.segments.stretchFirst[another]!
    return since < 0 || (since === 0 && this.age(own) < other.age(another))
  }

  private age(stretch: number): number {
    return this.tracks.ages[this.trackOf[stretch]!]!
  }

  /** Begins the next stretch and returns it; -1 at the end. */
  begin(): number {
    const stretch = this.order[this.at++] ?? -1
    if (stretch < 0) return stretch
    if (this.size === this.open.length) this.open = longer(this.open)
    this.open[this.size++] = stretch
    return stretch
  }

  /** Finds the open stretches whose rectangles overlap that of a stretch that begins; returns their number. */
  findMeeting({ tracks: { segments } }: Stretches, stretch: number): number {
    const { stretchLast, bounds } = this.tracks.segments
    const [frame, at, others] = [segments.stretchFirst[stretch]!, 4 * stretch, segments.bounds]
    const [left, top, right, bottom] = [others[at]!, others[at + 1]!, others[at + 2]!, others[at + 3]!]
    let [kept, found] = [0, 0]
    for (let slot = 0; slot < this.size; slot++) {
      const own = this.open[slot]!
      if (stretchLast[own]! < frame) continue
      this.open[kept++] = own
      const b = 4 * own
      if (bounds[b]! >= right || bounds[b + 2]! <= left || bounds[b + 1]! >= bottom || bounds[b + 3]! <= top) continue
      if (found === this.meeting.length) this.meeting = longer(this.meeting)
      this.meeting[found++] = own
    }
    this.size = kept
    return found
  }
}
