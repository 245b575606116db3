import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { readVideo } from './support.js'

let api: TestApi
let workers: { close(): Promise<void> } | undefined
let ann: Person
let ben: Person
let videoId: string
let personaId: string

beforeAll(async () => {
  api = await startApi({ EXPORT_FILE_FRAMES: '20000', EXPORT_FILE_MB: '1' })
  ;[ann, ben] = [await api.person(), await api.person()]
  videoId = await readVideo(api)
  personaId = (await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))).id
})
afterAll(async () => {
  await workers?.close()
  await api.stop()
})

/** Makes an annotation with a keyframe on the first and one on this frame. */
const reachingTo = (frame: number) =>
  made(
    ann.post('/api/annotations', {
      ...{ videoId, personaId, type: 'type', label: 'ship' },
      frames: {
        interpolationMode: 'linear',
        boxes: [0, frame].map((frameNumber) => ({ frameNumber, x: 1, y: 2, width: 3, height: 4, isKeyframe: true })),
      },
    }),
  )
const order = (who: Person, body: object = {}) => who.post('/api/exports', body)
const statesOf = async (who: Person): Promise<string[]> =>
  (await made(who.get('/api/exports'))).map(({ status }: { status: string }) => status).sort()

describe('frozen exports', () => {
  it('of several people are written at once, and at most two of one person', async () => {
    for (let n = 0; n < 5; n++) await made(order(ann))
    await made(order(ben))
    await api.app.services.db.transaction().execute(async (tx) => {
      await sql`lock table annotations in access exclusive mode`.execute(tx)
      workers = createWorkers(api.app)
      const states = async () => [await statesOf(ann), await statesOf(ben)]
      await expect
        .poll(states, { timeout: 15_000 })
        .toEqual([['active', 'active', 'queued', 'queued', 'queued'], ['active']])
    })
    await expect.poll(() => statesOf(ben), { timeout: 20_000 }).toEqual(['completed'])
    await expect.poll(() => statesOf(ann), { timeout: 30_000 }).toEqual(Array.from({ length: 5 }, () => 'completed'))
  })

  it('that take more bytes than one may fail at once, without another attempt', async () => {
    await reachingTo(15_000)
    const { id } = await made(order(ann, { contents: 'annotations', format: 'cvat' }))
    const read = () => made(ann.get(`/api/exports/${id}`))
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('failed')
    const { error, jobId } = await read()
    expect(error).toContain('more than 1 MB before it is compressed')
    const { attempt } = await api.app.services.db
      .selectFrom('jobs')
      .select('attempt')
      .where('publicId', '=', jobId)
      .executeTakeFirstOrThrow()
    expect(attempt).toBe(1)
  })

  it('whose boxes would be computed on more frames than one may are refused when they are ordered', async () => {
    await reachingTo(15_000)
    const before = await statesOf(ann)
    const bodies = [
      { contents: 'annotations', format: 'cvat' },
      { contents: 'annotations', format: 'mot' },
      { contents: 'annotations', includeInterpolated: true },
    ]
    for (const body of bodies) {
      const refused = await order(ann, body)
      expect([refused.status, refused.body.code, refused.body.maximum]).toEqual([413, 'COST_LIMIT', 20_000])
      expect(refused.body.message).toMatch(/^The file would have computed boxes on \d+ frames; at most 20000/)
    }
    expect(await statesOf(ann)).toEqual(before)
    // Stored boxes alone are as few as they are.
    await made(order(ann, { contents: 'annotations' }))
  })
})
