/** bytes by which sizes are estimated: of a line about an annotation, of its boxes, of any other line. */
export const weights = { annotation: 300, keyframe: 200, interpolated: 150, other: 200 }
/** L-03: an export larger than this carries the warning. */
export const warningBytes = 100 * 1024 * 1024
export const warningText = 'Export exceeds 100 MB; narrow it by persona or video'
