import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

// A review is about what the reviewer saw: whoever edits it afterwards opens it again, by whichever door.

let api: TestApi
let ann: Person
let rita: Person
let projectId: string
let content: Awaited<ReturnType<typeof makeContent>>
let videoId: string

beforeAll(async () => {
  api = await startApi({ SEQUENCES_IN_PARTS: 'true' })
  ;[ann, rita] = [await api.person(), await api.person()]
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: rita.id, role: 'reviewer' }))
})
afterAll(() => api.stop())
beforeEach(async () => {
  videoId = await makeVideo(api)
  content = await makeContent(ann, videoId, projectId)
  await made(review('accepted', 'Good'))
})

const ids = () => [content.annotationId, content.claimId, content.summaryId]
const review = (state: string, note?: string) => rita.post('/api/reviews', { ids: ids(), state, note })

type Kind = 'annotation' | 'claim' | 'summary'
async function reviewOf(kind: Kind) {
  const id = content[`${kind}Id` as const]
  const fields = 'version reviewState reviewedBy: reviewerId reviewedAt reviewNote'
  return (await made(ann.graph(`{ ${kind}(id: "${id}") { ${fields} } }`)))[kind]
}
const open = { reviewState: 'OPEN', reviewedBy: null, reviewedAt: null, reviewNote: null }
const box = (frameNumber: number) => ({ frameNumber, x: 5, y: 5, width: 5, height: 5, isKeyframe: true })

const edits: [what: string, kind: Kind, edit: () => Promise<unknown>][] = [
  ['PUT of an annotation', 'annotation', () => ann.put(`/api/annotations/${content.annotationId}`, { label: 'pilot' })],
  [
    'PATCH of its keyframes',
    'annotation',
    () => ann.patch(`/api/annotations/${content.annotationId}/sequence`, { upsert: [box(3)] }),
  ],
  [
    'updateAnnotation',
    'annotation',
    () =>
      ann.graph(
        `mutation { updateAnnotation(input: { id: "${content.annotationId}", confidence: 0.2 }) { annotation { id } } }`,
      ),
  ],
  [
    'patchSequence',
    'annotation',
    () =>
      ann.graph(`mutation { patchSequence(input: { id: "${content.annotationId}",
        upsert: [{ frameNumber: 2, x: 1, y: 1, width: 2, height: 2 }] }) { annotation { id } } }`),
  ],
  ['PUT of a claim', 'claim', () => ann.put(`/api/claims/${content.claimId}`, { text: 'Two ferries leave' })],
  [
    'updateClaim',
    'claim',
    () =>
      ann.graph(`mutation { updateClaim(input: { id: "${content.claimId}", comment: "See 0:34" }) { claim { id } } }`),
  ],
  [
    'POST of a summary that is there',
    'summary',
    () => ann.post('/api/summaries', { videoId, personaId: content.personaId, summary: 'Another text.' }),
  ],
  [
    'updateSummary',
    'summary',
    () =>
      ann.graph(
        `mutation { updateSummary(input: { id: "${content.summaryId}", summary: [{ type: TEXT, content: "No." }] }) { summary { id } } }`,
      ),
  ],
]

