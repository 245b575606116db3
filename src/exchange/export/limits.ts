/** A larger export, in bytes, carries the warning (L-03). */
export const warningBytes = 100 * 1024 * 1024
export const warningText = 'Export exceeds 100 MB; narrow it by persona or video'
