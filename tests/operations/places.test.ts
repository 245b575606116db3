import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startFaultyModel } from '../support/faulty-model.js'
import { made } from '../support/workspace.js'

describe('calls of the model service', () => {
  let api: TestApi
  let model: Awaited<ReturnType<typeof startFaultyModel>>
  let ann: Person
  let ben: Person
  let path: string
  const held: (() => void)[] = []
  beforeAll(async () => {
    model = await startFaultyModel()
    model.behave((_request, response, body) => {
      const { query } = JSON.parse(body) as { query: string }
      const found = { id: 'd1', query, frames: [], total_detections: 0, processing_time: 0.1 }
      const end = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
      if (query === 'slow') held.push(end)
      else end()
    })
    api = await startApi({
      MODEL_SERVICE_URL: model.url,
      MODEL_CALL_CONCURRENCY: '4',
      MODEL_CALL_CONCURRENCY_PER_USER: '2',
      WAITING_MAX_PER_USER: '3',
    })
    ann = await api.person()
    ben = await api.person()
    const file = join(api.folder, 'videos', 'a.mp4')
    await api.app.services.db.insertInto('videos').values({ id: 'v1', filename: 'a.mp4', path: file }).execute()
    path = '/api/videos/v1/detect'
  })
  afterAll(async () => {
    await api.stop()
    await model.stop()
  })
  const places = () => api.app.services.admission.counts('modelCall')

  it('of one person leave places to others, wait for each other and are refused when too many wait', async () => {
    const slow = Array.from({ length: 5 }, () => ann.post(path, { manualQuery: 'slow' }))
    await expect.poll(places).toEqual({ running: 2, waiting: 3 })
    const refused = await ann.post(path, { manualQuery: 'slow' })
    expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      'RATE_LIMITED',
      refused.body.retryAfter,
    ])
    expect(refused.body.retryAfter).toBeGreaterThan(0)
    // Ben is served although the slow calls are still held.
    expect(await made(ben.post(path, { manualQuery: 'quick' }))).toMatchObject({ query: 'quick' })
    expect(held).toHaveLength(2)
    let answered = 0
    for (const one of slow) void one.then(() => (answered += 1))
    while (answered < 5) {
      held.shift()?.()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(places()).toEqual({ running: 0, waiting: 0 })
  })

  it('give their places back when the people who asked go away, those too that still wait', async () => {
    const leave = new AbortController()
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"manualQuery":"slow"}',
      signal: leave.signal,
    }
    const asked = Array.from({ length: 4 }, () => ann.request(path, init).catch(() => 'left'))
    await expect.poll(places).toEqual({ running: 2, waiting: 2 })
    leave.abort()
    expect(await Promise.all(asked)).toEqual(Array(4).fill('left'))
    await expect.poll(places).toEqual({ running: 0, waiting: 0 })
  })
})

describe('GraphQL operations of a high price', () => {
  let api: TestApi
  let ann: Person
  let ben: Person
  beforeAll(async () => {
    api = await startApi({
      GRAPHQL_HEAVY_COST: '50',
      HEAVY_OPERATION_CONCURRENCY: '3',
      HEAVY_OPERATION_CONCURRENCY_PER_USER: '2',
      WAITING_MAX_PER_USER: '1',
    })
    ann = await api.person()
    ben = await api.person()
  })
  afterAll(() => api.stop())

  it('take turns, and leave places to other people and everything else to all', async () => {
    const places = () => api.app.services.admission.counts('heavyOperation')
    const heavy = { query: '{ personas(first: 100) { nodes { id } } }' }
    const light = { query: '{ personas(first: 1) { nodes { id } } }' }
    const locker = new pg.Client({ connectionString: api.app.services.config.database.url })
    await locker.connect()
    await locker.query('begin; lock table personas in access exclusive mode')
    const waiting = [1, 2, 3].map(() => ann.post('/graphql', heavy))
    await expect.poll(places).toEqual({ running: 2, waiting: 1 })
    const refused = await ann.post('/graphql', heavy)
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.errors[0].extensions.retryAfter)
    // These are admitted at once; they wait only for the database lock.
    const others = [ben.post('/graphql', heavy), ann.post('/graphql', light)]
    await expect.poll(places).toEqual({ running: 3, waiting: 1 })
    await locker.query('rollback')
    await locker.end()
    for (const one of [...waiting, ...others]) expect((await made(one)).data.personas.nodes).toHaveLength(1)
    expect(places()).toEqual({ running: 0, waiting: 0 })
  })
})
