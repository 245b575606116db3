// Scans the bytes of JSON that is known to be valid (PostgreSQL has checked it) without parsing it.
import type { Viewed } from './byte-writer.js'

/** Returns the first position at or after `at` that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1
  return at
}

/** Returns the position after the value that starts at `at`. */
export function skipValue(from: Viewed, at: number): number {
  const { bytes } = from
  const first = bytes[at]
  if (first === 0x22) return skipString(from, at)
  if (first === 0x7b || first === 0x5b) return skipNested(from, at)
  while (at < bytes.length && !ends(bytes[at]!)) at += 1
  return at
}

/**
 * Returns the position after the string whose opening quote is at `at`. Reads four bytes at a time, with the bit trick
 * of hasEscape (byte-writer.ts).
 */
function skipString({ bytes, view }: Viewed, at: number): number {
  const last = bytes.length - 4
  at += 1
  for (;;) {
    for (; at <= last; at += 4) {
      const word = view.getInt32(at, true)
      const quotes = word ^ 0x22222222
      const slashes = word ^ 0x5c5c5c5c
      if (((((quotes - 0x01010101) & ~quotes) | ((slashes - 0x01010101) & ~slashes)) & 0x80808080) !== 0) break
    }
    while (bytes[at] !== 0x22 && bytes[at] !== 0x5c) at += 1
    if (bytes[at] === 0x22) return at + 1
    at += 2
  }
}

function skipNested(from: Viewed, at: number): number {
  const { bytes } = from
  let open = 0
  do {
    const byte = bytes[at]!
    if (byte === 0x22) {
      at = skipString(from, at)
      continue
    }
    if (byte === 0x7b || byte === 0x5b) open += 1
    else if (byte === 0x7d || byte === 0x5d) open -= 1
    at += 1
  } while (open > 0)
  return at
}

/** Returns whether the byte ends a number, true, false or null. */
function ends(byte: number): boolean {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 0x20
}
