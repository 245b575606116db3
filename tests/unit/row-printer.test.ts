import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldKind } from '../../src/database/rows/record.js'
import { RowIndex } from '../../src/database/rows/row-index.js'
import { RowPrinter, textAt } from '../../src/database/rows/row-printer.js'
import { textOfEach } from '../../src/database/rows/row-texts.js'
import { ByteWriter, Fixed, hasEscape, viewOf } from '../../src/lib/byte-writer.js'
import { joinBytes } from '../../src/lib/bytes.js'
import { rowOf } from '../support/raw-row.js'

interface Value {
  kind: FieldKind
  /** The text that PostgreSQL sends. */
  text: string | null
  /** The value that JSON.parse must return. */
  json: unknown
}

const awkward = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom('', '"', '\\', 'ab"', 'abc\\', '\u001f', 'x\ny', 'é', '😀', ' ', 'a'.repeat(700), 'abcd'),
)
const instant = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

const value: fc.Arbitrary<Value> = fc.oneof(
  fc
    .constantFrom<FieldKind>('text', 'uuid', 'document', 'time', 'boolean')
    .map((kind) => ({ kind, text: null, json: null })),
  awkward.map((text): Value => ({ kind: 'text', text, json: Buffer.from(text).toString() })),
  fc.uuid().map((text): Value => ({ kind: 'uuid', text, json: text })),
  fc.boolean().map((json): Value => ({ kind: 'boolean', text: json ? 't' : 'f', json })),
  fc.integer().map((json): Value => ({ kind: 'integer', text: String(json), json })),
  fc.jsonValue().map((json): Value => ({ kind: 'document', text: JSON.stringify(json), json: plain(json) })),
  fc.tuple(instant, fc.integer({ min: 0, max: 6 })).map(([date, digits]): Value => {
    const fraction = digits ? `.${`${date.toISOString().slice(20, 23)}000`.slice(0, digits)}` : ''
    const shown = `${date.toISOString().slice(20, 23).slice(0, digits)}`.padEnd(3, '0')
    const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`
    return { kind: 'time', text, json: `${date.toISOString().slice(0, 19)}.${shown}Z` }
  }),
)

const plain = (json: unknown) => JSON.parse(JSON.stringify(json)) as unknown

describe('The values of a column in many rows', () => {
  it('are the values of each row, whichever of them are equal, empty or missing', () => {
    const few = fc.constantFrom('a', 'ab', 'ba', '', 'é', null)
    fc.assert(
      fc.property(fc.array(fc.tuple(few, few)), (values) => {
        const rows = values.map((texts) => rowOf(texts))
        for (const column of [0, 1]) expect(textOfEach(rows, column)).toEqual(rows.map((row) => textAt(row, column)))
      }),
    )
  })
})

describe('The printer of rows', () => {
  it('writes what JSON.parse reads as the values of the row, whatever stands in them and around them', () => {
    const rowsOfValues = fc.array(fc.array(value, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(
        rowsOfValues,
        fc.nat(300),
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        (rows, left, isFull, times) => {
          // Either the smallest possible buffer, so that it has to grow at every place, or one of a megabyte with little
          // left, so that the text goes on in another buffer.
          const before = isFull ? (1 << 20) - left : 0
          const out = new ByteWriter(isFull ? 1 << 20 : 1)
          out.ascii(' '.repeat(before))
          const expected = rows.map((values) => {
            // Each column some times over, as aliases of one field ask for it.
            const members = Array.from({ length: times }, (_, time) =>
              values.map(({ kind, json }, column) => ({ key: `k"${column}.${time}`, column, print: kind, json })),
            ).flat()
            const printer = new RowPrinter(members)
            if (out.length > before) out.byte(0x2c)
            printer.print(rowOf(values.map(({ text }) => text)), out)
            return Object.fromEntries(members.map(({ key, json }) => [key, json]))
          })
          const written = joinBytes(out.written()).toString()
          expect(written.length).toBeGreaterThan(before)
          expect(JSON.parse(`[${written}]`)).toEqual(expected)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('holds little more than what it has written, however long the values are', () => {
    const members = ['a', 'b', 'c', 'd', 'e', 'f'].map((key, column) => ({ key, column, print: 'text' as const }))
    const printer = new RowPrinter(members)
    const row = rowOf(members.map(() => '"'.repeat(500_000)))
    const out = new ByteWriter()
    for (let i = 0; i < 10; i++) printer.print(row, out)
    const held = new Set(out.written().map(({ buffer }) => buffer))
    const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0)
    expect(bytes).toBeLessThan(1.2 * out.length)
  })

  it('leaves what was written before as it is', () => {
    const out = new ByteWriter(1)
    const lead = new Fixed('{"a":')
    const from = { bytes: Buffer.from('"é"'), view: viewOf(Buffer.from('"é"')) }
    let expected = ''
    // Some three megabytes, which are several buffers.
    for (let i = 0; i < 200_000; i++) {
      out.fixed(lead)
      out.copy(from, 0, from.bytes.length)
      out.string(from, 0, from.bytes.length)
      expected += '{"a":"é"' + JSON.stringify('"é"')
    }
    expect(out.length).toBe(Buffer.byteLength(expected))
    expect(joinBytes(out.written()).toString() === expected).toBe(true)
  })

  it('finds every byte that JSON escapes, at each of four places, and no other', () => {
    for (let byte = 0; byte < 256; byte++)
      for (let place = 0; place < 4; place++)
        for (const beside of [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff]) {
          const four = Buffer.alloc(4, beside)
          four[place] = byte
          const must = byte < 0x20 || byte === 0x22 || byte === 0x5c
          expect(hasEscape(four.readInt32LE(0)), `${four.toString('hex')}`).toBe(must)
        }
  })
})

describe('The index of rows', () => {
  it('finds the row with the same value, and none for NULL or a value that no row has', () => {
    const values = fc.array(fc.option(fc.oneof(fc.uuid(), fc.string({ maxLength: 9 }))), { maxLength: 60 })
    fc.assert(
      fc.property(values, values, (keys, asked) => {
        const rows = keys.map((key, i) => rowOf([String(i), key]))
        const last = new Map(keys.map((key, i) => [key, rows[i]]))
        const index = new RowIndex(rows, 1)
        for (const key of [...keys, ...asked])
          expect(index.find(rowOf([key]), 0)).toBe(key === null ? undefined : last.get(key))
      }),
    )
  })
})
