/**
 * Returns a time in seconds as `minutes:seconds.milliseconds`, and from one hour as
 * `hours:minutes:seconds.milliseconds`.
 */
export function clockTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)]
  const rest = (seconds % 60).toFixed(3).padStart(6, '0')
  return hours ? `${hours}:${String(minutes % 60).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Returns a time in seconds without the part of the second, as `minutes:seconds` or `hours:minutes:seconds`. */
export const shortTime = (seconds: number): string => clockTime(Math.floor(seconds)).slice(0, -4)

/** Returns the length of a video in whole seconds, as `minutes:seconds` or `hours:minutes:seconds`. */
export const lengthTime = (seconds: number): string => shortTime(Math.max(1, Math.round(seconds)))

/**
 * Returns a time in the format of `clockTime` as seconds; hours and minutes may be omitted. Undefined for other texts.
 */
export function readTime(text: string): number | undefined {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d+([.,]\d*)?$/.test(part))) return undefined
  return parts.reduce((seconds, part) => seconds * 60 + Number(part.replace(',', '.')), 0)
}
