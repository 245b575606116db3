import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everythingInTheWorld } from '../graphql/everything.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo, types, unique } from '../support/workspace.js'
import { Copy } from './feed-copy.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
}, 60_000)
afterAll(() => api.stop())

const project = async (owner: Person) =>
  (await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))).id

/** Copies of what the owner has, of their project, and of everything. */
async function copies(owner: Person, projectId: string): Promise<Copy[]> {
  const all = [
    new Copy(owner, 'scope=own'),
    new Copy(owner, `scope=own&projectId=${projectId}`),
    new Copy(owner, `scope=project:${projectId}`),
    new Copy(admin, 'scope=all'),
  ]
  for (const copy of all) await copy.begin()
  return all
}

async function areUpToDate(all: Copy[]): Promise<void> {
  for (const copy of all) {
    expect(await copy.catchUp()).toBe(200)
    expect(copy.text(), copy.query).toBe(await copy.export())
  }
}

describe('the feed of changes', () => {
  it('brings copies of every scope up to date, line by line, after each change', async () => {
    const owner = await api.person()
    const projectId = await project(owner)
    const videoId = await makeVideo(api)
    const all = await copies(owner, projectId)
    await areUpToDate(all)
    const resets = all.map(({ counts }) => counts.reset)

    const places: (string | undefined)[] = [undefined, projectId]
    for (const place of places) {
      const content = await makeContent(owner, videoId, place)
      await areUpToDate(all)
      const world = place ? `/api/projects/${place}/world` : '/api/world'
      await made(owner.put(world, everythingInTheWorld(content.personaId)))
      await areUpToDate(all)
      await made(
        owner.post('/api/annotations', {
          videoId,
          ...(place && { projectId: place }),
          type: 'object',
          label: 'trip',
          linkType: 'event',
          frames,
        }),
      )
      await areUpToDate(all)
      // The name of a type is in the lines of annotations.
      const renamed = { ...types, entities: [{ id: 'ship', name: 'Vessel', gloss: [] }] }
      await made(owner.put(`/api/personas/${content.personaId}/ontology`, renamed))
      await areUpToDate(all)
      // A world without its objects: links and collections are unresolved.
      await made(owner.put(world, { ...everythingInTheWorld(content.personaId), entities: [], events: [] }))
      await areUpToDate(all)
      await made(owner.put(`/api/claims/${content.claimId}`, { text: 'A ferry has left' }))
      await areUpToDate(all)
      await made(owner.delete(`/api/claims/${content.claimId}`))
      await areUpToDate(all)
      await made(owner.delete(`/api/annotations/${videoId}/${content.annotationId}`))
      await areUpToDate(all)
      await made(owner.delete(`/api/personas/${content.personaId}`))
      await areUpToDate(all)
    }
    // One for each world that was made: it is another export then.
    expect(all.map(({ counts }, i) => counts.reset - resets[i]!)).toEqual([1, 1, 0, 0])
  })
})
