// Finding one's way in the bytes of JSON that is known to be valid (PostgreSQL has checked it), without parsing it.

/** The first position at or behind `at` that holds no white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1
  return at
}

/** The position behind the value that starts at `at`. */
export function skipValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at]
  if (first === 0x22) return skipString(bytes, at)
  if (first === 0x7b || first === 0x5b) return skipNested(bytes, at)
  while (at < bytes.length && !ends(bytes[at]!)) at += 1
  return at
}

/** The position behind the string whose opening quote stands at `at`. */
function skipString(bytes: Uint8Array, at: number): number {
  for (at += 1; bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c) at += 1
  return at + 1
}

function skipNested(bytes: Uint8Array, at: number): number {
  let open = 0
  do {
    const byte = bytes[at]!
    if (byte === 0x22) {
      at = skipString(bytes, at)
      continue
    }
    if (byte === 0x7b || byte === 0x5b) open += 1
    else if (byte === 0x7d || byte === 0x5d) open -= 1
    at += 1
  } while (open > 0)
  return at
}

/** Whether the byte ends a number, true, false or null. */
function ends(byte: number): boolean {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 0x20
}
