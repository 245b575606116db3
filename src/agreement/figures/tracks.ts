import type { MotionSource } from '../../annotations/sequences/interpolate.js'

/**
 * The boxes of tracks on the compared frames. Entry i of the arrays belongs to segment i; the segments of a track
 * follow each other in the order of their frames. The arrays may be shared between threads.
 */
export interface Segments {
  /** The segments of track t are those from `tracks[t]` up to, but not including, `tracks[t + 1]`. */
  tracks: Int32Array
  /** The first and last compared frame of the segment. */
  first: Int32Array
  last: Int32Array
  /** The numbers of its two keyframes; equal if the box is the same on all frames. */
  since: Float64Array
  until: Float64Array
  /** The boxes at the two keyframes, 8 numbers for each segment. */
  boxes: Float64Array
  /** How the box moves, as an index of `motions`. */
  motion: Int32Array
  motions: readonly MotionSource[]
  /** 1 for a segment whose box is the same on all its frames, else 0. */
  still: Uint8Array
  /**
   * The stretches of track t are those from `stretches[t]` up to, but not including, `stretches[t + 1]`: parts of the
   * track without a gap, with the first and last compared frame of each, and with the left, top, right and bottom of
   * the smallest rectangle around its boxes, 4 numbers for each stretch.
   */
  stretches: Int32Array
  stretchFirst: Int32Array
  stretchLast: Int32Array
  bounds: Float64Array
  /** The number of boxes of each track on the compared frames, and the sum of their areas in square pixels. */
  counts: Float64Array
  areas: Float64Array
  /** The last frame on which a track is visible that has a box on a compared frame; -1 without a track. */
  latest: number
}

/**
 * The tracks of one persona, the oldest first: their boxes, and their ages as ranks among all compared tracks, the
 * oldest 0.
 */
export interface Tracks {
  segments: Segments
  ages: Int32Array
}
