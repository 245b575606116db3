/** What is counted of an export before it is made. */
export interface ExportCounts {
  annotations?: number
  keyframes?: number
  /** Boxes that are computed between keyframes. */
  interpolated?: number
  /** Everything else, each of them. */
  others?: number
}

/** bytes by which sizes are estimated: of a line about an annotation, of its boxes, of any other line. */
export const weights = { annotation: 300, keyframe: 200, interpolated: 150, other: 200 }

/** Bytes of an export, estimated by these weights. */
export function exportSize({ annotations = 0, keyframes = 0, interpolated = 0, others = 0 }: ExportCounts): number {
  return (
    weights.annotation * annotations +
    weights.keyframe * keyframes +
    weights.interpolated * interpolated +
    weights.other * others
  )
}
