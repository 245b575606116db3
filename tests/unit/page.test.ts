import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/lib/errors.js'
import { listPage, openPage, type ListOf, type PageArguments } from '../../src/lib/page.js'
import { newId } from '../../src/lib/uuid.js'

type Scope = Pick<ListOf<never>, 'name' | 'sort' | 'filter' | 'kinds'>
const scope: Scope = {
  name: 'claims',
  sort: 'CREATED_AT_DESC',
  filter: { minConfidence: 0.5, model: null },
  kinds: ['time', 'uuid'],
}
const encodeCursor = (of: Scope, key: (string | number)[]) => openPage({}, of).encode(key)
const decodeCursor = (of: Scope, after: string) => openPage({ after }, of).page.after
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
    expect(decodeCursor(scope, encodeCursor(scope, key))).toEqual(key)
    expect(encodeCursor(scope, key)).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  it('survive any text and number keys', () => {
    const free: Scope = { name: 'x', kinds: ['text', 'number'] }
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, number) => {
        fc.pre(!text.includes('\u0000'))
        expect(decodeCursor(free, encodeCursor(free, [text, number]))).toEqual([text, number])
      }),
    )
  })

  it('are valid whatever the key order of the filter, and whether an unset key is absent or null', () => {
    const same = { ...scope, filter: { minConfidence: 0.5 } }
    expect(decodeCursor(same, encodeCursor(scope, key))).toEqual(key)
    const turned = { ...scope, filter: { b: 2, a: 1 } }
    expect(encodeCursor(turned, key)).toBe(encodeCursor({ ...scope, filter: { a: 1, b: 2 } }, key))
  })

  it.each([
    ['another sort', { ...scope, sort: 'TEXT' }],
    ['another filter', { ...scope, filter: { minConfidence: 0.6 } }],
    ['another list', { ...scope, name: 'personas' }],
  ])('are refused in %s, naming the argument', (_name, other) => {
    expect(fault(() => openPage({ last: 5, before: encodeCursor(scope, key) }, other))).toEqual([
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
    expect(fault(() => decodeCursor(scope, cursor))).toEqual([{ field: 'after', message: 'is not a cursor' }])
  })
})

describe('page arguments', () => {
  it('read forward from after and backward from before', () => {
    const after = encodeCursor(scope, key)
    expect(openPage({ first: 20, after }, scope).page).toEqual({ limit: 20, backward: false, after: key, before: null })
    expect(openPage({ last: 1 }, scope).page).toEqual({ limit: 1, backward: true, after: null, before: null })
    expect(openPage({ last: 100 }, scope).page.limit).toBe(100)
    expect(openPage({ first: null }, scope).page).toMatchObject({ limit: 50, backward: false })
  })

  it.each<[PageArguments, string[]]>([
    [{ first: 1, last: 1 }, ['last']],
    [{ first: 0 }, ['first']],
    [{ first: 101 }, ['first']],
    [{ first: 1.5 }, ['first']],
    [{ last: -3 }, ['last']],
    [{ first: 500, after: '?', before: '?' }, ['first', 'after', 'before']],
  ])('refuse %j, naming %j', (args, fields) => {
    expect(fault(() => openPage(args, scope)).map((f) => f.field)).toEqual(fields)
  })
})

describe('connection', () => {
  /** A page of the list of the numbers 1 to `total`. */
  async function read(total: number, args: PageArguments) {
    const { edges, pageInfo } = await listPage(args, {
      name: 'n',
      kinds: ['number'],
      keyOf: (n: number) => [n],
      select: async ({ limit, backward, after, before }) => {
        const all = Array.from({ length: total }, (_, i) => i + 1).filter(
          (n) => (after === null || n > Number(after[0])) && (before === null || n < Number(before[0])),
        )
        if (backward) all.reverse()
        return all.slice(0, limit + 1)
      },
      count: async () => total,
    })
    return { edges, pageInfo }
  }

  it('walks every row once in both directions, whatever the page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }), async (total, size) => {
        const expected = Array.from({ length: total }, (_, i) => i + 1)
        const forward: number[] = []
        let page = await read(total, { first: size })
        for (;;) {
          forward.push(...page.edges.map((e) => e.node))
          if (!page.pageInfo.hasNextPage) break
          page = await read(total, { first: size, after: page.pageInfo.endCursor })
        }
        expect(forward).toEqual(expected)
        const backward: number[] = []
        page = await read(total, { last: size })
        for (;;) {
          backward.unshift(...page.edges.map((e) => e.node))
          if (!page.pageInfo.hasPreviousPage) break
          page = await read(total, { last: size, before: page.pageInfo.startCursor })
        }
        expect(backward).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('has null cursors and no neighbours when it is empty', async () => {
    expect(await read(0, { first: 3 })).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    })
  })

  it('has no next page when the last row just fits', async () => {
    expect((await read(3, { first: 3 })).pageInfo.hasNextPage).toBe(false)
    expect((await read(3, { last: 3 })).pageInfo.hasPreviousPage).toBe(false)
  })

  it('knows of the page before when it continues after a cursor', async () => {
    const first = await read(5, { first: 2 })
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    expect((await read(5, { first: 2, after: first.pageInfo.endCursor })).pageInfo).toMatchObject({
      hasNextPage: true,
      hasPreviousPage: true,
    })
  })
})
