import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api.js'

let api: TestApi
const logged: { level: number; msg: string }[] = []

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) logged.push(JSON.parse(line))
      done()
    },
  })
  api = await startApi({}, { log: pino({ level: 'info' }, sink) })
})
afterAll(() => api.stop())

const strange: [what: string, body: object][] = [
  ['a subscription', { query: 'subscription { x }' }],
  ['a subscription beside a query', { query: 'query Q { me { id } } subscription S { x }', operationName: 'S' }],
  ['a named subscription', { query: 'subscription S { __typename }' }],
  ['an operation that is not there', { query: 'query Q { me { id } }', operationName: 'R' }],
  ['several operations and no name', { query: 'query Q { me { id } } query R { me { id } }' }],
  ['fragments alone', { query: 'fragment F on Query { me { id } }' }],
  ['a definition of a type', { query: 'type T { a: Int } query { me { id } }' }],
  ['an extension of the schema', { query: 'extend schema { query: Q } { me { id } }' }],
  ['an empty document', { query: '' }],
  ['a comment', { query: '# nothing' }],
  ['an empty selection', { query: '{ }' }],
  ['no query', {}],
  ['a query that is no text', { query: 5 }],
  ['a name that is no text', { query: '{ me { id } }', operationName: { a: 1 } }],
  ['variables that are no object', { query: '{ me { id } }', variables: 'x' }],
  ['variables that are a list', { query: '{ me { id } }', variables: [1] }],
  ['extensions that are no object', { query: '{ me { id } }', extensions: 'x' }],
  ['an unknown directive', { query: '{ me @nothing { id } }' }],
  ['a directive in a wrong place', { query: 'query @skip(if: true) { me { id } }' }],
  ['@defer', { query: '{ ... @defer { me { id } } }' }],
  ['a variable of an output type', { query: 'query ($a: Persona) { me { id } }' }],
  ['a fragment that spreads itself', { query: '{ ...F } fragment F on Query { ...F }' }],
]

describe('documents that ask for nothing that the server has', () => {
  it.each(strange)('are refused, and are no fault of the server: %s', async (_what, body) => {
    for (const who of [api.anonymous, await api.person()])
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        logged.length = 0
        const answer = await who.request('/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept },
          body: JSON.stringify(body),
        })
        const text = await answer.text()
        // Clients that ask for application/json may be told of a refused document with 200.
        const statuses = accept === 'application/json' ? [200, 400] : [400]
        expect(statuses, `${answer.status} ${text.slice(0, 300)}`).toContain(answer.status)
        const { errors } = JSON.parse(text) as { errors: { message: string; extensions: { code: string } }[] }
        expect(errors.length).toBeGreaterThan(0)
        expect(errors.map(({ extensions }) => extensions.code)).not.toContain('INTERNAL_ERROR')
        expect(logged.filter(({ level }) => level >= 50)).toEqual([])
      }
  })
})
