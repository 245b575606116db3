import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const say = (who: Person, videoId: string, frame: number | null, page = 'a') =>
  who.put(`/api/videos/${videoId}/presence`, { page, frame })
const seen = async (who: Person, videoId: string, frame = 0) =>
  (await made(say(who, videoId, frame))).map(({ displayName, frame }: any) => `${displayName} ${frame}`)

async function team() {
  const [ann, ben, carl] = [
    await api.person(unique('Ann')),
    await api.person(unique('Ben')),
    await api.person(unique('Carl')),
  ]
  const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(ann.post(`/api/projects/${id}/members`, { userId: ben.id, role: 'viewer' }))
  const videoId = await makeVideo(api)
  await made(ann.post(`/api/projects/${id}/videos`, { videoId }))
  return { ann, ben, carl, videoId, projectId: id }
}

describe('who looks at a video', () => {
  it('is seen by members of a project that holds it, with the frame, and by nobody else', async () => {
    const { ann, ben, carl, videoId } = await team()
    const elsewhere = await makeVideo(api)
    expect(await seen(ann, videoId, 20)).toEqual([])
    expect(await seen(ben, videoId, 40)).toEqual([`${ann.username} 20`])
    expect(await seen(ann, videoId, 25)).toEqual([`${ben.username} 40`])
    expect(await seen(carl, videoId, 1)).toEqual([])
    expect(await seen(ann, videoId)).toEqual([`${ben.username} 40`])
    // A user with two pages is one viewer, at the frame of the page that was heard of last.
    await made(say(ben, videoId, 41, 'b'))
    expect(await seen(ann, videoId)).toEqual([`${ben.username} 41`])
    await made(say(ben, elsewhere, 1, 'b'))
    expect(await seen(ann, videoId)).toEqual([`${ben.username} 40`])
  })

  it('is forgotten when the page is left, after a minute, and with the membership', async () => {
    const { ann, ben, videoId, projectId } = await team()
    await made(say(ben, videoId, 7))
    await made(say(ben, videoId, null))
    expect(await seen(ann, videoId)).toEqual([])
    await made(say(ben, videoId, 7))
    const { db } = api.app.services
    await db
      .updateTable('presence')
      .set({ seenAt: new Date(Date.now() - 61_000) })
      .where('userId', '=', ben.id)
      .execute()
    expect(await seen(ann, videoId)).toEqual([])
    expect(await db.selectFrom('presence').select('page').where('userId', '=', ben.id).execute()).toEqual([])
    await made(ann.delete(`/api/projects/${projectId}/members/${ben.id}`))
    await made(say(ben, videoId, 8))
    expect(await seen(ann, videoId)).toEqual([])
  })

  it('is said in GraphQL, too, and refused for a video that is not there and for no frame', async () => {
    const { ann, ben, videoId } = await team()
    await made(say(ben, videoId, 3))
    const mutation = `mutation ($input: SetPresenceInput!) { setPresence(input: $input) { viewers { displayName frame } } }`
    const { setPresence } = await made(ann.graph(mutation, { input: { videoId, page: 'a', frame: 1 } }))
    expect(setPresence.viewers).toEqual([{ displayName: ben.username, frame: 3 }])
    expect((await say(ann, 'missing', 1)).status).toBe(404)
    const wrong = await say(ann, videoId, -1)
    expect([wrong.status, wrong.body.details[0].field]).toEqual([400, 'frame'])
    expect((await say(api.anonymous, videoId, 1)).status).toBe(401)
  })
})
