/** The counts of an export, taken before it is written. */
export interface ExportCounts {
  annotations?: number
  keyframes?: number
  /** Boxes that are interpolated between keyframes. */
  interpolated?: number
  /** The number of all other lines. */
  others?: number
}

/**
 * Fixed weights in bytes for the estimated size of an export: for the line of an annotation, each of its keyframes and
 * interpolated boxes, and any other line.
 */
export const weights = { annotation: 300, keyframe: 200, interpolated: 150, other: 200 }

/** Estimates the size of an export in bytes by these weights. */
export function exportSize({ annotations = 0, keyframes = 0, interpolated = 0, others = 0 }: ExportCounts): number {
  return (
    weights.annotation * annotations +
    weights.keyframe * keyframes +
    weights.interpolated * interpolated +
    weights.other * others
  )
}
