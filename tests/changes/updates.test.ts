import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { openTransaction } from '../support/open-transaction.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

interface Update {
  kind: string
  ids: string[] | null
  videoId: string | null
  actorId: string | null
  requestId: string | null
}

/** A page that a person has open: it asks from where its last answer ended. */
class Page {
  private position: string | undefined
  constructor(readonly who: Person) {}

  async begin(): Promise<this> {
    this.position = (await made(this.who.get('/api/updates'))).position
    return this
  }

  async ask(wait = 0): Promise<{ everything: boolean; updates: Update[] }> {
    const answer = await made(this.who.get(`/api/updates?since=${this.position}&wait=${wait}`))
    this.position = answer.position
    return answer
  }

  async kinds(wait = 0): Promise<string[]> {
    return (await this.ask(wait)).updates.map(({ kind }) => kind).sort()
  }
}

const pageOf = (who: Person) => new Page(who).begin()

async function team() {
  const [ann, ben, stranger] = [await api.person(), await api.person(), await api.person()]
  const { id: projectId } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'annotator' }))
  const videoId = await makeVideo(api)
  const content = await makeContent(ann, videoId, projectId)
  return { ann, ben, stranger, projectId, videoId, ...content }
}

describe('updates', () => {
  it('tell members of a project within a second what others change there, and strangers nothing', async () => {
    const { ann, ben, stranger, personaId, videoId, projectId } = await team()
    const pages = [await pageOf(ben), await pageOf(stranger)] as const
    const asked = pages.map(async (page) => {
      const answer = await page.ask(3)
      return { ...answer, at: performance.now() }
    })
    const body = { videoId, personaId, projectId, type: 'type', label: 'ship', frames }
    await sleep(100)
    const began = performance.now()
    const { id } = await made(ann.post('/api/annotations', body))
    const [heard, nothing] = await Promise.all(asked)
    expect(heard!.updates).toEqual([
      { kind: 'annotation', ids: [id], videoId, actorId: ann.id, requestId: expect.any(String) },
    ])
    expect(heard!.at - began).toBeLessThan(1000)
    expect([nothing!.everything, nothing!.updates]).toEqual([false, []])
  })

  it('name the request, so that a page knows its own changes', async () => {
    const { ann, personaId } = await team()
    const page = await pageOf(ann)
    await made(ann.put(`/api/personas/${personaId}`, { role: 'Pilot' }, { 'x-request-id': 'page-1.7' }))
    expect((await page.ask(3)).updates).toMatchObject([{ kind: 'persona', ids: [personaId], requestId: 'page-1.7' }])
  })

  it('come although a transaction of another user stays open, and again when that ends', async () => {
    const { ann, ben, projectId, personaId } = await team()
    const page = await pageOf(ben)
    const open = await openTransaction(api.app.services.config.database.directUrl)
    const late = await open.insert(ann.id, projectId)
    await made(ann.put(`/api/personas/${personaId}`, { role: 'Pilot' }))
    expect((await page.ask(3)).updates).toMatchObject([{ kind: 'persona', ids: [personaId] }])
    await open.commit()
    expect((await page.ask(3)).updates).toMatchObject([{ kind: 'persona', ids: [late] }])
    expect((await page.ask(0)).updates).toEqual([])
  })

  it('tell of shared things without their ids, and of what is no longer shared nothing', async () => {
    const { ann, stranger, claimId, summaryId } = await team()
    const share = { resourceType: 'summary', resourceId: summaryId, sharedWithUserId: stranger.id }
    const { id: shareId } = await made(ann.post('/api/sharing', share))
    const page = await pageOf(stranger)
    await made(ann.put(`/api/claims/${claimId}`, { text: 'A ship leaves.' }))
    expect((await page.ask(3)).updates).toMatchObject([{ kind: 'claim', ids: null, actorId: ann.id }])
    await made(ann.delete(`/api/sharing/${shareId}`))
    expect((await page.ask(3)).everything).toBe(true)
    await made(ann.put(`/api/claims/${claimId}`, { text: 'Another ship leaves.' }))
    expect(await page.ask(1)).toMatchObject({ everything: false, updates: [] })
  })

  it('say that everything may have changed to whom a role is given or taken, and to members that one joined', async () => {
    const { ann, ben, stranger, projectId } = await team()
    const pages = [await pageOf(stranger), await pageOf(ben)] as const
    const members = `/api/projects/${projectId}/members`
    await made(ann.post(members, { userId: stranger.id, role: 'viewer' }))
    expect((await pages[0].ask(3)).everything).toBe(true)
    expect(await pages[1].kinds(3)).toContain('project_membership')
    await made(ann.delete(`${members}/${stranger.id}`))
    expect((await pages[0].ask(3)).everything).toBe(true)
  })

  it('list many changes of one request as one', async () => {
    const { ann, personaId, videoId, projectId } = await team()
    const page = await pageOf(ann)
    const data = { videoId, personaId, projectId, type: 'type', label: 'ship', frames }
    const lines = Array.from({ length: 60 }, () => ({ type: 'annotation', data: { ...data, id: randomUUID() } }))
    expect((await importLines(ann, lines)).body).toMatchObject({ summary: { importedItems: { annotations: 60 } } })
    const { updates } = await page.ask(3)
    const boxes = updates.filter(({ kind }) => kind === 'annotation')
    expect(boxes).toMatchObject([{ ids: null, videoId, actorId: ann.id }])
  })

  it('refuse what is no position, and positions of another log or of later', async () => {
    const ann = await api.person()
    const { position } = await made(ann.get('/api/updates'))
    const wrong = await ann.get('/api/updates?since=yesterday')
    expect([wrong.status, wrong.body.details]).toEqual([
      400,
      [{ field: 'since', message: 'must be the position of an answer of GET /api/updates' }],
    ])
    for (const since of [`00000000-${position.slice(9)}`, `${position.slice(0, 9)}99999999:99999999:`])
      expect((await ann.get(`/api/updates?since=${since}`)).status).toBe(410)
    expect((await api.anonymous.get('/api/updates')).status).toBe(401)
  })
})
