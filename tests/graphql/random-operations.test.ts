import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import type { GraphQLField, GraphQLSchema } from 'graphql'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApi } from '../../src/api.js'
import { createApp, type App } from '../../src/app.js'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { made, missingId } from '../support/workspace.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { slowness } from '../support/pace.js'
import { answerEverything, makeEverything } from './everything.js'
import { operations, plainValues, type Values } from './random-operation.js'
import { runsByReference } from './reference.js'

vi.mock('../../src/graphql/run/operation.js', async (original) => {
  const { withReference } = await import('./reference.js')
  return withReference(original as () => Promise<typeof import('../../src/graphql/run/operation.js')>)
})

let api: TestApi
let model: MisbehavingService
/** A second server on the same database that runs operations by graphql-js. */
let plain: { app: App; server: FastifyInstance; url: string }
let admin: Person
/** May read the project and what is in it, and nothing else of what there is. */
let viewer: Person
let schema: GraphQLSchema
let values: Values

beforeAll(async () => {
  schema = await buildGraphSchema(resolvers)
  model = await startMisbehavingService()
  answerEverything(model)
  // Both servers have the same fixed time, so that responses with times are equal.
  const moment = new Date()
  api = await startApi({ MODEL_SERVICE_URL: model.url }, { now: () => moment })
  admin = await api.admin()
  const known = await makeEverything(api, admin)
  values = { ...plainValues, ...idsOf(known) }
  viewer = await api.person()
  const member = { userId: viewer.id, role: 'viewer' }
  await made(admin.post(`/api/projects/${known['projectId']}/members`, member))
  const { config } = api.app.services
  const log = pino({ level: 'silent' })
  const app = createApp(config, log, { now: () => moment })
  runsByReference(app)
  const server = await createApi(app)
  plain = { app, server, url: await server.listen({ host: '127.0.0.1', port: 0 }) }
})
afterAll(async () => {
  await plain.server.close()
  await plain.app.close()
  await api.stop()
  await model.close()
})

/** Generators of ids: mostly the one that an argument of this name means, sometimes another or an invalid one. */
function idsOf(known: Record<string, string>): Values {
  const all = fc.constantFrom(
    ...Object.values(known),
    missingId,
    `${known['worldId']}/entity/ferry`,
    `${known['personaId']}/entity/ship`,
    '',
    'no uuid',
    '/',
    'a/b/c',
  )
  const byName = Object.fromEntries(
    Object.entries(known).map(([name, id]) => [
      name,
      fc.oneof({ arbitrary: fc.constant(id), weight: 3 }, all).map((one) => JSON.stringify(one)),
    ]),
  )
  return { ...byName, ID: all.map((one) => JSON.stringify(one)) }
}

async function send(url: string, who: Person, query: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: who.cookie },
    body: JSON.stringify({ query }),
  })
  return { status: response.status, text: await response.text() }
}

/** A response for comparison: errors are sorted, because they come in the order in which fields end. */
function inOrder(text: string): unknown {
  const { errors, ...rest } = JSON.parse(text) as { errors?: object[] }
  return { rest: JSON.stringify(rest), errors: errors?.map((one) => JSON.stringify(one)).sort() }
}

/** Checks a property; returns the shrunk counterexample, or undefined when the property holds. */
async function counterexample<T>(property: fc.IAsyncProperty<T>): Promise<string | undefined> {
  const { counterexample: found, errorInstance } = await fc.check(property, { numRuns: rounds, seed: 42 })
  return found ? `${(found as unknown[])[0]}\n${String(errorInstance).slice(0, 2000)}` : undefined
}

const rounds = Number(process.env['PROPERTY_RUNS'] ?? 8)
const fieldsOf = (type: { getFields(): Record<string, GraphQLField<unknown, unknown>> } | null | undefined) =>
  Object.values(type?.getFields() ?? {})

describe('random valid operations', () => {
  it('are never a fault of the server, and answered the same whether they are compiled or run step by step', async () => {
    const faults: string[] = []
    let answered = 0
    let sent = 0
    for (const field of fieldsOf(schema.getQueryType())) {
      const fault = await counterexample(
        fc.asyncProperty(
          operations(schema, 'query', field, { depth: 5, width: 3 }, values),
          fc.constantFrom(admin, viewer, api.anonymous),
          async (query, who) => {
            const [one, other] = await Promise.all([send(api.url, who, query), send(plain.url, who, query)])
            sent += 1
            if (!one.text.includes('"errors"')) answered += 1
            expect(one.status, query).toBeLessThan(500)
            expect(one.text, query).not.toContain('INTERNAL_ERROR')
            expect(inOrder(one.text), query).toEqual(inOrder(other.text))
            expect(one.status).toBe(other.status)
          },
        ),
      )
      if (fault) faults.push(fault)
    }
    expect(faults).toEqual([])
    // Enough operations must succeed: refusals alone would prove little.
    expect(answered / sent).toBeGreaterThan(0.2)
  }, 120_000)

  it('with letters lost, doubled or swapped are refused as documents, quickly, and never a fault of the server', async () => {
    const field = schema.getQueryType()?.getFields()['summaries']
    if (!field) throw new Error('no summaries')
    const wound = fc.tuple(
      fc.nat(),
      fc.constantFrom('', '{', '}', '"', '$', '...', '@', '\u0000', '\ud800', '#', '\\u'),
    )
    const broken = fc
      .tuple(
        operations(schema, 'query', field, { depth: 5, width: 3 }, values),
        fc.array(wound, { minLength: 1, maxLength: 4 }),
      )
      .map(([text, wounds]) =>
        wounds.reduce(
          (one, [at, put]) => one.slice(0, at % one.length) + put + one.slice((at % one.length) + (at % 3)),
          text,
        ),
      )
    await fc.assert(
      fc.asyncProperty(broken, async (query) => {
        const at = performance.now()
        const { status, text } = await send(api.url, admin, query)
        expect(status, query).toBeLessThan(500)
        expect(text, query).not.toContain('INTERNAL_ERROR')
        expect(performance.now() - at).toBeLessThan(2000 * slowness())
      }),
      { numRuns: 25 * rounds, seed: 42 },
    )
  })

  it('are never a fault of the server, whatever they write', async () => {
    const faults: string[] = []
    // Left out: uploads, which need a multipart form, and mutations that may end the session.
    const left = ['importFile', 'importPreview', 'uploadVideo', 'logout', 'revokeSession', 'updateProfile']
    for (const field of fieldsOf(schema.getMutationType())) {
      if (left.includes(field.name)) continue
      const fault = await counterexample(
        fc.asyncProperty(operations(schema, 'mutation', field, { depth: 2, width: 2 }, values), async (query) => {
          const { status, text } = await send(api.url, admin, query)
          expect(status, query).toBeLessThan(500)
          expect(text, query).not.toContain('INTERNAL_ERROR')
        }),
      )
      if (fault) faults.push(fault)
    }
    expect(faults).toEqual([])
    // The session must still be valid; otherwise the later mutations would only have been refused.
    expect((await admin.get('/api/sessions')).status).toBe(200)
  }, 120_000)
})
