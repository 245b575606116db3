import { mkdirSync } from 'node:fs'
import fc from 'fast-check'
import type { GraphQLField, GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPermissions } from '../../db/seed.js'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { newId } from '../../src/lib/uuid.js'
import { answerEverything } from '../graphql/everything.js'
import { operations, plainValues, type Values } from '../graphql/random-operation.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'
import { startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { made, makeWorkspace, missingId, urlOf } from '../support/workspace.js'
import {
  chance,
  junkText,
  mutated,
  mutatedText,
  oneOf,
  seeded,
  valueOf,
  type Random,
  type Schema,
} from './fuzz-values.js'

// Sends random requests to the documented routes and the GraphQL schema, valid and broken, as all kinds of users, eight
// at a time. For a long run: npm run fuzz -- --requests 50000 --seed 7
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1000)
const isLong = process.env['FUZZ_REQUESTS'] !== undefined
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const atOnce = 8
const slowMs = 2000
/** After so many requests all content is made anew, because the requests also delete. */
const epoch = 400

interface Route {
  method: string
  path: string
  documented: number[]
  body: Schema | undefined
  query: { name: string; schema: Schema }[]
}
interface World {
  people: Record<string, Person>
  ids: Record<string, string>
  /** The lines of an export, which are broken at random and imported. */
  lines: string
  documents: string[]
}
interface Sent {
  label: string
  door: 'REST' | 'GraphQL'
  who: string
  fault(status: number, text: string): string | null
  send(): Promise<Response>
}
interface Answered {
  sent: Sent
  status: number
  ms: number
  fault: string | null
}

let api: TestApi
let model: MisbehavingService
let routes: Route[]
let schema: GraphQLSchema

beforeAll(async () => {
  model = await startMisbehavingService()
  answerEverything(model)
  api = await startApi({ MODEL_SERVICE_URL: model.url, ALLOW_REGISTRATION: 'true' })
  mkdirSync(api.app.services.config.files.root, { recursive: true })
  schema = await buildGraphSchema(resolvers)
  const { paths } = await made(api.anonymous.get('/api/openapi.json'))
  const nameless = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}')
  routes = documentedRoutes.flatMap(({ method, path, success, refusals }) => {
    const found = Object.entries<any>(paths).find(([one]) => nameless(one) === nameless(path))
    const operation = found?.[1][method.toLowerCase()]
    if (!operation) return []
    const body = operation.requestBody?.content?.['application/json']?.schema as Schema | undefined
    const query = (operation.parameters ?? []).filter((one: { in: string }) => one.in === 'query')
    const route = { method, path, documented: [...success, ...refusals], body, query }
    // Routes that hash passwords take a third of a second each, so they are chosen less often.
    return Array<Route>(/^\/api\/(auth|user|admin\/users)/.test(path) ? 1 : 4).fill(route)
  })
})
afterAll(async () => {
  await api.stop()
  await model.close()
})

/** Restores the default permissions, because the requests change them too. */
async function resetPermissions(): Promise<void> {
  const { db } = api.app.services
  const rows = defaultPermissions().map((row) => ({ id: newId(), ...row }))
  await db.deleteFrom('rolePermissions').execute()
  await db.insertInto('rolePermissions').values(rows).execute()
}

async function makeWorld(random: Random): Promise<World> {
  await resetPermissions()
  const admin = await api.person()
  await api.app.services.db
    .updateTable('users')
    .set({ systemRole: 'system_admin' })
    .where('id', '=', admin.id)
    .execute()
  const [owner, stranger] = [await api.person(), await api.person()]
  const { ids } = await makeWorkspace({ ...api, admin: async () => admin }, owner)
  const exported = await owner.get('/api/export/all')
  if (exported.status !== 200) throw new Error(`export answered ${exported.status}`)
  return {
    people: { anonymous: api.anonymous, stranger, owner, administrator: admin },
    ids,
    lines: exported.text,
    documents: documentsOf(ids, random),
  }
}

/** Generates operations for every root field, with the ids of this world. */
function documentsOf(ids: Record<string, string>, random: Random): string[] {
  const quoted = (text: string) => JSON.stringify(text)
  const any = fc.constantFrom(...Object.values(ids), missingId, '', 'no uuid', 'a/b/c').map(quoted)
  const named = Object.entries(ids).map(([name, id]) => [name, fc.constant(quoted(id))] as const)
  const values: Values = { ...plainValues, ...Object.fromEntries(named), ID: any, Upload: fc.constant('null') }
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const
  const all = roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => [kind, field] as const),
  )
  return Array.from({ length: 120 }, () => {
    const [kind, field] = oneOf(random, all)
    const arbitrary = operations(schema, kind, field as GraphQLField<unknown, unknown>, { depth: 4, width: 4 }, values)
    return fc.sample(arbitrary, { numRuns: 1, seed: Math.floor(random() * 2 ** 31) })[0] ?? '{ __typename }'
  })
}

