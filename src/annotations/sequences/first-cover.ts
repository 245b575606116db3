/** The cells `from` to `to` inclusive; empty when from > to. */
export type CellRange = { from: number; to: number }

/**
 * Returns for each of `cells` cells the index of the first range that covers it, or -1. Runs in near-linear time
 * however much the ranges overlap.
 */
export function firstCover(cells: number, ranges: readonly CellRange[]): Int32Array {
  const cover = new Int32Array(cells).fill(-1)
  const next = Int32Array.from({ length: cells + 1 }, (_, i) => i)
  ranges.forEach(({ from, to }, index) => {
    for (let cell = free(next, Math.max(0, from)); cell <= to && cell < cells; cell = free(next, cell)) {
      cover[cell] = index
      next[cell] = cell + 1
    }
  })
  return cover
}

/** Returns the first cell at or after `cell` that is not covered yet (union-find with path halving). */
function free(next: Int32Array, cell: number): number {
  let at = Math.min(cell, next.length - 1)
  for (let to = next[at] ?? at; to !== at; to = next[at] ?? at) {
    next[at] = next[to] ?? to
    at = to
  }
  return at
}

/** Returns the index of the first of the ascending numbers that is at least `value`; the length if all are smaller. */
export function lowerBound(ascending: ArrayLike<number>, value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? Infinity) < value) low = middle + 1
    else high = middle
  }
  return low
}