describe('an edit by somebody else than the reviewer', () => {
  it.each(edits)('opens the review again: %s', async (_what, kind, edit) => {
    expect(await reviewOf(kind)).toMatchObject({ reviewState: 'ACCEPTED', reviewedBy: rita.id, reviewNote: 'Good' })
    const before = await reviewOf(kind)
    await made(edit() as Promise<any>)
    expect(await reviewOf(kind)).toEqual({ ...open, version: before.version + 1 })
    // What was not edited stays reviewed.
    for (const other of (['annotation', 'claim', 'summary'] as const).filter((one) => one !== kind))
      expect(await reviewOf(other)).toMatchObject({ reviewState: 'ACCEPTED', reviewedBy: rita.id })
  })

  it('opens it where an earlier version is restored', async () => {
    await made(ann.put(`/api/claims/${content.claimId}`, { text: 'Two ferries leave' }))
    await made(review('rejected', 'One'))
    await made(ann.post(`/api/history/claim/${content.claimId}/restore`, { version: 1 }))
    expect(await reviewOf('claim')).toMatchObject(open)
  })

  it('opens it where a type that the text refers to is removed', async () => {
    const gloss = [{ type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: content.personaId }]
    await made(ann.put(`/api/claims/${content.claimId}`, { gloss }))
    await made(review('accepted'))
    await made(ann.delete(`/api/personas/${content.personaId}/ontology/entities/ship`))
    expect(await reviewOf('claim')).toMatchObject(open)
  })

  it('opens it also while no log of changes is kept', async () => {
    const other = await startApi({ HISTORY_DAYS: '0' })
    try {
      const [maker, judge] = [await other.person(), await other.person()]
      const port = (await made(maker.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
      await made(maker.post(`/api/projects/${port}/members`, { userId: judge.id, role: 'reviewer' }))
      const { claimId } = await makeContent(maker, await makeVideo(other), port)
      await made(judge.post('/api/reviews', { ids: [claimId], state: 'accepted' }))
      await made(judge.put(`/api/claims/${claimId}`, { confidence: 0.9 }))
      expect(await made(maker.get(`/api/claims/${claimId}`))).toMatchObject({ reviewState: 'accepted' })
      await made(maker.put(`/api/claims/${claimId}`, { text: 'No' }))
      expect(await made(maker.get(`/api/claims/${claimId}`))).toMatchObject({ reviewState: 'open', reviewedBy: null })
    } finally {
      await other.stop()
    }
  })
})

describe('a review stays', () => {
  it('where the reviewer edits, and where an editor had it open before the review', async () => {
    const before = await reviewOf('claim')
    await made(rita.put(`/api/claims/${content.claimId}`, { confidence: 0.8, comment: 'Sure' }))
    await made(rita.put(`/api/annotations/${content.annotationId}`, { confidence: 0.8 }))
    expect(await reviewOf('claim')).toEqual({ ...before, version: before.version + 1 })
    expect(await reviewOf('annotation')).toMatchObject({ reviewState: 'ACCEPTED', reviewedBy: rita.id })

    // The annotator opened it at this version, and the review that came after raised none.
    const { version } = await reviewOf('summary')
    await made(review('rejected', 'Why?'))
    const changed = await ann.put(
      `/api/videos/${videoId}/summaries/${content.summaryId}`,
      { comment: 'Because' },
      { 'if-match': `"${version}"` },
    )
    expect(changed.status).toBe(200)
  })

  it('where claims are added below it, related to it or shared, which changes nothing of its own', async () => {
    const before = [await reviewOf('claim'), await reviewOf('summary')]
    const path = `/api/summaries/${content.summaryId}/claims`
    const { id } = await made(ann.post(path, { text: 'Below', parentClaimId: content.claimId }))
    await made(ann.post(`/api/claims/${content.claimId}/relations`, { targetClaimId: id, relationTypeId: 'supports' }))
    expect([await reviewOf('claim'), await reviewOf('summary')]).toEqual(before)
  })

  it('in the trash, and is not taken over by a fork', async () => {
    const trashed = (await made(ann.get('/api/trash'))).trash.length
    await made(ann.delete(`/api/claims/${content.claimId}`))
    const { trash } = await made(ann.get('/api/trash'))
    expect(trash).toHaveLength(trashed + 1)
    await made(ann.post(`/api/trash/${encodeURIComponent(trash[0].id)}/restore`))
    expect(await reviewOf('claim')).toMatchObject({ reviewState: 'ACCEPTED', reviewedBy: rita.id, reviewNote: 'Good' })

    const ben = await api.person()
    const resource = { resourceType: 'annotation', resourceId: content.annotationId, permissionLevel: 'forkable' }
    const share = await made(ann.post('/api/sharing', { ...resource, sharedWithUserId: ben.id }))
    const fork = await made(ben.post(`/api/sharing/${share.id}/fork`))
    expect(fork.resource).toMatchObject({
      id: fork.resourceId,
      reviewState: 'open',
      reviewedBy: null,
      reviewNote: null,
    })
  })
})
