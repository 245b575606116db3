import { textsAt } from '../../database/row-printer.js'
import type { FieldKind } from '../../database/record.js'
import type { RawRow } from '../../database/wire-pool.js'
import type { Face } from './faces.js'

/** A row as resolvers expect it, by the names of its record. */
export function objectOf({ columns: { type }, seen }: Face, row: RawRow): object {
  const texts = textsAt(row, seen)
  const values: Record<string, unknown> = { __typename: type.name }
  for (let i = 0; i < seen.length; i++) {
    const { name, kind } = seen[i]!
    const text = texts[i]!
    values[name] = text === null ? null : read[kind](text)
  }
  return 'object' in type && type.object ? type.object(values) : values
}

const asIs = (text: string): unknown => text
const read: Record<FieldKind, (text: string) => unknown> = {
  uuid: asIs,
  word: asIs,
  text: asIs,
  integer: Number,
  number: Number,
  boolean: (text) => text === 't',
  document: (text) => JSON.parse(text) as unknown,
  time: (text) => isoTime(text),
}

/** `2026-01-02 03:04:05.6+00` as `2026-01-02T03:04:05.600Z`. */
export function isoTime(text: string): string {
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+', 20)) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}
