import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { authenticateToken } from '../../src/accounts/api-token.service.js'
import { authenticate, defaultActor } from '../../src/accounts/session.service.js'
import { answers, routes } from '../../src/areas.js'
import { buildServer } from '../../src/http/server.js'
import { newId } from '../../src/lib/uuid.js'
import { annotation, claim, entity, persona, summary } from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { runsByReference } from '../graphql/reference.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { slowness } from '../support/pace.js'
import { made } from '../support/workspace.js'

vi.mock('../../src/graphql/run/operation.js', async (original) => {
  const { withReference } = await import('../graphql/reference.js')
  return withReference(original as () => Promise<typeof import('../../src/graphql/run/operation.js')>)
})

const limits = { BUDGET_MAX_ROWS: '300', BUDGET_MAX_BYTES: '200000', GRAPHQL_MAX_COST: '1000' }
const one = persona()
const large = summary(one.data.id)
const long = summary(one.data.id, { videoId: 'v2' })
const quoted = summary(one.data.id, { videoId: 'v4' })
/** The columns of a video whose file has been examined. */
const read = {
  ...{ fileVersion: '1', probedVersion: '1', probedAt: new Date(0), sha256: 'a'.repeat(64), codec: 'vp9', rotation: 0 },
  ...{ width: 320, height: 180, probedDuration: 4, frameCount: 100, rateNumerator: 25, rateDenominator: 1 },
  ...{ tickNumerator: 1, tickDenominator: 1000, firstTick: 0, isVariableRate: false },
}
let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi(limits)
  ann = await api.person()
  await fill(ann)
  const video = { id: 'v3', filename: 'v3.mp4', path: '/nowhere/v3.mp4', size: 1, ...read }
  await api.app.services.db.insertInto('videos').values(video).execute()
})
afterAll(() => api.stop())

/** Imports a summary of 400 claims, one of 20 claims of 20 kB each, one of 14
 * claims of 12 kB that JSON escapes, and 400 annotations of a video. */
async function fill(who: Person) {
  const { body } = await importLines(who, [
    one,
    entity('e1'),
    large,
    long,
    ...Array.from({ length: 400 }, (_, i) => claim(large.data.id, { text: `claim ${i}` })),
    ...Array.from({ length: 20 }, (_, i) => claim(long.data.id, { text: `${i} ${'x'.repeat(20_000)}` })),
    quoted,
    ...Array.from({ length: 14 }, () => claim(quoted.data.id, { text: '"'.repeat(12_000) })),
    ...Array.from({ length: 400 }, () => annotation({ videoId: 'v3' })),
  ])
  expect(body).toMatchObject({ success: true })
}

describe('what takes more than one request may', () => {
  it.each([
    ['a tree of claims', () => `/api/summaries/${large.data.id}/claims`, 'rows', 300, 'limit=100'],
    ['a summary with its claims', () => `/api/videos/v1/summaries/${one.data.id}`, 'rows', 300, 'first: 100'],
    ['annotations of a video', () => '/api/annotations/v3', 'rows', 300, 'limit=100'],
    ['boxes on a frame', () => '/api/videos/v3/boxes?frame=5', 'rows', 300, '`first`'],
    ['claims of much text', () => `/api/summaries/${long.data.id}/claims`, 'bytes', 200_000, 'limit=100'],
    ['claims that are longer as JSON', () => `/api/summaries/${quoted.data.id}/claims`, 'bytes', 200_000, 'limit=100'],
  ])('is 413 in REST, with the limit and how to page: %s', async (_what, path, limit, maximum, hint) => {
    const { status, body } = await ann.get(path())
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'COST_LIMIT', limit, maximum } })
    expect(body.hint).toContain(hint)
  })

  it('is an error of the whole operation in GraphQL: rows, bytes and objects alike', async () => {
    const claims = (id: string, fields: string) => ann.graph(`{ summary(id: "${id}") { claims { ${fields} } } }`)
    const limitOf = async (answer: ReturnType<typeof claims>) => {
      const { data, errors } = await answer
      expect(data ?? null).toBeNull()
      expect(errors).toHaveLength(1)
      return errors?.[0]?.extensions
    }
    expect(await limitOf(claims(large.data.id, 'id'))).toMatchObject({ code: 'COST_LIMIT', limit: 'rows' })
    expect(await limitOf(claims(long.data.id, 'text'))).toMatchObject({ code: 'COST_LIMIT', limit: 'bytes' })
    const boxes = '{ annotations(filter: { videoId: "v3" }, first: 100) { nodes { boxes { x } } } }'
    expect(await limitOf(ann.graph(boxes))).toMatchObject({ code: 'COST_LIMIT', limit: 'objects', maximum: 1000 })
  })

  it('leaves what is within the limits as it was, before and after', async () => {
    expect(
      (await ann.graph('{ annotations(filter: { videoId: "v3" }, first: 100) { nodes { id } } }')).errors,
    ).toBeUndefined()
    expect((await ann.get('/api/auth/me')).status).toBe(200)
  })

  it('is refused where fields are run one by one, too', async () => {
    const step = await startApi(limits)
    runsByReference(step.app)
    try {
      const bob = await step.person()
      await fill(bob)
      for (const query of [
        '{ annotations(filter: { videoId: "v3" }, first: 100) { nodes { boxes { x } } } }',
        `{ summary(id: "${large.data.id}") { claims { id } } }`,
      ])
        expect((await bob.graph(query)).errors?.[0]?.extensions, query).toMatchObject({ code: 'COST_LIMIT' })
    } finally {
      await step.stop()
    }
  })

  it('cancels the other statements of the operation at once', async () => {
    const blocker = await api.app.services.exportPool.connect()
    try {
      await blocker.query('begin; lock table personas in access exclusive mode')
      const over = `a: summary(id: "${large.data.id}") { claims { id } }`
      const at = performance.now()
      const { errors } = await ann.graph(`{ ${over} personas { nodes { id } } groups { nodes { id } } }`)
      expect(errors?.[0]?.extensions['code']).toBe('COST_LIMIT')
      expect(performance.now() - at).toBeLessThan(10_000 * slowness())
      const running = `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`
      await expect.poll(async () => (await blocker.query(running)).rows, { timeout: 10_000 }).toEqual([{ n: 0 }])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect((await ann.graph('{ personas { nodes { id } } }')).errors).toBeUndefined()
  })
})

