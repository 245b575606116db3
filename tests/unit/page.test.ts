import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/lib/errors.js'
import { connection, cursorScope, decodeCursor, encodeCursor, pageArguments } from '../../src/lib/page.js'
import type { PageArguments } from '../../src/lib/page.js'
import { newId } from '../../src/lib/uuid.js'

const scope = cursorScope('claims', 'CREATED_AT_DESC', { minConfidence: 0.5, model: null }, ['time', 'uuid'])
const key = ['2026-01-02T03:04:05.678Z', newId()]

function fault(run: () => unknown): { field: string; message: string }[] {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return error.details ?? []
    throw error
  }
  throw new Error('no refusal')
}

describe('cursors', () => {
  it('come back as the key they were made of', () => {
    expect(decodeCursor(scope, encodeCursor(scope, key), 'after')).toEqual(key)
    expect(encodeCursor(scope, key)).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  it('survive any text and number keys', () => {
    const free = cursorScope('x', null, null, ['text', 'number'])
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, number) => {
        fc.pre(!text.includes('\u0000'))
        expect(decodeCursor(free, encodeCursor(free, [text, number]), 'after')).toEqual([text, number])
      }),
    )
  })

  it('are valid whatever the key order of the filter, and whether an unset key is absent or null', () => {
    const same = cursorScope('claims', 'CREATED_AT_DESC', { minConfidence: 0.5 }, ['time', 'uuid'])
    expect(decodeCursor(same, encodeCursor(scope, key), 'after')).toEqual(key)
    const one = cursorScope('x', null, { a: 1, b: 2 }, ['uuid'])
    expect(cursorScope('x', null, { b: 2, a: 1 }, ['uuid']).mark).toBe(one.mark)
  })

  it.each([
    ['another sort', cursorScope('claims', 'TEXT', { minConfidence: 0.5 }, ['time', 'uuid'])],
    ['another filter', cursorScope('claims', 'CREATED_AT_DESC', { minConfidence: 0.6 }, ['time', 'uuid'])],
    ['another list', cursorScope('personas', 'CREATED_AT_DESC', { minConfidence: 0.5 }, ['time', 'uuid'])],
  ])('are refused in %s, naming the argument', (_name, other) => {
    expect(fault(() => pageArguments({ last: 5, before: encodeCursor(scope, key) }, other))).toEqual([
      { field: 'before', message: 'belongs to a list with another sort or filter' },
    ])
  })

  it.each([
    ['garbage', 'not a cursor!'],
    ['JSON of another kind', Buffer.from('{"a":1}').toString('base64url')],
    ['a forged time', encodeCursor(scope, ['yesterday', newId()])],
    ['a time that no calendar has', encodeCursor(scope, ['2024-02-30T00:00:00.000Z', newId()])],
    ['a forged id', encodeCursor(scope, ['2026-01-02T03:04:05.678Z', '1; drop table'])],
    ['too few values', encodeCursor(scope, ['2026-01-02T03:04:05.678Z'])],
  ])('are refused when they are %s', (_name, cursor) => {
    expect(fault(() => decodeCursor(scope, cursor, 'after'))).toEqual([{ field: 'after', message: 'is not a cursor' }])
  })
})

describe('page arguments', () => {
  it('read forward from after and backward from before', () => {
    const after = encodeCursor(scope, key)
    expect(pageArguments({ first: 20, after }, scope)).toEqual({ limit: 20, backward: false, after: key, before: null })
    expect(pageArguments({ last: 1 }, scope)).toEqual({ limit: 1, backward: true, after: null, before: null })
    expect(pageArguments({ last: 100 }, scope).limit).toBe(100)
    expect(pageArguments({ first: null }, scope, 50)).toMatchObject({ limit: 50, backward: false })
  })

  it.each<[PageArguments, string[]]>([
    [{}, ['first']],
    [{ first: 1, last: 1 }, ['last']],
    [{ first: 0 }, ['first']],
    [{ first: 101 }, ['first']],
    [{ first: 1.5 }, ['first']],
    [{ last: -3 }, ['last']],
    [{ first: 500, after: '?', before: '?' }, ['first', 'after', 'before']],
  ])('refuse %j, naming %j', (args, fields) => {
    expect(fault(() => pageArguments(args, scope)).map((f) => f.field)).toEqual(fields)
  })
})

describe('connection', () => {
  const list = cursorScope('n', null, null, ['number'])

  /** Returns the connection that a keyset query over the numbers 1 to `total` would give. */
  function read(total: number, args: PageArguments) {
    const page = pageArguments(args, list)
    const all = Array.from({ length: total }, (_, i) => i + 1).filter(
      (n) => (page.after === null || n > Number(page.after[0])) && (page.before === null || n < Number(page.before[0])),
    )
    if (page.backward) all.reverse()
    return connection(all.slice(0, page.limit + 1), page, list, (n) => [n])
  }

  it('walks every row once in both directions, whatever the page size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }), (total, size) => {
        const expected = Array.from({ length: total }, (_, i) => i + 1)
        const forward: number[] = []
        let page = read(total, { first: size })
        for (;;) {
          forward.push(...page.edges.map((e) => e.node))
          if (!page.pageInfo.hasNextPage) break
          page = read(total, { first: size, after: page.pageInfo.endCursor })
        }
        expect(forward).toEqual(expected)
        const backward: number[] = []
        page = read(total, { last: size })
        for (;;) {
          backward.unshift(...page.edges.map((e) => e.node))
          if (!page.pageInfo.hasPreviousPage) break
          page = read(total, { last: size, before: page.pageInfo.startCursor })
        }
        expect(backward).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('has null cursors and no neighbours when it is empty', () => {
    expect(read(0, { first: 3 })).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    })
  })

  it('has no next page when the last row just fits', () => {
    expect(read(3, { first: 3 }).pageInfo.hasNextPage).toBe(false)
    expect(read(3, { last: 3 }).pageInfo.hasPreviousPage).toBe(false)
  })

  it('knows of the page before when it continues after a cursor', () => {
    const first = read(5, { first: 2 })
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    expect(read(5, { first: 2, after: first.pageInfo.endCursor }).pageInfo).toMatchObject({
      hasNextPage: true,
      hasPreviousPage: true,
    })
  })
})
