/** A bar in pixels from the left. */
interface Bar {
  left: number
  width: number
}

/**
 * Gives each bar the first row in which it covers none of the bars before it. Bars for which none of the `most` rows
 * has room are left out.
 */
export function inRows<One extends Bar>(bars: readonly One[], most = Infinity): (One & { row: number })[] {
  const ends: number[] = []
  return bars.flatMap((bar) => {
    const free = ends.findIndex((end) => end <= bar.left)
    const row = free < 0 ? ends.length : free
    if (row >= most) return []
    ends[row] = bar.left + bar.width
    return [{ ...bar, row }]
  })
}
