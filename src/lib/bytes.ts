/** A piece of output: received bytes, or ASCII text between them. */
export type Piece = Buffer | string

/** UTF-8 text in consecutive buffers, as produced by ByteWriter. Texts of up to a megabyte are one buffer. */
export type Chunks = readonly Buffer[]

/** Concatenates the pieces with a single copy. */
export function joinBytes(pieces: readonly Piece[]): Buffer {
  if (pieces.length === 1 && Buffer.isBuffer(pieces[0])) return pieces[0]
  const bytes = Buffer.allocUnsafe(lengthOf(pieces))
  let at = 0
  for (const piece of pieces) {
    // The texts have a few characters each: a call would cost more than the loop.
    if (typeof piece === 'string') for (let i = 0; i < piece.length; i++) bytes[at + i] = piece.charCodeAt(i)
    else bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Returns the total length of the pieces, in bytes. */
export function lengthOf(pieces: readonly Piece[]): number {
  let length = 0
  for (const piece of pieces) length += piece.length
  return length
}

/** Returns the same text without its first and last byte, such as the brackets of a JSON array. */
export function withoutEnds(chunks: Chunks): Chunks {
  const last = chunks.length - 1
  return chunks
    .map((chunk, i) => chunk.subarray(i === 0 ? 1 : 0, i === last ? -1 : chunk.length))
    .filter((chunk) => chunk.length > 0)
}
