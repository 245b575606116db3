export interface Ratio {
  numerator: number
  denominator: number
}

/**
 * The presentation times of a video's frames. Frames are counted from 0 in presentation order; frame k is shown until
 * frame k + 1 begins.
 */
export interface FrameClock {
  count: number
  /** The frame rate in frames per second; the mean rate if `ticks` contains the exact times. */
  rate: Ratio
  /** The duration of one tick in seconds: the unit of timestamps in the file. */
  timeBase: Ratio
  /** The start of frame 0, in ticks. */
  firstTick: number
  /** The start of each frame, in ticks; null if the frame rate gives the exact times. */
  ticks: Float64Array | null
}

/** Returns the start of a frame, in ticks, computed from the frame rate alone. */
export function regularTick({ rate, timeBase, firstTick }: Omit<FrameClock, 'count' | 'ticks'>, frame: number): number {
  return (
    firstTick + Math.round((frame * rate.denominator * timeBase.denominator) / (rate.numerator * timeBase.numerator))
  )
}

/** Returns the start of a frame, in seconds; for a frame number after the last one, the end of the video. */
export function startOf(clock: FrameClock, frame: number): number {
  const { count, rate, timeBase, ticks } = clock
  if (frame >= count) return startOf(clock, count - 1) + rate.denominator / rate.numerator
  const tick = ticks ? ticks[frame]! : regularTick(clock, frame)
  return (tick * timeBase.numerator) / timeBase.denominator
}

/** Returns the starts of the `count` frames beginning with `from`, in seconds; fewer if the video ends before. */
export function startsOf(clock: FrameClock, { from, count }: { from: number; count: number }): number[] {
  const length = Math.max(0, Math.min(count, clock.count - from))
  return Array.from({ length }, (_none, i) => startOf(clock, from + i))
}

/**
 * Returns the middle of the time in which a frame is shown, in seconds: a player that seeks there draws this frame,
 * however it rounds.
 */
export function middleOf(clock: FrameClock, frame: number): number {
  return (startOf(clock, frame) + startOf(clock, frame + 1)) / 2
}

/**
 * Half a microsecond, in seconds. Players count in microseconds, so a time less than half a microsecond before a frame
 * means that frame.
 */
const rounding = 0.5e-6

/**
 * Returns the frame that is shown at a time in seconds; the first one before the start, the last one after the end.
 * Uses a binary search.
 */
export function frameAt(clock: FrameClock, seconds: number): number {
  let [low, high] = [0, clock.count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (startOf(clock, middle) <= seconds + rounding) low = middle
    else high = middle - 1
  }
  return low
}
