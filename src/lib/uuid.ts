import { v7 } from 'uuid'

/**
 * Returns a new UUIDv7 in lower case; every id sorts after all earlier ids of this process, also within one
 * millisecond.
 */
export function newId(): string {
  return v7()
}

/** Returns a new UUIDv7 that begins with the given moment instead of the clock's. */
export function newIdAt(moment: Date): string {
  return v7({ msecs: moment.getTime() })
}

/**
 * Returns the smallest id with the first 48 bits of a UUIDv7 of that moment (RFC 9562, section 5.7), in epoch
 * milliseconds, which may be a fraction. Ids made later are larger.
 */
export function firstIdAt(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version and case, in the hyphenated form of 36 characters. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && form.test(text)
}

/** Returns the lower-case form that PostgreSQL prints, so that map lookups by id agree. */
export function normalUuid(text: string): string {
  return text.toLowerCase()
}
