import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

// What somebody made in a project, before their rights in it were taken, comes back by no way that is open to them
// still: not from the trash, not by its history and not by a move. What jobs write is tested in jobs/job-rights.

let api: TestApi
let admin: Person
let ann: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person()
})
afterAll(() => api.stop())

type Content = Awaited<ReturnType<typeof makeContent>>
interface Scene {
  eve: Person
  projectId: string
  videoId: string
  content: Content
  /** Takes the rights of Eve, who made the content. */
  take: () => Promise<void>
}

async function scene(how: string): Promise<Scene> {
  const { id: projectId } = await made(ann.post('/api/projects', { name: 'Dock', slug: unique('dock') }))
  const eve = await api.person()
  const members = `/api/projects/${projectId}/members`
  await made(ann.post(members, { userId: eve.id, role: 'project_manager' }))
  const videoId = await makeVideo(api)
  await made(admin.post(`/api/projects/${projectId}/videos`, { videoId }))
  const content = await makeContent(eve, videoId, projectId)
  await made(eve.put(`/api/projects/${projectId}/world/entities/ferry`, { name: 'Ferry' }))
  const take = async () => {
    if (how === 'removed') await made(ann.delete(`${members}/${eve.id}`))
    else await made(ann.put(`${members}/${eve.id}`, { role: 'viewer' }))
  }
  return { eve, projectId, videoId, content, take }
}

/** What can be deleted and changed, by kinds: the requests that do so. */
const kinds: Record<string, (scene: Scene) => { id: string; path: string; change?: object; changePath?: string }> = {
  annotation: ({ videoId, content: { annotationId: id } }) => {
    const path = `/api/annotations/${videoId}/${id}`
    return { id, path, changePath: `/api/annotations/${id}`, change: { label: 'Boat' } }
  },
  summary: ({ videoId, content: { personaId, summaryId: id } }) => {
    return { id, path: `/api/videos/${videoId}/summaries/${personaId}`, change: { summary: 'It stays.' } }
  },
  claim: ({ content: { claimId: id } }) => ({ id, path: `/api/claims/${id}`, change: { text: 'It stays' } }),
  claim_relation: ({ content: { relationId: id } }) => ({ id, path: `/api/claims/relations/${id}` }),
  persona: ({ content: { personaId: id } }) => ({ id, path: `/api/personas/${id}`, change: { role: 'Pilot' } }),
  entity_type: ({ content: { personaId } }) => {
    const path = `/api/personas/${personaId}/ontology/entities/ship`
    return { id: 'ship', path, change: { name: 'Vessel' } }
  },
  entity: ({ projectId }) => {
    const path = `/api/projects/${projectId}/world/entities/ferry`
    return { id: 'ferry', path, change: { name: 'Ship' } }
  },
}

const isRefused = ({ status }: Answer) => status === 403 || status === 404

interface Item {
  id: string
  kind: string
  thingId: string
  part: string | null
}

/** The item of the trash with this id or with this type or object inside of something. */
async function itemOf(who: Person, thing: string): Promise<Item | undefined> {
  const { trash } = (await made(who.get('/api/trash?first=100'))) as { trash: Item[] }
  return trash.find(({ thingId, part }) => (part ?? thingId) === thing)
}

describe.each(['removed', 'made a viewer'])('what somebody made in a project before they were %s', (how) => {
  it.each(Object.keys(kinds))('comes not back from the trash by them: %s', async (kind) => {
    const all = await scene(how)
    const { id, path } = kinds[kind]!(all)
    await made(all.eve.delete(path))
    const item = await itemOf(all.eve, id)
    expect(item).toBeDefined()
    await all.take()
    const undone = { part: item!.part ?? undefined }
    for (const answer of [
      await all.eve.post(`/api/trash/${item!.id}/restore`, {}),
      await all.eve.post(`/api/trash/${item!.kind}/${item!.thingId}/undo`, undone),
    ])
      expect([kind, answer.status, isRefused(answer)]).toEqual([kind, answer.status, true])
    expect([kind, (await ann.get(path)).status]).toEqual([kind, 404])
  })

  it('is changed back to no earlier version by them, though authors still read what they made (PM-11)', async () => {
    const all = await scene(how)
    const done: string[] = []
    for (const [kind, of] of Object.entries(kinds)) {
      const { path, change, changePath = path } = of(all)
      if (!change) continue
      await made(all.eve.put(changePath, change))
      done.push(kind)
    }
    expect(done).toHaveLength(6)
    const before = await Promise.all(
      historyPaths(all).map(async ([kind, id, part]) => {
        const query = part === undefined ? '' : `?part=${part}`
        const { history } = await made(all.eve.get(`/api/history/${kind}/${id}${query}`))
        const restore = () =>
          all.eve.post(`/api/history/${kind}/${id}/restore`, { position: history.at(-1).position, part })
        return { kind, restore, read: () => all.eve.get(`/api/history/${kind}/${id}${query}`) }
      }),
    )
    await all.take()
    for (const { kind, restore, read } of before) {
      const back = await restore()
      expect([kind, back.status, isRefused(back)]).toEqual([kind, back.status, true])
      expect([kind, (await read()).status]).toEqual([kind, 200])
    }
  })

  it('is taken along by no move, and not exported with the project', async () => {
    const { eve, content, projectId, take } = await scene(how)
    await take()
    const moves = [
      eve.put(`/api/personas/${content.personaId}`, { projectId: null }),
      eve.put(`/api/annotations/${content.annotationId}`, { projectId: null }),
      eve.post('/api/world/move', { from: projectId, to: null, objects: [{ kind: 'entities', id: 'ferry' }] }),
    ]
    for (const answer of await Promise.all(moves)) expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    const ofProject = await eve.get(`/api/export/all?scope=project:${projectId}`)
    expect(Object.values(content).filter((id) => ofProject.text.includes(id))).toEqual([])
  })
})

const historyPaths = ({ content }: Scene) =>
  [
    ['annotation', content.annotationId],
    ['summary', content.summaryId],
    ['claim', content.claimId],
    ['persona', content.personaId],
    ['entity_type', content.personaId, 'ship'],
  ] as const
