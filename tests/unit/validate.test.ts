import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { compileBody, compileQuery } from '../../src/lib/validate.js'

describe('a schema that is of a query and of a body', () => {
  const schema = Type.Object({ expiresIn: Type.Integer() })

  it('takes numbers as text in the query alone, whichever door asked first (G-06)', () => {
    const asBody = compileBody(schema)
    const asQuery = compileQuery(schema)
    expect([asBody({ expiresIn: '120' }), asQuery({ expiresIn: '120' })]).toEqual([false, true])
    expect([compileBody(schema), compileQuery(schema)]).toEqual([asBody, asQuery])
  })
})