function restRequest(world: World, random: Random): Sent {
  const route = oneOf(random, routes)
  const [who, person] = oneOf(random, Object.entries(world.people))
  const ids = chance(random, 0.8)
    ? world.ids
    : { ...world.ids, [oneOf(random, Object.keys(world.ids))]: junkText(random).toWellFormed() }
  const given = route.query.filter(() => chance(random, 0.4))
  const search = new URLSearchParams(
    given.map(({ name, schema }): [string, string] => {
      const value = chance(random, 0.7) ? valueOf(random, schema, world.ids, name) : junkText(random)
      return [name, typeof value === 'string' ? value : JSON.stringify(value ?? null)]
    }),
  )
  const url = urlOf(route.path, ids) + (given.length ? `?${search.toString().toWellFormed()}` : '')
  const headers: Record<string, string> = {}
  let body: string | FormData | undefined
  if (/^\/api\/import/.test(route.path) && route.method === 'POST' && chance(random, 0.9)) {
    const lines = chance(random, 0.4) ? world.lines : mutatedText(random, world.lines)
    body = new FormData()
    body.set('file', new Blob([lines]), 'lines.jsonl')
    if (chance(random, 0.3)) body.set('options', JSON.stringify(mutated(random, { conflictResolution: 'skip' })))
  } else if (route.method !== 'GET' && (route.body || chance(random, 0.1))) {
    const value = route.body ? valueOf(random, route.body, world.ids) : {}
    const text = JSON.stringify(chance(random, 0.5) ? mutated(random, value) : value) ?? ''
    body = chance(random, 0.05) ? mutatedText(random, text) : text
    headers['content-type'] = chance(random, 0.97)
      ? 'application/json'
      : oneOf(random, ['text/plain', 'x/y', 'application/xml'])
  }
  if (chance(random, 0.05)) headers['idempotency-key'] = `key-${Math.floor(random() * 20)}`
  if (chance(random, 0.05)) headers['if-match'] = oneOf(random, ['"1"', 'W/"2"', '*', 'x'])
  return {
    label: `${route.method} ${route.path}`,
    door: 'REST',
    who,
    fault: (status) => (status >= 500 && !route.documented.includes(status) ? 'undocumented' : null),
    send: () => person.request(url, { method: route.method, headers, ...(body !== undefined && { body }) }),
  }
}

function graphRequest(world: World, random: Random): Sent {
  const [who, person] = oneOf(random, Object.entries(world.people))
  const document = oneOf(random, world.documents)
  const query = chance(random, 0.7) ? document : mutatedText(random, document)
  const request = chance(random, 0.95) ? { query } : mutated(random, { query, variables: {}, operationName: null })
  return {
    label: /\{ (\w+)/.exec(document)?.[1] ?? 'none',
    door: 'GraphQL',
    who,
    fault: (status, text) => (status >= 500 || /"code":"INTERNAL_ERROR"/.test(text) ? 'INTERNAL_ERROR' : null),
    send: () =>
      person.request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request) ?? '',
      }),
  }
}

async function answer(sent: Sent): Promise<Answered> {
  const began = performance.now()
  try {
    const response = await sent.send()
    const text = await response.text()
    const what = sent.fault(response.status, text)
    const fault = what && `${what}: ${response.status} ${text.slice(0, 300)}`
    return { sent, status: response.status, ms: performance.now() - began, fault }
  } catch (error) {
    return { sent, status: 0, ms: performance.now() - began, fault: `no answer: ${String(error)}` }
  }
}

/** Sends `count` requests to one world, eight at a time; returns their responses. */
async function run(world: World, count: number, random: Random): Promise<Answered[]> {
  const answers: Answered[] = []
  let left = count
  const worker = async () => {
    while (left-- > 0) answers.push(await answer((chance(random, 0.6) ? restRequest : graphRequest)(world, random)))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return answers
}

function tableOf(answers: readonly Answered[]): string {
  const groups = new Map<string, Answered[]>()
  for (const one of answers) {
    const key = `${one.sent.door.padEnd(8)} ${one.sent.who.padEnd(14)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const of = (list: readonly Answered[], from: number) => list.filter(({ status }) => Math.floor(status / 100) === from)
  const rows = [...groups].sort().map(([key, list]) => {
    const times = list.map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0)
    const counts = [list.length, of(list, 2).length, of(list, 4).length, of(list, 5).length]
    const faults = list.filter((one) => one.fault).length
    return [key, ...[...counts, faults, at(0.5), at(0.99), at(1)].map((one) => String(one).padStart(8))].join('')
  })
  const head = ['requests', '2xx', '4xx', '5xx', 'faults', 'p50 ms', 'p99 ms', 'max ms'].map((one) => one.padStart(8))
  return [`${' '.repeat(23)}${head.join('')}`, ...rows].join('\n')
}

/** Prints the progress of a long run. */
function progress(answers: readonly Answered[]): void {
  const faults = new Set(answers.filter((one) => one.fault).map(({ sent, fault }) => `${sent.label}: ${fault}`))
  if (isLong) process.stderr.write(`${answers.length} requests, ${faults.size} faults\n${[...faults].join('\n')}\n`)
}

describe('requests of any kind, by anybody', () => {
  it(`${requests} of them never make the server fail, wait or end`, { timeout: 60_000 + requests * 200 }, async () => {
    const random = seeded(seed)
    const answers: Answered[] = []
    const slow: string[] = []
    while (answers.length < requests) {
      const world = await makeWorld(random)
      const part = await run(world, Math.min(epoch, requests - answers.length), random)
      answers.push(...part)
      if (answers.length % 4000 < epoch) progress(answers)
      // Eight requests at a time share two cores with the tests, so slow ones are repeated alone.
      for (const { sent, ms } of part.filter((one) => one.ms > slowMs)) {
        const again = await answer(sent)
        if (again.ms > slowMs)
          slow.push(`${sent.label} by ${sent.who}: ${Math.round(ms)} ms, ${Math.round(again.ms)} ms alone`)
      }
    }
    const faults = answers.filter((one) => one.fault).map(({ sent, fault }) => `${sent.label} by ${sent.who}: ${fault}`)
    if (isLong) console.log(`${tableOf(answers)}\n${[...new Set([...faults, ...slow])].join('\n')}`)
    expect([...new Set(faults)]).toEqual([])
    expect(slow).toEqual([])
    expect((await api.anonymous.get('/api/health')).status).toBe(200)
    // Enough requests must succeed, or the test would show nothing.
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(requests * 0.2)
  })
})
