const dataRow = 'D'.charCodeAt(0)
/** A byte of type and four of length (which counts itself). */
const headLength = 5

/**
 * Takes the messages of PostgreSQL's protocol (version 3) as they arrive, in pieces of any size: rows are handed out as
 * the bytes of their values, without a copy; everything else as it came, whole messages at a time and in order.
 */
export function splitRows(
  onRow: (bytes: Buffer, at: number, end: number) => void,
  onOthers: (bytes: Buffer) => void,
): (piece: Buffer) => void {
  let pieces: Buffer[] = []
  let length = 0
  let wanted = headLength
  return (piece) => {
    pieces.push(piece)
    length += piece.length
    if (length < wanted) return
    const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces, length)
    let at = 0
    let others = 0
    wanted = headLength
    while (bytes.length - at >= headLength) {
      const end = at + 1 + bytes.readInt32BE(at + 1)
      if (end > bytes.length) {
        wanted = end - at
        break
      }
      if (bytes[at] === dataRow) {
        if (others < at) onOthers(bytes.subarray(others, at))
        others = end
        onRow(bytes, at + headLength, end)
      }
      at = end
    }
    if (others < at) onOthers(bytes.subarray(others, at))
    pieces = at < bytes.length ? [bytes.subarray(at)] : []
    length = bytes.length - at
  }
}

/** A count in two bytes; then for each value its length in four, -1 for NULL, and its bytes. */
export function fieldsOf(bytes: Buffer, from: number): (Buffer | null)[] {
  const count = bytes.readInt16BE(from)
  const fields: (Buffer | null)[] = []
  let at = from + 2
  for (let i = 0; i < count; i++) {
    const start = at + 4
    const size = bytes.readInt32BE(at)
    fields.push(size < 0 ? null : bytes.subarray(start, start + size))
    at = start + Math.max(size, 0)
  }
  return fields
}
