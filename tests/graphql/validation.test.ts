import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.js'
import { openDocuments } from '../../src/graphql/documents/document.js'
import { AppError } from '../../src/lib/errors.js'
import { ValidationFaults } from '../../src/graphql/documents/measure.js'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const { limits } = readConfig({
  DATABASE_URL: 'postgres://127.0.0.1/none',
  SESSION_SECRET: 'x'.repeat(32),
  API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
  ADMIN_PASSWORD: 'admin-password-1',
}).graphql

const repeat = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ')
const leaves = (n: number) => repeat(n, (i) => `fragment F${i} on Account{userId}`)
const spreads = (n: number) => repeat(n, (i) => `...F${i}`)
const chain = (n: number, fields: (i: number) => string) =>
  `${repeat(n, (i) => `fragment F${i} on Account{${fields(i)} ...F${i + 1}}`)} fragment F${n} on Account{userId}`

/** Documents of any size, each for one or more rules of validation that compare parts of a document with each other. */
const shapes: Record<string, (n: number) => string> = {
  'a fragment that nobody uses, with all others in it': (n) =>
    `{__typename} fragment Z on Account{${spreads(n)}} ${leaves(n)}`,
  'a fragment with all others in it': (n) => `{viewer{...Z}} fragment Z on Account{${spreads(n)}} ${leaves(n)}`,
  'all fragments side by side': (n) => `{viewer{${spreads(n)}}} ${leaves(n)}`,
  'fragments that each spread all later ones': (n) =>
    `{viewer{...F0}} ${repeat(n, (i) => `fragment F${i} on Account{${repeat(n - i, (j) => `...F${i + j + 1}`)}}`)} fragment F${n} on Account{userId}`,
  'fragments in a row': (n) => `{viewer{...F0}} ${chain(n, () => '')}`,
  'fragments in a row, with fields that are merged': (n) => `{viewer{...F0}} ${chain(n, () => 'userId username')}`,
  'a fragment in each of the merged fields': (n) => `{${repeat(n, (i) => `viewer{...F${i}}`)}} ${leaves(n)}`,
  'operations that use all fragments': (n) => `${repeat(n, (i) => `query Q${i}{viewer{...F0}}`)} ${chain(n, () => '')}`,
  'operations whose fragments use variables': (n) =>
    `${repeat(n, (i) => `query Q${i}($a:Boolean!){viewer{...F0}}`)} ${chain(n, () => 'userId@include(if:$a)')}`,
  'many operations': (n) => repeat(n, (i) => `query Q${i}{__typename}`),
  'many variables': (n) =>
    `query(${repeat(n, (i) => `$a${i}:ID!`)}){${repeat(n, (i) => `a${i}:claim(id:$a${i}){id}`)}}`,
  'one field in many inline fragments': (n) => `{viewer{${repeat(n, () => '...{userId}')}}}`,
  'inline fragments in each other': (n) => `{${repeat(n, () => '...{')}__typename${'}'.repeat(n)}}`,
  'the same fields twenty times each': (n) => `{viewer{${repeat(n, (i) => repeat(20, () => `a${i}:userId`))}}}`,
  'the same field with the same fields in it': (n) => `{${repeat(n, () => `viewer{${'userId '.repeat(n)}}`)}}`,
  'two fragments of one name': (n) =>
    `{viewer{...F}} fragment F on Account{${'userId '.repeat(n)}} fragment F on Account{userId}`,
  'spreads of fragments that are not there': (n) => `{viewer{${spreads(n)}}}`,
  'unknown fields with long names': (n) => `{viewer{${repeat(n, (i) => `${'v'.repeat(30)}${i}`)}}}`,
  'one long unknown field': (n) => `{${'v'.repeat(n)}}`,
  'unknown members of inputs': (n) => `{annotations(videoId:"a" filter:{${repeat(n, (i) => `a${i}:1`)}}){nodes{id}}}`,
  'long arguments, compared with each other': (n) =>
    `{${repeat(20, () => `claims(first:1, filter: { search:"${'x'.repeat(n)}" }){nodes{id}}`)}}`,
  'levels of the schema': (n) => `{__type(name:"User"){${'ofType{'.repeat(n)}name${'}'.repeat(n)}}}`,
  'fragments of the schema in a row': (n) =>
    `{__type(name:"User"){...F0}} ${repeat(n, (i) => `fragment F${i} on __Type{name ...F${i + 1}}`)} fragment F${n} on __Type{name}`,
  'fragments of the schema below each other': (n) =>
    `{__type(name:"User"){...F0}} ${repeat(n, (i) => `fragment F${i} on __Type{name ofType{...F${i + 1}}}`)} fragment F${n} on __Type{name}`,
  'fields of the schema side by side': (n) => `{__type(name:"User"){${repeat(n, (i) => `a${i}:name`)}}}`,
  'directives of a fragment': (n) => `{viewer{...F}} fragment F on Account ${'@include(if:true)'.repeat(n)}{userId}`,
}

/** The shortest of three times, in milliseconds, of preparing a document of this shape for the first time. */
function milliseconds(shape: (n: number) => string, n: number): number {
  const times = [0, 1, 2].map((round) => {
    const source = `${shape(n)} #${round}`
    const documents = openDocuments(schema, limits)
    const at = performance.now()
    try {
      documents.prepare(source)
    } catch (error) {
      expect(error instanceof AppError || error instanceof ValidationFaults, String(error)).toBe(true)
    }
    return performance.now() - at
  })
  return Math.min(...times)
}

describe('the time to check a document', () => {
  const plain = (n: number) => `{${repeat(20, () => `viewer{${'userId '.repeat(n)}}`)}}`
  it.each(Object.entries(shapes))('is bounded, whatever its size: %s', (_name, shape) => {
    milliseconds(shape, 4)
    // What a document of as many tokens as are allowed costs where nothing in it has to be compared.
    const usual = milliseconds(plain, 20)
    for (let n = 8; n < 200_000 && shape(n).length <= limits.length; n = Math.ceil(n * 1.5))
      expect(milliseconds(shape, n), `${n} of them; a plain document takes ${usual} ms`).toBeLessThan(50 + 5 * usual)
  })
})

describe('fragments that do not fit together', () => {
  const faultsOf = (source: string) => {
    try {
      openDocuments(schema, limits).prepare(source)
    } catch (error) {
      if (error instanceof ValidationFaults) return error.faults.map(({ message, locations }) => [message, locations])
      throw error
    }
    return []
  }

  it('are told as any validator tells them, with their places', () => {
    expect(faultsOf('{ __typename } fragment A on Query { __typename }')).toEqual([
      ['Fragment "A" is never used.', [{ line: 1, column: 25 }]],
    ])
    expect(faultsOf('{ ...A }')).toEqual([['Unknown fragment "A".', [{ line: 1, column: 6 }]]])
    expect(faultsOf('{ ...A } fragment A on Query { __typename } fragment A on Query { __typename }')).toEqual([
      ['There can be only one fragment named "A".', [{ line: 1, column: 19 }]],
    ])
  })

  it('are counted: a document has at most 100 fragments and 50 operations', () => {
    const fragments = (n: number) => `{viewer{${spreads(n)}}} ${leaves(n)}`
    const operations = (n: number) => repeat(n, (i) => `query Q${i}{__typename}`)
    expect(faultsOf(fragments(100))).toEqual([])
    expect(() => faultsOf(fragments(101))).toThrow('at most 100 fragments')
    expect(faultsOf(operations(50))).toEqual([])
    expect(() => faultsOf(operations(51))).toThrow('at most 50 operations')
  })
})
