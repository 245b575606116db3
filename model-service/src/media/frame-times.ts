import { regularTick, type Ratio } from '@parallax/shared/frame-clock.js'

/** How regularly the frames of a video follow each other. */
export interface Regularity {
  rate: Ratio
  /** Whether the frames are unevenly spaced, beyond the rounding of the file's ticks. */
  isVariable: boolean
  /** Whether the rate alone gives the time of each frame to the tick. */
  isExact: boolean
}

const usualRates = [24, 25, 30, 48, 50, 60, 15, 10, 12, 12.5, 90, 100, 120, 144, 240]
const usual: Ratio[] = usualRates.flatMap((rate) => {
  const whole = { numerator: rate * 2, denominator: 2 }
  return [reduced(whole), ...(rate % 6 === 0 ? [{ numerator: rate * 1000, denominator: 1001 }] : [])]
})

/**
 * Returns the frame rate that fits these ticks best: a `stated` rate (one from the file), else a usual one, else the
 * mean.
 */
export function regularityOf(ticks: Float64Array, timeBase: Ratio, stated: readonly Ratio[]): Regularity {
  const mean = meanRate(ticks, timeBase)
  const near = ({ numerator, denominator }: Ratio) =>
    !mean || Math.abs((numerator * mean.denominator) / (denominator * mean.numerator) - 1) < 0.05
  const firstTick = ticks[0] ?? 0
  let close: Ratio | undefined
  for (const rate of [...stated, ...usual, ...(mean ? [mean] : [])].filter(near)) {
    let off = 0
    for (let i = 0; i < ticks.length && off <= 1; i++)
      off = Math.max(off, Math.abs(ticks[i]! - regularTick({ rate, timeBase, firstTick }, i)))
    if (off === 0) return { rate, isVariable: false, isExact: true }
    if (off <= 1) close ??= rate
  }
  if (close) return { rate: close, isVariable: false, isExact: false }
  return { rate: mean ?? stated[0] ?? { numerator: 25, denominator: 1 }, isVariable: true, isExact: false }
}

/** Returns the frames per second between the first and the last frame; null for a single frame. */
function meanRate(ticks: Float64Array, timeBase: Ratio): Ratio | null {
  const length = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0)
  if (length <= 0) return null
  return reduced({ numerator: (ticks.length - 1) * timeBase.denominator, denominator: length * timeBase.numerator })
}

/** Reduces a ratio to numbers that fit a 32-bit column, rounding if necessary. */
function reduced({ numerator, denominator }: Ratio): Ratio {
  let [a, b] = [numerator, denominator]
  while (b) [a, b] = [b, a % b]
  const scale = Math.max(numerator, denominator) / a / 2_000_000_000
  const by = scale > 1 ? a * scale : a
  return { numerator: Math.max(1, Math.round(numerator / by)), denominator: Math.max(1, Math.round(denominator / by)) }
}
