/** Bytes that came from elsewhere, and between them text in ASCII. */
export type Piece = Buffer | string

/** The pieces one behind the other, copied once. */
export function joinBytes(pieces: readonly Piece[]): Buffer {
  let length = 0
  for (const piece of pieces) length += piece.length
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of pieces) {
    // The texts are a few characters each: a call would cost more than the loop.
    if (typeof piece === 'string') for (let i = 0; i < piece.length; i++) bytes[at + i] = piece.charCodeAt(i)
    else bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
