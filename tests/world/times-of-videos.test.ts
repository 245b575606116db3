import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let video: string
let other: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  video = await makeVideo(api)
  other = await makeVideo(api)
})
afterAll(() => api.stop())

const asked = `query ($filter: WorldObjectFilter) {
  times(first: 100, filter: $filter) { nodes { key label } }
  events(first: 100, filter: $filter) { nodes { key } }
  entities(first: 100, filter: $filter) { nodes { key } }
}`
const inVideo = async (who: Person, filter: Record<string, string>) => {
  const { times, events, entities } = await made(who.graph(asked, { filter }))
  const keysOf = ({ nodes }: { nodes: { key: string }[] }) => nodes.map(({ key }) => key)
  return { times: keysOf(times), events: keysOf(events), entities: keysOf(entities) }
}

describe('the times that can be seen in a video', () => {
  it('are listed with the events that start at them, as far as the viewer may read their worlds', async () => {
    const seen = (...ids: unknown[]) => ({ videoReferences: ids.map((videoId) => ({ videoId, frameRange: [1, 5] })) })
    const long = 'é'.repeat(300)
    const times = [
      { id: 'docks', label: 'Docks', ...seen(video) },
      { id: 'leaves', label: 'Leaves', ...seen(other, video, video) },
      { id: long, label: 'Has a long id', ...seen(video) },
      { id: 'elsewhere', label: 'Elsewhere', ...seen(other) },
      { id: 'odd', label: 'Odd', videoReferences: [video, null, { videoId: long }, { videoId: 7 }] },
      { id: 'odder', label: 'Odder', videoReferences: { videoId: video } },
      { id: 'plain', label: 'Plain' },
    ]
    const events = [
      { id: 'arrival', startTime: 'docks' },
      { id: 'departure', startTime: 'leaves', endTime: 'docks' },
      { id: 'named-long', startTime: long },
      { id: 'nearly', startTime: `${long.slice(0, -1)}e` },
      { id: 'later', startTime: 'elsewhere', endTime: 'docks' },
      { id: 'whenever' },
      { id: 'strange', startTime: { id: 'docks' } },
    ]
    await made(ann.put('/api/world', { times, events, entities: [{ id: 'docks', ...seen(video) }] }))
    // The same key in another world is another time.
    await made(ben.put('/api/world', { events: [{ id: 'of-ben', startTime: 'docks' }], times: [{ id: 'docks' }] }))
    const project = await made(ann.post('/api/projects', { name: 'Ferries', slug: 'ferries' }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: ben.id, role: 'viewer' }))
    await made(ann.put(`/api/projects/${project.id}/world`, { times: [{ id: 'storm', ...seen(video) }] }))

    const own = { times: ['docks', 'leaves', long], events: ['arrival', 'departure', 'named-long'], entities: [] }
    const { id: worldId } = await made(ann.get('/api/world'))
    expect(await inVideo(ann, { videoId: video, worldId })).toEqual(own)
    expect((await inVideo(ann, { videoId: video })).times.toSorted()).toEqual([...own.times, 'storm'].toSorted())
    expect(await inVideo(ann, { videoId: other })).toEqual({
      times: ['leaves', 'elsewhere'],
      events: ['departure', 'later'],
      entities: [],
    })
    expect(await inVideo(ben, { videoId: video })).toEqual({ times: ['storm'], events: [], entities: [] })
    expect((await inVideo(ann, { videoId: video, search: 'LEAV' })).times).toEqual(['leaves'])
    expect(await inVideo(ann, { videoId: 'none' })).toEqual({ times: [], events: [], entities: [] })
  })
})
