import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * Packs ascending ticks as bytes: the difference of each from the previous one as a base-128 varint, deflated. The
 * first tick is not included.
 */
export function packTicks(ticks: Float64Array): Buffer {
  const bytes: number[] = []
  for (let i = 1; i < ticks.length; i++) {
    let distance = ticks[i]! - ticks[i - 1]!
    for (; distance >= 128; distance = Math.floor(distance / 128)) bytes.push((distance % 128) + 128)
    bytes.push(distance)
  }
  return deflateRawSync(Buffer.from(bytes))
}

/** Unpacks the output of packTicks. Throws RangeError if the bytes do not contain exactly `count` ticks. */
export function unpackTicks(packed: Uint8Array, firstTick: number, count: number): Float64Array {
  // A difference takes at most ten bytes.
  const bytes = inflateRawSync(packed, { maxOutputLength: Math.max(64, count * 10) })
  const ticks = new Float64Array(count)
  ticks[0] = firstTick
  let at = 0
  for (let i = 1; i < count; i++) {
    let [distance, weight] = [0, 1]
    for (; ; weight *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('the times of the frames end early')
      distance += (byte & 127) * weight
      if (byte < 128) break
    }
    ticks[i] = ticks[i - 1]! + distance
  }
  if (at !== bytes.length) throw new RangeError('there are more times than frames')
  return ticks
}
