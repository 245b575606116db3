import { viewOf } from '../lib/byte-writer.js'

const dataRow = 'D'.charCodeAt(0)
/** A byte of type and four of length (which counts itself). */
const headLength = 5

/**
 * Takes the messages of PostgreSQL's protocol (version 3) as they arrive, in pieces of any size: rows are handed out as
 * the bytes of their values, without a copy; everything else as it came, whole messages at a time and in order.
 */
export function splitRows(
  onRow: (bytes: Buffer, view: DataView, at: number, end: number) => void,
  onOthers: (bytes: Buffer) => void,
): (piece: Buffer) => void {
  // The beginning of a message whose end has not come yet, and how long it is to become before one looks again.
  let pieces: Buffer[] = []
  let length = 0
  let wanted = headLength

  function keep(piece: Buffer): void {
    pieces.push(piece)
    length += piece.length
  }

  /** Hands out the whole messages in `bytes` from `at` on and keeps what is left. */
  function pass(bytes: Buffer, at: number): void {
    const view = viewOf(bytes)
    let others = at
    wanted = headLength
    while (bytes.length - at >= headLength) {
      const end = at + 1 + view.getInt32(at + 1)
      if (end > bytes.length) {
        wanted = end - at
        break
      }
      if (bytes[at] === dataRow) {
        if (others < at) onOthers(bytes.subarray(others, at))
        others = end
        onRow(bytes, view, at + headLength, end)
      }
      at = end
    }
    if (others < at) onOthers(bytes.subarray(others, at))
    if (at < bytes.length) keep(bytes.subarray(at))
  }

  return (piece) => {
    let at = 0
    // Only the message that was cut is put together; the others stay where they are.
    while (length > 0) {
      const taken = Math.min(wanted - length, piece.length - at)
      keep(piece.subarray(at, at + taken))
      at += taken
      if (length < wanted) return
      const whole = Buffer.concat(pieces, length)
      pieces = []
      length = 0
      pass(whole, 0)
    }
    if (at < piece.length) pass(piece, at)
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
