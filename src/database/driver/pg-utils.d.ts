declare module 'pg/lib/utils.js' {
  /** Converts a value of a parameter to what is sent: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null
}
