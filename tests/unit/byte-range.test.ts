import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from '../../src/lib/byte-range.js'

describe('a Range header (V-09)', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes= 0-9 ', { start: 0, end: 9 }],
    ['bytes=0-99999999999999999999999', { start: 0, end: 99 }],
  ])('%s of 100 bytes is %j', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range)
  })

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s of 100 bytes cannot be satisfied',
    (header) => {
      expect(parseRange(header, 100)).toBe('unsatisfiable')
    },
  )

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=a-b',
    'bytes=0-1,5-6',
    'bytes=0-1,',
    'items=0-5',
    'bytes=0x1-5',
    'bytes=1.5-3',
    'bytes=--5',
  ])('%s means the whole file', (header) => {
    expect(parseRange(header, 100)).toBeNull()
  })

  it('cannot be satisfied in an empty file', () => {
    expect([parseRange('bytes=0-', 0), parseRange('bytes=-5', 0)]).toEqual(['unsatisfiable', 'unsatisfiable'])
  })

  it('never leaves the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(10_000), fc.constantFrom('ab', 'a', 'b'), (a, b, size, form) => {
        const range = parseRange(`bytes=${form.includes('a') ? a : ''}-${form.includes('b') ? b : ''}`, size)
        if (range === null) expect(form === 'ab' && a > b).toBe(true)
        else if (range !== 'unsatisfiable') {
          expect(range.start).toBeGreaterThanOrEqual(0)
          expect(range.start).toBeLessThanOrEqual(range.end)
          expect(range.end).toBeLessThan(size)
        }
      }),
    )
  })
})
