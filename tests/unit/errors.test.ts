import { describe, expect, it } from 'vitest'
import { asAppError } from '../../src/refusals.js'
import { AppError, conflict, forbidden, notFound, unauthenticated, validation } from '../../src/lib/errors.js'

describe('what the database says of a value', () => {
  it.each(['22007', '22008', '22009'])('is a refusal where it is no time: %s (G-03)', (code) => {
    const thrown = Object.assign(new Error('date/time field value out of range'), { code, severity: 'ERROR' })
    expect(asAppError(thrown)).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('calendar') })
  })
})

describe('the texts of refusals', () => {
  it('names the missing thing (G-15)', () => {
    expect(notFound('Claim relation')).toMatchObject({ code: 'NOT_FOUND', message: 'Claim relation not found' })
  })

  it('has the default texts of a missing login and a missing right (G-16)', () => {
    expect(unauthenticated()).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Authentication required' })
    expect(unauthenticated('Session expired').message).toBe('Session expired')
    expect(forbidden()).toMatchObject({ code: 'FORBIDDEN', message: 'Insufficient permissions' })
    expect(forbidden('Admin access required').message).toBe('Admin access required')
    expect(conflict('Taken')).toMatchObject({ code: 'CONFLICT', message: 'Taken' })
  })

  it('says field and reason of the first fault and lists them all (G-03)', () => {
    const details = [
      { field: 'conditions.0.operator', message: 'is unknown' },
      { field: 'name', message: 'is required' },
    ]
    expect(validation(details)).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'conditions.0.operator: is unknown',
      details,
    })
    expect(validation([{ field: '', message: 'must be an object' }]).message).toBe('must be an object')
  })

  it('carries further body keys and the cause, and leaves out what is unset', () => {
    const cause = new Error('socket')
    const error = new AppError('RATE_LIMITED', 'Rate limit exceeded', { extra: { retryAfter: 3 }, cause })
    expect(error).toMatchObject({ extra: { retryAfter: 3 }, cause })
    expect('details' in error && error.details !== undefined).toBe(false)
  })
})
