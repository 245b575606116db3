export interface Ratio {
  numerator: number
  denominator: number
}

/**
 * When the frames of a video are shown. Frames are counted from 0 in the order in which players show them; frame k
 * stays until frame k + 1 begins.
 */
export interface FrameClock {
  count: number
  /** Frames a second; the mean where `ticks` says more. */
  rate: Ratio
  /** Seconds of one tick, the unit of the file's times. */
  timeBase: Ratio
  /** When frame 0 begins. */
  firstTick: number
  /** When each frame begins; null where the rate says it exactly. */
  ticks: Float64Array | null
}

/** When a frame begins, in ticks, as the rate alone says it. */
export function regularTick({ rate, timeBase, firstTick }: Omit<FrameClock, 'count' | 'ticks'>, frame: number): number {
  return (
    firstTick + Math.round((frame * rate.denominator * timeBase.denominator) / (rate.numerator * timeBase.numerator))
  )
}

/** Seconds at which a frame begins; the one behind the last stands for the end of the video. */
export function startOf(clock: FrameClock, frame: number): number {
  const { count, rate, timeBase, ticks } = clock
  if (frame >= count) return startOf(clock, count - 1) + rate.denominator / rate.numerator
  const tick = ticks ? ticks[frame]! : regularTick(clock, frame)
  return (tick * timeBase.numerator) / timeBase.denominator
}

/** When `count` frames from one on begin, in seconds; fewer where the video ends before. */
export function startsOf(clock: FrameClock, { from, count }: { from: number; count: number }): number[] {
  const length = Math.max(0, Math.min(count, clock.count - from))
  return Array.from({ length }, (_none, i) => startOf(clock, from + i))
}

/** The middle of the time for which a frame is shown: a player that seeks there draws it, however it rounds. */
export function middleOf(clock: FrameClock, frame: number): number {
  return (startOf(clock, frame) + startOf(clock, frame + 1)) / 2
}

/** Players count in microseconds: a time that is less than half of one before a frame means that frame. */
const rounding = 0.5e-6

/** The frame that is shown at a time in seconds: the first before the start, the last after the end. */
export function frameAt(clock: FrameClock, seconds: number): number {
  let [low, high] = [0, clock.count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (startOf(clock, middle) <= seconds + rounding) low = middle
    else high = middle - 1
  }
  return low
}
