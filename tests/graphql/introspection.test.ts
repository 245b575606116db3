import { buildClientSchema, getIntrospectionQuery, printSchema, type IntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { variables } from '../../src/config-variables.js'
import { startApi, type TestApi } from '../support/api.js'
import { slowness } from '../support/pace.js'

const limit = 40

describe('questions about the schema', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_MAX: String(limit) })
  })
  afterAll(() => api.stop())

  const whole = '{ types { name fields { name args { name } type { name fields { name type { name } } } } } }'
  const timed = async (act: () => Promise<unknown>) => {
    const since = performance.now()
    await act()
    return performance.now() - since
  }

  it('`__schema` may occur once per operation, counting aliases and fragments', async () => {
    const { graph } = await api.person()
    for (const query of [
      `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: __schema ${whole}`).join(' ')} }`,
      '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }',
      'query { ...S b: __schema { queryType { name } } } fragment S on Query { __schema { queryType { name } } }',
    ]) {
      const { data, errors } = await graph(query)
      expect(data).toBeFalsy()
      expect(errors?.[0]).toMatchObject({
        message: 'An operation asks for __schema once',
        extensions: { code: 'VALIDATION_ERROR' },
      })
    }
    expect((await graph('{ __schema { queryType { name } } __type(name: "User") { name } }')).errors).toBeUndefined()
  })

  it('are answered from the text of the first answer', async () => {
    const ann = await api.person()
    const ask = (query = getIntrospectionQuery()) => ann.request('/graphql', json({ query })).then((one) => one.text())
    const first = await ask()
    expect(JSON.parse(first).data.__schema.types.length).toBeGreaterThan(100)
    expect(await ask()).toBe(first)
    expect(await ask(getIntrospectionQuery().replace(/\s+/g, ' '))).toBe(first)
    // Operation names and variables are not confused by the cache.
    const two = 'query A { __type(name: "User") { name } } query B { __schema { queryType { name } } }'
    const named = (operationName: string) =>
      ann.request('/graphql', json({ query: two, operationName })).then((one) => one.json())
    expect(await named('A')).toMatchObject({ data: { __type: { name: 'User' } } })
    expect(await named('B')).toMatchObject({ data: { __schema: { queryType: { name: 'Query' } } } })
    const typed = 'query ($name: String!) { __type(name: $name) { name } }'
    for (const name of ['User', 'Account']) {
      const answer = await ann.graph(typed, { name })
      expect(answer.data.__type).toEqual({ name })
    }
  })

  it('keep others waiting for less than 250 ms, ten at once', async () => {
    const ann = await api.person()
    const query = `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: __schema ${whole}`).join(' ')} }`
    const longest: number[] = []
    // Three rounds, because another program on the machine may delay one of them.
    for (let round = 0; round < 3; round++) {
      const attack = Promise.all(Array.from({ length: 10 }, () => api.anonymous.graph(query)))
      const waits = await Promise.all(Array.from({ length: 5 }, () => timed(() => ann.get('/api/health'))))
      for (const { errors } of await attack) expect(errors?.[0]?.extensions['code']).toBe('VALIDATION_ERROR')
      longest.push(Math.max(...waits))
    }
    expect(Math.min(...longest)).toBeLessThan(250 * slowness())
  })

  it('and all other operations of a stranger count in the limit of the address (G-17)', async () => {
    const ann = await api.person()
    const statuses: number[] = []
    for (let n = 0; n < limit + 5; n++) {
      const answer = await api.anonymous.request('/graphql', json({ query: '{ __typename }' }))
      statuses.push(answer.status)
      if (answer.status === 429) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
      } else await answer.text()
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(limit)
    expect(statuses.at(-1)).toBe(429)
    expect((await ann.graph('{ viewer { userId } }')).data.viewer.userId).toBe(ann.id)
  })
})

describe('an operator who sets every limit of GraphQL operations to its least', () => {
  const names = variables.map(({ name }) => name).filter((name) => /^GRAPHQL_(MAX_|HEAVY_)/.test(name))
  let api: TestApi
  beforeAll(async () => {
    api = await startApi(Object.fromEntries(names.map((name) => [name, '1'])))
  })
  afterAll(() => api.stop())

  it('still gives the schema to every tool that asks for it', async () => {
    expect(names.length).toBeGreaterThan(8)
    const ann = await api.person()
    const options = {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
    }
    for (const query of [getIntrospectionQuery(), getIntrospectionQuery({ ...options, oneOf: true })]) {
      const { data, errors } = await ann.graph(query)
      expect(errors).toBeUndefined()
      expect(printSchema(buildClientSchema(data as unknown as IntrospectionQuery))).toContain('type Annotation ')
    }
    expect((await ann.graph('{ __type(name: "User") { name fields { name type { name } } } }')).errors).toBeUndefined()
  })

  it('gets no other field past them through the schema', async () => {
    const ann = await api.person()
    const levels = (count: number) => `${'ofType { '.repeat(count)}name${' }'.repeat(count)}`
    const type = (selection: string) => `{ __type(name: "User") { ${selection} } }`
    for (const [query, says] of [
      ['{ viewer { userId } }', /levels of fields/],
      ['{viewer{userId} __schema{queryType{name}}}', /root fields|levels of fields/],
      ['{ __schema { ... on Query { viewer { userId } } } }', /cannot|never be of type/],
      ['{ __schema { ...A } } fragment A on __Type { name }', /never be of type/],
      ['{ __schema { viewer { userId } } }', /Cannot query field/],
      [type(levels(20)), /at most 20 are allowed/],
      [type(levels(5000)), /characters|tokens/],
      [type(Array.from({ length: 60 }, (_, n) => `a${n}: name`).join(' ')), /aliases; at most 50/],
      [type(`name ${'@include(if: true) '.repeat(51)}`), /directives; at most 50/],
      [
        type(
          Array.from({ length: 20 }, () => `fields { ${'name '.repeat(20)} }`)
            .join(' ')
            .repeat(4),
        ),
        /more than 20 times/,
      ],
      [
        `${type('...F0')} ${Array.from({ length: 12 }, (_, n) => `fragment F${n} on __Type { name ...F${n + 1} ofType { ...F${n + 1} } }`).join(' ')} fragment F12 on __Type { name }`,
        /fields; at most 1000/,
      ],
    ] as const) {
      const { data, errors } = await ann.graph(query)
      expect(data, query.slice(0, 200)).toBeFalsy()
      expect(errors?.[0]?.message, query.slice(0, 200)).toMatch(says)
    }
  })
})

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
