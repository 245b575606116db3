/** The positions of the first and last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a Range header for a representation of `size` bytes (RFC 9110, section 14; V-09). Returns null if the whole
 * representation is to be sent: without the header, for another unit, for several ranges, and for an invalid range.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const parts = header === undefined ? null : /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header.trim())
  if (!parts) return null
  const [, from = '', to = ''] = parts
  if (from === '') {
    if (to === '') return null
    const length = Math.min(Number(to), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(from)
  const end = to === '' ? Infinity : Number(to)
  if (start > end) return null
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}
