declare module 'pg/lib/utils.js' {
  /** Returns the value of a parameter as it is sent: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null
}
