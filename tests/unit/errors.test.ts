import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/kinds.js'
import { asAppError, nounReferred } from '../../src/refusals.js'
import { AppError, conflict, forbidden, notFound, unauthenticated, validation } from '../../src/lib/errors.js'

describe('what the database says of a value', () => {
  it.each(['22007', '22008', '22009'])('is a refusal where it is no time: %s (G-03)', (code) => {
    const thrown = Object.assign(new Error('date/time field value out of range'), { code, severity: 'ERROR' })
    expect(asAppError(thrown)).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('calendar') })
  })
})

describe('a violated foreign key', () => {
  /** Keys whose column names no kind: what they mean stands with their kind, or only the server writes them. */
  const unnamed = ['jobs_retry_of_fkey', 'resource_shares_parent_id_fkey', 'world_objects_world_id_fkey']
  /** The types of an ontology refer to it by the id of its persona. */
  const others: Record<string, string> = { ontology_types_persona_id_fkey: 'Persona' }
  const keys = [
    ...readFileSync('db/schema.md', 'utf8').matchAll(/^- `(\w+_fkey)` FOREIGN KEY \(\w+\) REFERENCES (\w+)\(/gm),
  ].map(([, constraint = '', table = '']) => ({ constraint, table }))

  it.each(keys)('is told by the noun of what it refers to: $constraint', ({ constraint, table }) => {
    const noun = others[constraint] ?? kinds.find((kind) => kind.table === table)?.noun
    expect(nounReferred(constraint)).toBe(unnamed.includes(constraint) ? undefined : noun)
  })

  it('answers that the thing is not found, unless its kind says otherwise', () => {
    const violated = (constraint: string) =>
      asAppError(Object.assign(new Error('violates foreign key'), { code: '23503', severity: 'ERROR', constraint }))
    expect(violated('claims_summary_id_fkey')).toMatchObject({ code: 'NOT_FOUND', message: 'Summary not found' })
    expect(violated('projects_owner_group_id_fkey')).toMatchObject({ code: 'FORBIDDEN' })
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
