/** A piece of output: received bytes, or text in ASCII between them. */
export type Piece = Buffer | string

/** Concatenates the pieces with a single copy. */
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
