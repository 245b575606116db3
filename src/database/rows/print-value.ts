import type { ByteWriter, Viewed } from '../../lib/byte-writer.js'
import type { FieldKind } from './record.js'

/**
 * How the value of a column is printed: by the kind of its field, as the word to which a map translates it (null if the
 * map lacks it), or as a JSON array of such words (without those that the map lacks).
 */
export type Print = FieldKind | Words | { each: Words }
type Words = ReadonlyMap<string, string>

/** Returns the maximum number of bytes that a value of a common length takes. */
export function roomFor(print: Print): number {
  return print instanceof Map ? Math.max(...[...print.values()].map((word: string) => word.length), 32) + 10 : 42
}

/** Prints a value from PostgreSQL's text form as JSON. */
export function printValue(out: ByteWriter, from: Viewed, start: number, end: number, print: Print): void {
  if (end < 0) return out.ascii('null')
  switch (print) {
    case 'text':
      return out.string(from, start, end)
    case 'uuid':
    case 'word':
      out.byte(0x22)
      out.copy(from, start, end)
      return out.byte(0x22)
    case 'integer':
    case 'number':
    case 'document':
      return out.copy(from, start, end)
    case 'boolean':
      return out.ascii(from.bytes[start] === 0x74 ? 'true' : 'false')
    case 'time':
      return printTime(out, from, start, end)
    default: {
      if ('each' in print) return printWords(out, from.bytes.toString('utf8', start, end), print.each)
      const word = from.bytes.toString('latin1', start, end)
      const name = print.get(word)
      // A word that the enumeration lacks is null, as `serialize` returns it (graphql/schema/enum-words.ts).
      out.ascii(name === undefined ? 'null' : `"${name}"`)
    }
  }
}

function printWords(out: ByteWriter, text: string, words: Words): void {
  const list = JSON.parse(text) as unknown
  const names = (Array.isArray(list) ? list : []).flatMap((word) => words.get(word as string) ?? [])
  out.reserve(text.length + names.join().length + 3 * names.length + 2)
  out.ascii(JSON.stringify(names))
}

/** Prints `2026-01-02 03:04:05.6+00` of a session in UTC as `"2026-01-02T03:04:05.600Z"`. */
function printTime(out: ByteWriter, from: Viewed, start: number, end: number): void {
  out.byte(0x22)
  out.copy(from, start, start + 10)
  out.byte(0x54)
  out.copy(from, start + 11, start + 19)
  out.byte(0x2e)
  let at = start + 19
  let digits = 0
  if (from.bytes[at] === 0x2e)
    for (at += 1; digits < 3 && from.bytes[at]! >= 0x30 && at < end; digits++) out.byte(from.bytes[at++]!)
  for (; digits < 3; digits++) out.byte(0x30)
  out.ascii('Z"')
}
