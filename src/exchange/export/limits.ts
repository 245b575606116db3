/**
 * The most frames of one annotation that an export interpolates: 55 hours at 100 frames a second, about 3 GB. Two
 * keyframes that are 2^31 frames apart would give 307 GB.
 */
export const mostInterpolated = 20_000_000
/** A larger export, in bytes, has the warning (L-03). */
export const warningBytes = 100 * 1024 * 1024
export const warningText = 'Export exceeds 100 MB; narrow it by persona or video'
