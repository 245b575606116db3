import { v7 } from 'uuid'

/**
 * Returns a new UUIDv7 in lower case; every id sorts after all earlier ids of this process, also within one
 * millisecond.
 */
export function newId(): string {
  return v7()
}

/** Returns a new UUIDv7 with the time `moment` instead of the current time. */
export function newIdAt(moment: Date): string {
  return v7({ msecs: moment.getTime() })
}

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether the text is a UUID of any version and case, in the hyphenated form of 36 characters. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && form.test(text)
}

/** Returns the lower-case form that PostgreSQL prints, so that map lookups by id agree. */
export function normalUuid(text: string): string {
  return text.toLowerCase()
}
