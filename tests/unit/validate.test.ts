import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { compileBody, compileQuery, parse } from '../../src/lib/validate.js'
import { growthOverFour, linear } from '../support/pace.js'

describe('a schema that is of a query and of a body', () => {
  const schema = Type.Object({ expiresIn: Type.Integer() })

  it('takes numbers as text in the query alone, whichever door asked first (G-06)', () => {
    const asBody = compileBody(schema)
    const asQuery = compileQuery(schema)
    expect([asBody({ expiresIn: '120' }), asQuery({ expiresIn: '120' })]).toEqual([false, true])
    expect([compileBody(schema), compileQuery(schema)]).toEqual([asBody, asQuery])
  })
})

describe('an e-mail address', () => {
  it('that is none is refused at once, however long it is', () => {
    const check = compileBody(Type.String({ format: 'email' }))
    expect(check(`a@${'.'.repeat(100_000)}@`)).toBe(false)
    expect(growthOverFour((size) => check(`a@${'.'.repeat(size)}@`), 100_000)).toBeLessThan(linear)
  })
})

describe('a value with very many faults', () => {
  it.each([5_000, 100_000])('is refused at once, and a hundred are told: %i', (count) => {
    const schema = Type.Object({ ids: Type.Array(Type.String()) })
    const faultOf = (size: number): any => {
      try {
        return parse(schema, { ids: new Array(size).fill(1) })
      } catch (error) {
        return error
      }
    }
    const fault = faultOf(count)
    expect(growthOverFour(faultOf, count)).toBeLessThan(linear)
    expect(fault.details).toContainEqual({ field: 'ids.0', message: 'must be a string' })
    expect(fault.details.length).toBeLessThanOrEqual(100)
  })
})
