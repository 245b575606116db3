import { describe, expect, it } from 'vitest'
import { groupBy, indexBy } from '../../src/lib/group-by.js'
import { isUuid, newId, normalUuid } from '../../src/lib/uuid.js'

describe('newId', () => {
  it('gives ids that sort in the order of their making, thousands of them in one millisecond', () => {
    const ids = Array.from({ length: 50_000 }, newId)
    expect(ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? ''))).toBe(true)
  })

  it('gives version 7 ids of the current time', () => {
    const id = newId()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Math.abs(Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16) - Date.now())).toBeLessThan(5000)
  })
})

describe('isUuid', () => {
  it.each([
    ['5F0C6A4E-1B2C-1D3E-8F4A-5B6C7D8E9F0A', true],
    ['00000000-0000-0000-0000-000000000000', true],
    ['0190163d-8694-739b-aea5-966c26f8ad91', true],
    ['0190163d8694739baea5966c26f8ad91', false],
    ['{0190163d-8694-739b-aea5-966c26f8ad91}', false],
    ['0190163d-8694-739b-aea5-966c26f8ad91\n', false],
    ['g190163d-8694-739b-aea5-966c26f8ad91', false],
    ['', false],
  ])('answers for %s: %s', (text, expected) => {
    expect(isUuid(text)).toBe(expected)
  })

  it('is false for anything that is not text', () => {
    expect([null, undefined, 7, {}].some(isUuid)).toBe(false)
  })

  it('treats both cases of one id as one after normalUuid', () => {
    expect(normalUuid('5F0C6A4E-1B2C-1D3E-8F4A-5B6C7D8E9F0A')).toBe('5f0c6a4e-1b2c-1d3e-8f4a-5b6c7d8e9f0a')
  })
})

describe('groupBy and indexBy', () => {
  const rows = [
    { k: 'b', n: 1 },
    { k: 'a', n: 2 },
    { k: 'b', n: 3 },
  ]

  it('keeps the order of first appearance and of rows', () => {
    expect([...groupBy(rows, (row) => row.k)]).toEqual([
      ['b', [rows[0], rows[2]]],
      ['a', [rows[1]]],
    ])
  })

  it('keeps the last row of a key in an index', () => {
    expect(indexBy(rows, (row) => row.k).get('b')).toBe(rows[2])
  })
})
