import { linearMotion, type Curve, type Ease, type Motion } from '../../annotations/sequences/easing.js'
import { motionOf } from '../../annotations/sequences/interpolate.js'
import type { Segments } from './tracks.js'

/** The columns of one segment: the left, top, width and height at its first and at its second keyframe. */
export const columns = 8

/** Computes the boxes of segments. */
export class BoxReader {
  /** The box that was computed last: its left, top, width and height. */
  x = 0
  y = 0
  width = 0
  height = 0
  private readonly motions: readonly Motion[]
  // What is read of a segment once for all its frames: the box at its first keyframe, how far away that of the second
  // is, and how it moves there.
  private segment = -1
  private left = 0
  private top = 0
  private wide = 0
  private high = 0
  private right = 0
  private down = 0
  private wider = 0
  private higher = 0
  private start = 0
  private length = 1
  private isLinear = true
  private ease: Ease | null = null
  private curves: readonly [Curve, Curve, Curve, Curve] | null = null

  constructor(private readonly segments: Segments) {
    this.motions = segments.motions.map(motionOf)
  }

  /** Returns whether the box of a segment is the same on all its frames. */
  isStill(segment: number): boolean {
    const { since, until, boxes, motion, motions } = this.segments
    if (since[segment] === until[segment]) return true
    const { type } = motions[motion[segment]!]!
    if (type === 'hold' || type === 'step') return true
    if (!this.motions[motion[segment]!]!.ease) return false
    const at = columns * segment
    return [0, 1, 2, 3].every((side) => boxes[at + side] === boxes[at + side + 4])
  }

  /** Computes the box on a frame of the segment, by the rules of docs/interpolation.md. */
  read(segment: number, frame: number): void {
    if (segment !== this.segment) this.begin(segment)
    const t = (frame - this.start) / this.length
    if (!this.isLinear && frame !== this.start) return this.readCurved(t)
    this.x = this.left + this.right * t
    this.y = this.top + this.down * t
    this.width = this.wide + this.wider * t
    this.height = this.high + this.higher * t
  }

  private readCurved(t: number): void {
    const { ease, curves } = this
    const { boxes } = this.segments
    const at = columns * this.segment
    if (ease) {
      const e = ease(t)
      this.x = this.left + this.right * e
      this.y = this.top + this.down * e
      this.width = this.wide + this.wider * e
      this.height = this.high + this.higher * e
      return
    }
    this.x = curves![0](this.left, boxes[at + 4]!, t)
    this.y = curves![1](this.top, boxes[at + 5]!, t)
    this.width = curves![2](this.wide, boxes[at + 6]!, t)
    this.height = curves![3](this.high, boxes[at + 7]!, t)
  }

  private begin(segment: number): void {
    const { since, until, boxes, motion } = this.segments
    const at = columns * segment
    this.segment = segment
    this.left = boxes[at]!
    this.top = boxes[at + 1]!
    this.wide = boxes[at + 2]!
    this.high = boxes[at + 3]!
    this.right = boxes[at + 4]! - boxes[at]!
    this.down = boxes[at + 5]! - boxes[at + 1]!
    this.wider = boxes[at + 6]! - boxes[at + 2]!
    this.higher = boxes[at + 7]! - boxes[at + 3]!
    this.start = since[segment]!
    this.length = until[segment]! - since[segment]! || 1
    const { ease, curves } = this.motions[motion[segment]!] ?? linearMotion
    this.isLinear = ease === linearMotion.ease
    this.ease = ease
    this.curves = curves
  }

  /** Returns the area of the box on a frame of the segment, in square pixels; 0 if it has none. */
  areaAt(segment: number, frame: number): number {
    this.read(segment, frame)
    return this.width > 0 && this.height > 0 ? this.width * this.height : 0
  }
}
