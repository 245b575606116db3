import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
const oldestFirst = Array.from({ length: 250 }, (_, n) => `video-${n}`)

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

describe('the list of videos', () => {
  it('is an empty one where there are none', async () => {
    expect(await made(ann.get('/api/videos'))).toEqual([])
  })

  it('has all 250 of them, newest first, also where each has 20 kB of metadata (V-02)', async () => {
    const { db } = api.app.services
    const rows = oldestFirst.map((id, n) => ({
      id,
      filename: `${id}.mp4`,
      path: `/nowhere/${id}.mp4`,
      createdAt: new Date(Date.UTC(2024, 0, 1, 0, n)),
    }))
    await db.insertInto('videos').values(rows).execute()
    const list = async () => (await made(ann.get('/api/videos'))) as { id: string; note?: string }[]
    expect((await list()).map(({ id }) => id)).toEqual(oldestFirst.toReversed())
    const note = 'ü"\\'.repeat(5000)
    await db
      .updateTable('videos')
      .set({ metadata: JSON.stringify({ note }) })
      .execute()
    const long = await list()
    expect(long.map(({ id }) => id)).toEqual(oldestFirst.toReversed())
    expect(long.filter((video) => video.note !== note)).toEqual([])
  })
})
