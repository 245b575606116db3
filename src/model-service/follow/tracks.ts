import { munkres } from 'munkres'
import { intersectionOverUnion, type Box } from '../vision/box.js'
import { MovingBox } from './moving-box.js'

/** Something seen in a frame. */
export interface Sighting {
  box: Box
  /** Its class; undefined where it was recognised as nothing. */
  name?: string
}

/** One thing over time. */
export interface Track {
  id: string
  name: string | undefined
  motion: MovingBox
  /** Where and when it was seen last, in seconds. */
  last: Box
  seenAt: number
}

/** How far off a detector's boxes are, as shares of their size. */
export const detectorNoise = { centre: 0.06, size: 0.08 }

/** The overlap from which two boxes are near each other, whatever their sizes. */
const leastOverlap = 0.2
/** Cost of a pair that cannot be: more than all pairs that can be, together. */
const impossible = 1e6

/**
 * The things in a film: each is expected where its motion leads it, and what is seen is given to them so that all of it
 * fits best together (SORT: a Kalman filter a thing, the Hungarian method over all pairs). So two that cross each other
 * keep their names.
 */
export class ObjectTracks {
  readonly all: Track[] = []
  private count = 0
  private now = 0

  /** Moves on to a time in seconds, never back. */
  advance(seconds: number): void {
    const passed = Math.max(0, seconds - this.now)
    this.now = seconds
    for (const { motion } of this.all) motion.predict(passed)
  }

  /** A new thing. */
  start({ box, name }: Sighting, noise = detectorNoise): Track {
    const motion = new MovingBox(box, noise)
    const track = { id: `track-${(this.count += 1)}`, name, motion, last: box, seenAt: this.now }
    this.all.push(track)
    return track
  }

  /** Whose sighting each is; undefined for something new. Every thing is seen once at most. */
  match(seen: readonly Sighting[]): (Track | undefined)[] {
    const found: (Track | undefined)[] = seen.map(() => undefined)
    if (seen.length === 0 || this.all.length === 0) return found
    const likeness = this.all.map((track) => seen.map((one) => this.likenessOf(track, one)))
    const costs = likeness.map((row) => row.map((one) => (one > 0 ? 2 - one : impossible)))
    for (const [row, column] of munkres(costs)) if (likeness[row]![column]! > 0) found[column] = this.all[row]
    return found
  }

  /** Gives each sighting to its thing, new ones to new things. */
  take(seen: readonly Sighting[]): Track[] {
    return this.match(seen).map((track, number) => {
      const one = seen[number]!
      if (!track) return this.start(one)
      track.motion.measure(one.box, detectorNoise)
      Object.assign(track, { last: one.box, seenAt: this.now })
      return track
    })
  }

  /** Forgets things that were not seen for so many seconds. */
  forget(seconds: number, but?: Track): void {
    const kept = this.all.filter((track) => track === but || this.now - track.seenAt <= seconds)
    this.all.splice(0, this.all.length, ...kept)
  }

  /** Where it is expected counts, and where it was last: who was not seen for long may have stood still. */
  private likenessOf(track: Track, { box, name }: Sighting): number {
    const unseen = this.now - track.seenAt
    const place = Math.max(likeness(track.motion.box, box, unseen), 0.9 * likeness(track.last, box, unseen))
    // A car may be taken for a truck in one frame; beside a box of its own class it loses.
    return track.name === undefined || name === undefined || track.name === name ? place : 0.5 * place
  }
}

/**
 * 1 + overlap for boxes that overlap; below 1 for a box of like size that is no further than half the picture a second;
 * 0 for no match.
 */
function likeness(expected: Box, box: Box, unseenSeconds: number): number {
  const overlap = intersectionOverUnion(expected, box)
  if (overlap >= leastOverlap) return 1 + overlap
  const sizes = [expected.width / box.width, expected.height / box.height]
  if (sizes.some((ratio) => ratio < 0.6 || ratio > 1 / 0.6)) return 0
  const distance = Math.hypot(
    expected.x + expected.width / 2 - box.x - box.width / 2,
    expected.y + expected.height / 2 - box.y - box.height / 2,
  )
  return Math.max(0, 1 - distance / Math.min(1, 0.05 + 0.5 * unseenSeconds))
}
