/** What is counted of an export before it is made. */
export interface ExportCounts {
  annotations?: number
  keyframes?: number
  /** Boxes that are computed between keyframes. */
  interpolated?: number
  /** Everything else, each of them. */
  others?: number
}

/** Bytes of an export, estimated by the weights of X-14. */
export function exportSize({ annotations = 0, keyframes = 0, interpolated = 0, others = 0 }: ExportCounts): number {
  return 300 * annotations + 200 * keyframes + 150 * interpolated + 200 * others
}