describe('a list that is longer than one request may read', () => {
  const count = 350
  let admin: Person
  beforeAll(async () => {
    admin = await api.admin()
    const { db } = api.app.services
    const numbers = Array.from({ length: count }, (_, i) => i)
    const ids = numbers.map(() => newId())
    const insert = (table: 'users' | 'projects' | 'projectMemberships' | 'userGroups', rows: object[]) =>
      db
        .insertInto(table)
        .values(rows as never)
        .execute()
    const [passwordHash, role] = ['none', 'viewer']
    await insert(
      'users',
      numbers.map((i) => ({ id: ids[i], username: `many-${i}`, displayName: 'Many', passwordHash })),
    )
    const project = (await made(ann.post('/api/projects', { name: 'Port', slug: 'port' }))).id as string
    await insert(
      'projectMemberships',
      ids.map((userId) => ({ id: newId(), projectId: project, userId, role })),
    )
    await insert(
      'userGroups',
      numbers.map((i) => ({ id: newId(), name: 'Crew', slug: `crew-${i}`, createdBy: ann.id })),
    )
    members = `/api/projects/${project}/members`
    for (let i = 0; i < 30; i++) {
      const description = 'x'.repeat(9_000)
      await made(ann.post('/api/projects', { name: 'Pier', slug: `pier-${i}`, description }))
    }
  })
  let members = ''

  it.each([
    ['projects', () => ann, () => '/api/projects', 'bytes'],
    ['members of a project', () => ann, () => members, 'rows'],
    ['users', () => admin, () => '/api/admin/users', 'rows'],
    ['groups', () => admin, () => '/api/admin/groups', 'rows'],
  ])('is 413 in REST, with the limit and how to read it in parts: %s', async (_what, who, path, limit) => {
    const { status, body } = await who().get(path())
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'COST_LIMIT', limit } })
    expect(body.hint).toContain('?limit=100')
  })

  it('can be read in the parts that the answer names', async () => {
    const { body, headers } = await ann.get('/api/projects?limit=10')
    expect([body.length, headers.get('link')]).toEqual([10, expect.stringContaining('rel="next"')])
  })

  it('has pages under the name that its route gives', async () => {
    const lists = new Set<string>()
    const other = await buildServer(api.app.services, { authenticate, authenticateToken, defaultActor }, answers)
    other.addHook('onRoute', ({ config }) => void (config?.listedBy && lists.add(config.listedBy)))
    for (const mount of routes) await mount(other, api.app.services)
    await other.close()
    expect(lists.size).toBeGreaterThan(10)
    const paged = await pagedLists()
    for (const list of lists) {
      expect(paged).toContain(list)
    }
  })

  async function pagedLists(): Promise<string[]> {
    const { __type } = await made(ann.graph('{ __type(name: "Query") { fields { name args { name } } } }'))
    const fields = __type.fields as { name: string; args: { name: string }[] }[]
    return fields.flatMap(({ name, args }) => (args.some((one) => one.name === 'first') ? [name] : []))
  }
})

describe('a frame over which more than 1,000 annotations reach', () => {
  it('is refused with the limit and how to page', async () => {
    const usual = await startApi()
    try {
      const carl = await usual.person()
      const video = { id: 'v5', filename: 'v5.mp4', path: '/nowhere/v5.mp4', size: 1, ...read }
      await usual.app.services.db.insertInto('videos').values(video).execute()
      const lines = Array.from({ length: 1001 }, () => annotation({ videoId: 'v5' }))
      expect((await importLines(carl, [entity('e1'), ...lines])).body).toMatchObject({ success: true })
      const { status, body } = await carl.get('/api/videos/v5/boxes?frame=5')
      expect({ status, body }).toMatchObject({
        status: 413,
        body: { code: 'COST_LIMIT', limit: 'rows', maximum: 1000 },
      })
      expect(body.hint).toContain('first')
      expect((await carl.get('/api/videos/v5/boxes?frame=50')).body.boxes).toEqual([])
    } finally {
      await usual.stop()
    }
  })
})
