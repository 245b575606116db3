import { v7 } from 'uuid'

/** UUIDv7 in lower case; every id sorts after all earlier ids of this process, also within one millisecond. */
export function newId(): string {
  return v7()
}

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Any version and any case, only the hyphenated form of 36 characters. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && form.test(text)
}

/** The lower-case form that Postgres prints, so that map lookups by id agree. */
export function normalUuid(text: string): string {
  return text.toLowerCase()
}
