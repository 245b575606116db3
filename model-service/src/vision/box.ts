/** A rectangle: from x and y (inclusive) to x + width and y + height (exclusive). */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the intersection over union of two rectangles, 0-1. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (a.width * a.height + b.width * b.height - width * height)
}
