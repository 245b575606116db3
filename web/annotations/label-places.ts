import type { Rectangle } from './rectangle.js'

/** The name of a box, and the box; all numbers are pixels of the picture as displayed. */
export interface BoxLabel {
  box: Rectangle
  width: number
  height: number
  /** Whether it is written even where no place is free. */
  isNeeded: boolean
  /** The distance to a box whose handles stand on its edge. */
  lift: number
}

/** A label and the place of its upper left corner. */
export interface PlacedLabel<Label> {
  label: Label
  x: number
  y: number
}

/**
 * Returns the places of labels that cover none of those before them: above the box, below it, or inside at its top.
 * Labels of boxes that are out of sight, and those for which no place is free, are left out, unless they are needed.
 */
export function placeLabels<Label extends BoxLabel>(
  labels: readonly Label[],
  { width, height }: { width: number; height: number },
): PlacedLabel<Label>[] {
  const placed: PlacedLabel<Label>[] = []
  for (const label of labels) {
    const { box, lift } = label
    if (box.x > width || box.y > height || box.x + box.width < 0 || box.y + box.height < 0) continue
    const x = Math.max(0, Math.min(width - label.width, box.x))
    const inside = Math.max(0, box.y)
    const places = [box.y - lift - label.height, box.y + box.height + lift, inside].filter(
      (y) => y >= 0 && y + label.height <= height,
    )
    const free = places.find((y) => !placed.some((other) => covers(other, { label, x, y })))
    const y = free ?? (label.isNeeded ? (places[0] ?? Math.min(inside, height - label.height)) : undefined)
    if (y !== undefined) placed.push({ label, x, y })
  }
  return placed
}

function covers(one: PlacedLabel<BoxLabel>, other: PlacedLabel<BoxLabel>): boolean {
  const isBeside = one.x + one.label.width <= other.x || other.x + other.label.width <= one.x
  const isAbove = one.y + one.label.height <= other.y || other.y + other.label.height <= one.y
  return !isBeside && !isAbove
}
