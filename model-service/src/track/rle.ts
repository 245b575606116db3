/**
 * A mask as run lengths in column-major order, beginning with a run of zeros (COCO's uncompressed RLE); size is
 * [height, width].
 */
export interface RunLengths {
  size: [number, number]
  counts: number[]
}

/** A vertical run of mask pixels: rows `top` to `bottom` (exclusive) of one column. */
export interface ColumnRun {
  column: number
  top: number
  bottom: number
}

/** Splits the ones of a mask into vertical runs, column by column. The counts must add up to the size. */
export function columnRuns({ size: [height], counts }: RunLengths): ColumnRun[] {
  const runs: ColumnRun[] = []
  let at = 0
  counts.forEach((count, number) => {
    const end = at + count
    // A run of ones may continue from the bottom of one column at the top of the next.
    for (let start = at; number % 2 === 1 && start < end;) {
      const column = Math.floor(start / height)
      const stop = Math.min(end, (column + 1) * height)
      runs.push({ column, top: start - column * height, bottom: stop - column * height })
      start = stop
    }
    at = end
  })
  return runs
}

/** Returns the run lengths of a mask moved by whole pixels; parts outside the picture are cut off. */
export function movedRunLengths(
  runs: ColumnRun[],
  dx: number,
  dy: number,
  [height, width]: [number, number],
): RunLengths {
  const counts: number[] = []
  let written = 0
  for (const run of runs) {
    const column = run.column + dx
    const top = Math.max(0, run.top + dy)
    const bottom = Math.min(height, run.bottom + dy)
    if (column < 0 || column >= width || top >= bottom) continue
    const start = column * height + top
    if (start === written && counts.length > 0) counts[counts.length - 1]! += bottom - top
    else counts.push(start - written, bottom - top)
    written = column * height + bottom
  }
  if (written < height * width) counts.push(height * width - written)
  return { size: [height, width], counts }
}

/**
 * Returns the run lengths of the mask in a grey picture (pixels in row-major order): values of 128 and above belong to
 * the mask.
 */
export function runLengthsOf(pixels: Uint8Array, [height, width]: [number, number]): RunLengths {
  const counts = [0]
  let inside = false
  for (let column = 0; column < width; column += 1) {
    for (let row = 0; row < height; row += 1) {
      if (pixels[row * width + column]! >= 128 !== inside) {
        inside = !inside
        counts.push(0)
      }
      counts[counts.length - 1]! += 1
    }
  }
  return { size: [height, width], counts }
}
