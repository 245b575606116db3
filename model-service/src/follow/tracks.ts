import { munkres } from 'munkres'
import { intersectionOverUnion, type Box } from '../vision/box.js'
import { MovingBox } from './moving-box.js'

/** A detection in a frame. */
export interface Sighting {
  box: Box
  /** The class; undefined if the object was not recognised. */
  name?: string
}

/** One object over time. */
export interface Track {
  id: string
  name: string | undefined
  motion: MovingBox
  /** The last box of the object, and the time at which it was seen, in seconds. */
  last: Box
  seenAt: number
}

/** Standard deviations of a detector's boxes, as shares of their size. */
export const detectorNoise = { centre: 0.06, size: 0.08 }

/** The intersection over union from which two boxes match, whatever their sizes. */
const leastOverlap = 0.2
/** Cost of an impossible pair: more than all possible pairs together. */
const impossible = 1e6

/**
 * Tracks the objects of a video. A Kalman filter per object predicts its box, and the Hungarian method assigns all
 * sightings of a frame to objects so that the total fits best (SORT). So two objects that cross keep their ids.
 */
export class ObjectTracks {
  readonly all: Track[] = []
  private count = 0
  private now = 0

  /** Advances all predictions to a time in seconds, which must not decrease. */
  advance(seconds: number): void {
    const passed = Math.max(0, seconds - this.now)
    this.now = seconds
    for (const { motion } of this.all) motion.predict(passed)
  }

  /** Starts the track of a new object. */
  start({ box, name }: Sighting, noise = detectorNoise): Track {
    const motion = new MovingBox(box, noise)
    const track = { id: `track-${(this.count += 1)}`, name, motion, last: box, seenAt: this.now }
    this.all.push(track)
    return track
  }

  /** Returns the track that each sighting belongs to; undefined for a new object. A track gets at most one sighting. */
  match(seen: readonly Sighting[]): (Track | undefined)[] {
    const matches: (Track | undefined)[] = seen.map(() => undefined)
    if (seen.length === 0 || this.all.length === 0) return matches
    const likeness = this.all.map((track) => seen.map((one) => this.likenessOf(track, one)))
    const costs = likeness.map((row) => row.map((one) => (one > 0 ? 2 - one : impossible)))
    for (const [row, column] of munkres(costs)) if (likeness[row]![column]! > 0) matches[column] = this.all[row]
    return matches
  }

  /** Updates the track of each sighting and starts tracks for new objects; returns the track of each sighting. */
  take(seen: readonly Sighting[]): Track[] {
    return this.match(seen).map((track, number) => {
      const one = seen[number]!
      if (!track) return this.start(one)
      track.motion.measure(one.box, detectorNoise)
      Object.assign(track, { last: one.box, seenAt: this.now })
      return track
    })
  }

  /** Drops the tracks that have not been seen for more than `seconds`, except `but`. */
  forget(seconds: number, but?: Track): void {
    const kept = this.all.filter((track) => track === but || this.now - track.seenAt <= seconds)
    this.all.splice(0, this.all.length, ...kept)
  }

  /**
   * Compares a sighting with both the predicted box and the last seen one, because an object unseen for long may have
   * stood still.
   */
  private likenessOf(track: Track, { box, name }: Sighting): number {
    const unseen = this.now - track.seenAt
    const place = Math.max(likeness(track.motion.box, box, unseen), 0.9 * likeness(track.last, box, unseen))
    // The detector may classify a car as a truck in one frame: another class halves the likeness, so a box of the same
    // class wins.
    return track.name === undefined || name === undefined || track.name === name ? place : 0.5 * place
  }
}

/**
 * Returns how well a box matches an expected one: 1 + intersection over union for boxes that overlap enough; otherwise
 * below 1, falling with distance, for a box of similar size whose centre is within 0.05 + 0.5 per unseen second (1 at
 * most) in fractions of the picture; 0 for no match.
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
