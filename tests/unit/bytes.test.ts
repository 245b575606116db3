import { describe, expect, it } from 'vitest'
import { joinBytes, withoutEnds } from '../../src/lib/bytes.js'

const chunksOf = (...texts: string[]) => texts.map((text) => Buffer.from(text))

describe('A text in chunks', () => {
  it.each([
    ['one chunk', chunksOf('[{"a":1}]')],
    ['a bracket alone at the start', chunksOf('[', '{"a":1}]')],
    ['a bracket alone at the end', chunksOf('[{"a":1}', ']')],
    ['brackets alone at both ends', chunksOf('[', '{"a"', ':1}', ']')],
  ])('loses its brackets and then its braces: %s', (_, chunks) => {
    const object = withoutEnds(chunks)
    expect(joinBytes(object).toString()).toBe('{"a":1}')
    expect(joinBytes(withoutEnds(object)).toString()).toBe('"a":1')
  })
})
