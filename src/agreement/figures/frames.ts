/** The frames on which personas are compared: those of `from` to `to`, both inclusive, that `step` divides. */
export interface ComparedFrames {
  from: number
  to: number
  step: number
}

/** Returns the first compared frame at or after `frame`; it may lie beyond `to`. */
export const firstAtOrAfter = ({ from, step }: ComparedFrames, frame: number): number =>
  Math.ceil(Math.max(from, frame) / step) * step

/** Returns the last compared frame at or before `frame`; it may lie before `from`. */
export const lastAtOrBefore = ({ to, step }: ComparedFrames, frame: number): number =>
  Math.floor(Math.min(to, frame) / step) * step

/** Returns the number of compared frames. */
export const countOf = (frames: ComparedFrames): number =>
  Math.max(0, (lastAtOrBefore(frames, frames.to) - firstAtOrAfter(frames, frames.from)) / frames.step + 1)
