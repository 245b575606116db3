import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  ;[ann, ben] = [await api.person('ann'), await api.person('ben')]
})
afterAll(() => api.stop())

const claimsOf = (summaryId: string) => `/api/summaries/${summaryId}/claims`

async function forkable(owner: Person, resourceType: string, resourceId: string, to: object): Promise<string> {
  const share = { resourceType, resourceId, ...to, permissionLevel: 'forkable' }
  return (await made(owner.post('/api/sharing', share))).id
}

describe('a claim', () => {
  const partings: [string, (member: string) => Promise<Answer>][] = [
    ['was removed from its project', (member) => ann.delete(member)],
    ['became a viewer of its project', (member) => ann.put(member, { role: 'viewer' })],
  ]

  it.each(partings)('is not forked into the own summary of somebody who %s (SH-14)', async (_, part) => {
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const members = `/api/projects/${project.id}/members`
    await made(ann.post(members, { userId: ben.id, role: 'annotator' }))
    const { summaryId } = await makeContent(ben, 'v', project.id)
    const { claimId } = await makeContent(ben, 'v')
    const team = await made(ben.post('/api/groups', { name: 'Team', slug: unique('team') }))
    const shareId = await forkable(ben, 'claim', claimId, { sharedWithGroupId: team.id })
    const fork = () => ben.post(`/api/sharing/${shareId}/fork`, { summaryId })

    await made(fork())
    const before = await made(ann.get(claimsOf(summaryId)))
    expect(before).toHaveLength(2)
    await made(part(`${members}/${ben.id}`))
    const { status, body } = await fork()
    expect([status, body.error]).toEqual([404, 'Summary not found'])
    expect(await made(ann.get(claimsOf(summaryId)))).toEqual(before)
  })
})

describe('a persona', () => {
  it('is copied under its name, or under the one that the fork asks for, alone and with a summary', async () => {
    const { personaId, summaryId } = await makeContent(ann, await makeVideo(api))
    const { name } = await made(ann.get(`/api/personas/${personaId}`))
    const shareId = await forkable(ann, 'persona', personaId, { sharedWithUserId: ben.id })
    const fork = async (id: string, body: object) => (await made(ben.post(`/api/sharing/${id}/fork`, body))).resource
    expect((await fork(shareId, {})).name).toBe(name)
    const copy = await fork(shareId, { personaName: 'Pilot (copy)' })
    expect([copy.name, (await made(ben.get(`/api/personas/${copy.id}`))).name]).toEqual([
      'Pilot (copy)',
      'Pilot (copy)',
    ])
    const other = await forkable(ann, 'summary', summaryId, { sharedWithUserId: ben.id })
    const { personaId: copied } = await fork(other, { personaName: 'Pilot (2)' })
    expect((await made(ben.get(`/api/personas/${copied}`))).name).toBe('Pilot (2)')
    expect((await made(ann.get(`/api/personas/${personaId}`))).name).toBe(name)
    expect((await ben.post(`/api/sharing/${shareId}/fork`, { personaName: '' })).status).toBe(400)
  })
})

describe('a summary', () => {
  it('that cites its claims cites the copies of them in a fork (SH-13)', async () => {
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'S', role: 'r', informationNeed: 'i' }))
    const save = async (summary: unknown) =>
      (await made(ann.post('/api/summaries', { videoId: 'cited', personaId, summary }))).id as string
    const id = await save('')
    const claim = await made(ann.post(claimsOf(id), { text: 'A ferry leaves' }))
    const below = await made(ann.post(claimsOf(id), { text: 'It is white', parentClaimId: claim.id }))
    const citing = (...ids: string[]) => [
      { type: 'text', content: 'At noon ' },
      ...ids.map((refClaimId) => ({ type: 'claimRef', content: 'a ferry', refClaimId })),
    ]
    expect(await save(citing(claim.id, below.id))).toBe(id)

    const shareId = await forkable(ann, 'summary', id, { sharedWithUserId: ben.id })
    const fork = await made(ben.post(`/api/sharing/${shareId}/fork`))
    const [root] = await made(ben.get(claimsOf(fork.resourceId)))
    expect(root.id).not.toBe(claim.id)
    expect(fork.resource.summary).toEqual(citing(root.id, root.subclaims[0].id))
    const source = await made(ann.get(`/api/videos/cited/summaries/${personaId}`))
    expect(source.summary).toEqual(citing(claim.id, below.id))
  })
})
