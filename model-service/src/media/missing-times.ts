/**
 * Makes the timestamps of pictures ascend. The longest ascending series is kept; a missing or misplaced timestamp is
 * derived from its neighbours, or from the usual distance if it has only one neighbour. A picture is never shown and
 * gets no number if no time is left between its neighbours.
 *
 * @param found in the order in which the pictures come, NaN if missing
 * @param usual distance of two pictures in ticks
 */
export function ascending(
  found: readonly number[],
  usual: number,
): { ticks: Float64Array; numbers: Int32Array | null } {
  if (found.every((tick, at) => (at === 0 ? Number.isFinite(tick) : tick > found[at - 1]!)))
    return { ticks: Float64Array.from(found), numbers: null }
  const kept = longestAscending(found)
  const ticks: number[] = []
  const numbers = new Int32Array(found.length).fill(-1)
  const step = Math.max(1, Math.round(usual))
  for (let place = -1; place < kept.length; place += 1) {
    const [from, to] = [kept[place] ?? -1, kept[place + 1] ?? found.length]
    const missing = to - from - 1
    const [before, after] = [found[from], found[to]]
    for (let number = 1; number <= missing; number += 1) {
      const tick = between(before, after, number, missing, step)
      if (tick <= (ticks.at(-1) ?? -Infinity) || tick >= (after ?? Infinity)) continue
      numbers[from + number] = ticks.push(tick) - 1
    }
    if (after !== undefined) numbers[to] = ticks.push(after) - 1
  }
  return { ticks: Float64Array.from(ticks), numbers }
}

/** The least seconds by which timestamps jump back where another recording begins. */
export const leastBack = 0.5
/** The least seconds of a jump forward; ffmpeg uses 10 s too (`dts_delta_threshold`). */
const leastForward = 10

/**
 * Makes the timestamps of joined recordings continue where a recording with a separate clock begins: its first picture
 * follows the last one at the usual distance. A single misplaced timestamp does not count as a new recording. Returns
 * null if no jump was found.
 *
 * @param found in the order in which the pictures come, NaN if missing
 * @param stated distance of two pictures in ticks by the file's frame rate, used if no two pictures follow each other
 * @param second length of a second in ticks
 */
export function continued(found: readonly number[], stated: number, second: number): number[] | null {
  const isApart = (from: number, to: number) => from - to > leastBack * second || to - from > leastForward * second
  const ticks: number[] = []
  let offset = 0
  let previous = NaN
  let usual: number | undefined
  for (const [place, tick] of found.entries()) {
    const next = found[place + 1]
    const goesOn = next !== undefined && next > tick && !isApart(tick, next)
    if (isApart(previous, tick) && goesOn) {
      usual ??= medianDistance(found, isApart) ?? stated
      offset += Math.round(previous + usual - tick)
    }
    if (Number.isFinite(tick) && (!isApart(previous, tick) || goesOn)) previous = tick
    ticks.push(tick + offset)
  }
  return offset === 0 ? null : ticks
}

/**
 * Returns the median distance of two pictures of which the second follows the first; undefined if there are no such
 * pictures. Of two recordings in one file a probe may state the rate of fields, which is twice that of the pictures.
 */
function medianDistance(found: readonly number[], isApart: (from: number, to: number) => boolean): number | undefined {
  const distances = found
    .map((tick, place) => (place > 0 && !isApart(found[place - 1]!, tick) ? tick - found[place - 1]! : NaN))
    .filter((distance) => distance > 0)
  return Float64Array.from(distances).sort()[distances.length >> 1]
}

/** Returns the tick of one of `missing` pictures between two known ones, either of which may be absent. */
function between(
  before: number | undefined,
  after: number | undefined,
  number: number,
  missing: number,
  step: number,
): number {
  if (before !== undefined && after !== undefined)
    return before + Math.round(((after - before) * number) / (missing + 1))
  if (before !== undefined) return before + number * step
  return after === undefined ? (number - 1) * step : after - (missing + 1 - number) * step
}

/** Returns the positions of a longest strictly ascending series, missing values omitted (patience sorting). */
function longestAscending(values: readonly number[]): number[] {
  /** For each length, the position of the least value that ends a series of that length. */
  const ends: number[] = []
  const previous = new Int32Array(values.length).fill(-1)
  values.forEach((value, place) => {
    if (!Number.isFinite(value)) return
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[ends[middle]!]! < value) low = middle + 1
      else high = middle
    }
    if (low > 0) previous[place] = ends[low - 1]!
    ends[low] = place
  })
  const series: number[] = []
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place]!) series.push(place)
  return series.reverse()
}
