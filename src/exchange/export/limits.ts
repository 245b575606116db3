/** L-03: an export larger than this carries the warning. */
export const warningBytes = 100 * 1024 * 1024
export const warningText = 'Export exceeds 100 MB; narrow it by persona or video'
