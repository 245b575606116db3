import { describe, expect, it } from 'vitest'
import { breakingChanges } from '../../bin/openapi-breaking.mjs'

const text = { type: 'string' }
const document = (answer: object, body: object = { type: 'object', properties: { name: text } }) => ({
  paths: {
    '/api/things': {
      post: {
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
    },
  },
  components: { schemas: { Thing: answer } },
})
const thing = { type: 'object', required: ['id'], properties: { id: text, kind: { type: ['string', 'null'] } } }
const before = document(thing)
const ofAnswer = (answer: object) => breakingChanges(before, document(answer))
const ofBody = (body: object) => breakingChanges(before, document(thing, body))

describe('a change of openapi.json', () => {
  it.each([
    ['a new member of an answer', { ...thing, properties: { ...thing.properties, more: text } }],
    ['a member that is never null any more', { ...thing, properties: { id: text, kind: text } }],
  ])('breaks nobody: %s', (_what, answer) => {
    expect(ofAnswer(answer)).toEqual([])
  })

  it('breaks nobody: a new member of a body that may be left out', () => {
    expect(ofBody({ type: 'object', properties: { name: text, more: text } })).toEqual([])
  })

  it.each([
    ['is gone', { ...thing, properties: { id: text } }, 'kind: gone'],
    ['may be absent', { ...thing, required: [] }, 'id: may be absent'],
    [
      'may be null',
      { ...thing, properties: { ...thing.properties, id: { type: ['string', 'null'] } } },
      'id: string has become string,null',
    ],
  ])('breaks where a member of an answer %s', (_what, answer, line) => {
    expect(ofAnswer(answer)).toEqual([`POST /api/things: 201.${line}`])
  })

  it('breaks where a body must hold more, or takes less', () => {
    expect(ofBody({ type: 'object', required: ['name'], properties: { name: text } })).toEqual([
      'POST /api/things: body.name: is required',
    ])
    expect(ofBody({ type: 'object', properties: { name: { type: 'string', enum: ['a'] } } })).toEqual([
      'POST /api/things: body.name: takes only a',
    ])
  })

  it('breaks where a route is gone', () => {
    expect(breakingChanges(before, { ...before, paths: {} })).toEqual(['POST /api/things: gone'])
  })
})
