/** Returns an array of twice the length that begins with the values of another. */
export function longer<A extends Uint8Array | Int32Array | Float64Array>(array: A): A {
  const long = new (array.constructor as new (length: number) => A)(2 * array.length)
  long.set(array)
  return long
}
