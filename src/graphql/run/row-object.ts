import { isoTimestamp } from '../../database/driver/client.js'
import { textsAt } from '../../database/rows/row-printer.js'
import type { FieldKind } from '../../database/rows/record.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import type { RowForm } from './row-forms.js'

/** Returns a row as the object that resolvers expect; its properties have the names of the record's fields. */
export function objectOf({ columns: { type }, seen }: Pick<RowForm, 'columns' | 'seen'>, row: RawRow): object {
  const texts = textsAt(row, seen)
  const values: Record<string, unknown> = { __typename: type.name }
  for (let i = 0; i < seen.length; i++) {
    const { name, kind } = seen[i]!
    const text = texts[i]!
    values[name] = text === null ? null : read[kind](text)
  }
  return 'object' in type && type.object ? type.object(values as never) : values
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
  time: isoTimestamp,
}
