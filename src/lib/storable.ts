import { setOwn, type JsonObject } from './json-walk.js'

/**
 * Returns text in a form that the database accepts: without NUL characters, and with lone surrogates replaced by
 * U+FFFD.
 */
const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/**
 * Parses JSON of third parties and cleans its strings and keys so that the database accepts them. Throws SyntaxError
 * for invalid JSON, and RangeError if the text needs cleaning and is nested too deeply for it.
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
