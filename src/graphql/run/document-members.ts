import { locateColumn } from '../../database/rows/row-printer.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import type { ByteWriter } from '../../lib/byte-writer.js'
import { skipSpace } from '../../lib/json-scan.js'
import { inTurns } from '../../lib/fairness/turns.js'
import type { MemberForm, StoredMembers } from './member-forms.js'
import { findMembers } from './finder.js'
import { isPlainNumber, PickedDocuments } from './picked-documents.js'
import { absent, statesOf, type Run, type Values } from './values.js'

/**
 * The positions of the selected members in each row's document: for each row and key, the start and the end of the
 * value. The start is -1 for an absent member, and `unread` if the document is not an object or has names with escapes.
 */
export type MemberPlaces = Int32Array

const unread = -2

/** Finds all selected members in the document of each row; reads each document once. */
export function placesOfMembers(
  run: Run,
  { column, finder }: StoredMembers,
  rows: readonly RawRow[],
): MemberPlaces | Promise<MemberPlaces> {
  const { positions, members } = finder
  const { length: keys } = members
  const places = new Int32Array(rows.length * keys * 2)
  const locate = (i: number) => {
    const row = rows[i]!
    const { start, end } = locateColumn(row, column)
    const isObject = end >= 0 && findMembers(finder, row, skipSpace(row.bytes, start)) >= 0
    for (let key = 0; key < keys; key++) {
      const at = 2 * (i * keys + key)
      places[at] = isObject ? positions[3 * key + 1]! : end < 0 ? -1 : unread
      places[at + 1] = isObject ? positions[3 * key + 2]! : -1
    }
  }
  const waits = inTurns(run.context.budget, rows.length, locate)
  return waits ? waits.then(() => places) : places
}

/** The values of one member, printed as they are stored. */
export interface PrintedMembers {
  values: Values
  /** The indexes of the rows whose document must be parsed instead. */
  toParse: readonly number[]
}

/** Prints a member of each row from the bytes of its document; missing rich text is an empty list. */
export function printMembers(
  run: Run,
  form: MemberForm,
  { finder }: StoredMembers,
  rows: readonly RawRow[],
  places: MemberPlaces,
): PrintedMembers | Promise<PrintedMembers> {
  const { budget } = run.context
  const { length: keys } = finder.members
  const picked = form.pick && new PickedDocuments(form.pick, rows.length, budget)
  const spans = new Int32Array(rows.length * 2)
  const counts = new Int32Array(picked ? rows.length : 0)
  const toParse: number[] = []
  let states: Uint8Array | null = null
  const read = (i: number) => {
    const { bytes } = rows[i]!
    const place = form.places.find((key) => {
      const at = places[2 * (i * keys + key)]!
      return at >= 0 && bytes[at] !== 0x6e
    })
    const at = place === undefined ? places[2 * (i * keys + form.places[0]!)]! : places[2 * (i * keys + place)]!
    const end = place === undefined ? -1 : places[2 * (i * keys + place) + 1]!
    const count = picked?.add(i, rows[i]!, at, end) ?? 0
    if (at === unread || count < 0 || (end >= 0 && !isPrintable(form, bytes, at, end))) toParse.push(i)
    else if (end >= 0 && form.starts[bytes[at]!] === 1 && (form.words === null || wordAt(form, rows[i]!, at, end))) {
      spans[2 * i] = at
      spans[2 * i + 1] = end
      if (picked) budget.makeObjects((counts[i] = count))
    } else if (!form.isRichText) {
      states ??= statesOf(rows.length)
      states[i] = absent
    }
  }
  const write = (i: number, out: ByteWriter) => {
    if (spans[2 * i + 1] === 0) out.ascii('[]')
    else if (picked) picked.write(i, rows[i]!, out)
    else if (form.words) out.ascii(wordAt(form, rows[i]!, spans[2 * i]!, spans[2 * i + 1]!)!)
    else out.copy(rows[i]!, spans[2 * i]!, spans[2 * i + 1]!)
  }
  const done = (): PrintedMembers => ({
    values: { states, write, ...(picked && { weight: (i: number) => counts[i]! }) },
    toParse,
  })
  const waits = inTurns(budget, rows.length, read)
  return waits ? waits.then(done) : done()
}

const wordAt = ({ words }: MemberForm, { bytes }: RawRow, at: number, end: number) =>
  words!.get(bytes.toString('latin1', at + 1, end - 1))

function isPrintable({ isNumber, starts, words }: MemberForm, bytes: Buffer, at: number, end: number): boolean {
  const first = bytes[at]!
  // A word with escapes is parsed.
  if (words !== null && first === 0x22 && bytes.subarray(at, end).includes(0x5c)) return false
  return !isNumber || starts[first] !== 1 || isPlainNumber(bytes, at, end, 'Float')
}
