/** Returns the median of each pixel over one or more grey pictures of the same size, which shows what stands still. */
export function medianPicture(pictures: Uint8Array[]): Uint8Array {
  const median = new Uint8Array(pictures[0]!.length)
  const values = new Uint8Array(pictures.length)
  const middle = pictures.length >> 1
  for (let pixel = 0; pixel < median.length; pixel += 1) {
    // Insertion sort: twenty times faster than sort() on a dozen values.
    for (let number = 0; number < pictures.length; number += 1) {
      const value = pictures[number]![pixel]!
      let place = number
      for (; place > 0 && values[place - 1]! > value; place -= 1) values[place] = values[place - 1]!
      values[place] = value
    }
    median[pixel] = values[middle]!
  }
  return median
}

/** Returns the mean absolute difference of two grey pictures, 0-255. */
export function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += Math.abs(a[at]! - b[at]!)
  return sum / a.length
}
