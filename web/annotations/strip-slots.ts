import type { View } from './timeline-view.js'

/** A picture of the strip: its frame, and its place and width as shares of the strip. */
export interface Slot {
  frame: number
  at: number
  width: number
}

/**
 * Returns the pictures that fill a strip whose pictures are about `share` of its width: each shows the middle of its
 * part of the view, and none shows the frame of another one.
 */
export function slotsOf({ from, span }: View, share: number): Slot[] {
  const count = Math.max(1, Math.min(span, Math.round(1 / share)))
  return Array.from({ length: count }, (_none, i) => ({
    frame: from + Math.floor(((i + 0.5) / count) * span),
    at: i / count,
    width: 1 / count,
  }))
}
