import { setOwn, type JsonObject } from './json-walk.js'

/** Text as the database takes it: without NUL characters, lone surrogates as U+FFFD. */
const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/**
 * JSON.parse of what others wrote and cannot be asked to correct: strings and keys as the database takes them.
 * RangeError for what has to be cleaned and is nested too deeply for that.
 */
export function parseStorable(json: string): unknown {
  return JSON.parse(json, /\\u(0000|d[89a-f])/i.test(json) ? storable : undefined)
}

function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const keys = Object.keys(value)
  if (keys.every((key) => key === storableText(key))) return value
  const made: JsonObject = {}
  for (const key of keys) setOwn(made, storableText(key), (value as JsonObject)[key])
  return made
}

/** The beginning of a text, at most so many UTF-16 units: no character is halved. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, Math.max(0, length))
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
