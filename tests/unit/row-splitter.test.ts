import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitRows, textsOf } from '../../src/database/driver/row-splitter.js'
import { growthOverFour, linear } from '../support/pace.js'

const value = fc.option(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  { nil: null },
)
const row = fc.record({ values: fc.array(value, { maxLength: 4 }) })
const other = fc.record({
  type: fc.constantFrom('1', '2', 'C', 'T', 'Z'),
  body: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
})
type Message = { values: (Buffer | null)[] } | { type: string; body: Buffer }

/** Encodes a message in the wire format of PostgreSQL's protocol, version 3. */
function encoded(message: Message): Buffer {
  const int = (size: 2 | 4, number: number) => {
    const bytes = Buffer.alloc(size)
    bytes.writeIntBE(number, 0, size)
    return bytes
  }
  const body =
    'type' in message
      ? message.body
      : Buffer.concat([
          int(2, message.values.length),
          ...message.values.flatMap((one) => (one ? [int(4, one.length), one] : [int(4, -1)])),
        ])
  return Buffer.concat([Buffer.from('type' in message ? message.type : 'D'), int(4, body.length + 4), body])
}

describe('The reader of rows', () => {
  it('hands out every value of every row, and everything else as it came and in order, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(row, other), { maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        (messages: Message[], cuts) => {
          const bytes = Buffer.concat(messages.map(encoded))
          const seen: string[] = []
          const pass = splitRows(
            (from, _view, at) => seen.push(JSON.stringify(textsOf(from, at))),
            (others) => seen.push(others.toString('hex')),
          )
          const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
          for (let i = 1; i < at.length; i++) pass(bytes.subarray(at[i - 1], at[i]))
          // Messages that are not rows may be handed out in one piece or in several, so pieces are joined.
          const flat = (parts: string[]) => parts.join(' ').replace(/([0-9a-f]) (?=[0-9a-f])/g, '$1')
          const expected = messages.map((one) =>
            'type' in one
              ? encoded(one).toString('hex')
              : JSON.stringify(one.values.map((field) => field?.toString('utf8') ?? null)),
          )
          expect(flat(seen)).toBe(flat(expected))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('reads a row of many pieces without copying it again for each', () => {
    const read = (size: number) => {
      const bytes = encoded({ values: [Buffer.alloc(size, 'x')] })
      const rows: (string | null)[][] = []
      const pass = splitRows(
        (from, _view, at) => rows.push(textsOf(from, at)),
        () => expect.fail('there is nothing but a row'),
      )
      for (let at = 0; at < bytes.length; at += 4096) pass(bytes.subarray(at, at + 4096))
      expect(rows[0]?.[0] === 'x'.repeat(size)).toBe(true)
    }
    // Sizes that fit into the caches of a processor: larger ones are also slower byte by byte.
    expect(growthOverFour(read, 250_000)).toBeLessThan(linear)
  })
})
