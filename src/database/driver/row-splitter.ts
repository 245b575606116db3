import { viewOf } from '../../lib/byte-writer.js'

const dataRow = 'D'.charCodeAt(0)
/** The length of a message header: one byte of type and four of length (which counts itself). */
const headLength = 5

/**
 * Returns a function that splits the messages of PostgreSQL's protocol (version 3), which arrive in pieces of any size.
 * `onRow` gets the bytes of a row's values, without a copy; `onOthers` gets all other messages, whole and in order.
 */
export function splitRows(
  onRow: (bytes: Buffer, view: DataView, at: number, end: number) => void,
  onOthers: (bytes: Buffer) => void,
): (piece: Buffer) => void {
  // The beginning of an incomplete message, and the number of its bytes that are needed before it is read again.
  let pieces: Buffer[] = []
  let length = 0
  let wanted = headLength

  function keep(piece: Buffer): void {
    pieces.push(piece)
    length += piece.length
  }

  /** Hands out the complete messages in `bytes` from `at` on and keeps the rest. */
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
    // Only a message that was split is copied; the others are used in place.
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

/**
 * Returns the values of a row as text; null for NULL. The format is a count in two bytes, then for each value its
 * length in four bytes (-1 for NULL) and its bytes.
 */
export function textsOf(bytes: Buffer, from: number): (string | null)[] {
  const count = bytes.readInt16BE(from)
  const texts = new Array<string | null>(count)
  let at = from + 2
  for (let i = 0; i < count; i++) {
    const start = at + 4
    const size = bytes.readInt32BE(at)
    at = start + Math.max(size, 0)
    texts[i] = size < 0 ? null : bytes.toString('utf8', start, at)
  }
  return texts
}
