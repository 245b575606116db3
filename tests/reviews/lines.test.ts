import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { annotation, claim, persona, sequence, summary } from '../exchange/lines.js'
import { exportLines, importLines, previewLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

// Lines of exports say who reviewed what, when and why, and imports keep it.

let api: TestApi
let ann: Person
let rita: Person
let projectId: string
let content: Awaited<ReturnType<typeof makeContent>>

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  ;[ann, rita] = [await api.person(), await api.person()]
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: rita.id, role: 'reviewer' }))
  content = await makeContent(ann, await makeVideo(api), projectId)
})

const review = (ids: string[], state: string, note?: string) => rita.post('/api/reviews', { ids, state, note })
const reviewed = ['annotation', 'claim', 'summary']
const of = (lines: any[], id: string) => lines.find(({ data }) => data.id === id)?.data
/** The review that lines carry, by kind and text or label. */
const reviewsIn = (lines: any[]) =>
  lines
    .filter(({ type }) => reviewed.includes(type))
    .map(({ type, data }) => [type, data.reviewState, data.reviewedBy, data.reviewedAt, data.reviewNote])
    .sort()
const at = '2025-03-04T05:06:07.089Z'
const accepted = { reviewState: 'accepted', reviewedAt: at, reviewNote: 'Good "so"\nfar' }
/** The annotations of the importer, by their labels. */
const annotationsOf = async (who: Person) =>
  (
    await made(
      who.graph('{ annotations { nodes { id label reviewState reviewedBy: reviewerId reviewedAt reviewNote } } }'),
    )
  ).annotations.nodes

describe('the lines of an export', () => {
  it('have the review of what was accepted or rejected, and nothing of what is open', async () => {
    // The position of an export is where everything before is committed: other suites may still hold that back.
    await settled(api)
    const whole = await ann.request('/api/export/all')
    expect([whole.status, (await whole.text()).length > 0]).toEqual([200, true])
    const since = whole.headers.get('x-export-position') ?? ''
    const { body } = await review([content.annotationId, content.summaryId], 'accepted', 'Good "so"\nfar')
    await made(review([content.claimId], 'rejected'))
    const lines = await exportLines(ann)
    const said = { reviewedBy: rita.id, reviewedAt: body.items[0].reviewedAt }
    expect(of(lines, content.annotationId)).toMatchObject({ ...said, ...accepted, reviewedAt: said.reviewedAt })
    expect(of(lines, content.summaryId)).toMatchObject({ ...said, ...accepted, reviewedAt: said.reviewedAt })
    expect(of(lines, content.claimId)).toMatchObject({ reviewState: 'rejected', reviewedBy: rita.id, reviewNote: null })
    const members = Object.keys(of(lines, content.otherClaimId))
    expect(members.filter((name) => name.startsWith('review'))).toEqual([])
    // Other files, and the feed of changes, have the same lines.
    const annotations = await exportLines(ann, '/api/export')
    expect(annotations.map(({ id, reviewState }) => [id, reviewState])).toEqual([[content.annotationId, 'accepted']])
    const blocks = await exportLines(ann, '/api/export/summaries')
    expect(of(blocks, content.claimId)).toEqual(of(lines, content.claimId))
    await settled(api)
    const feed = await exportLines(ann, `/api/changes?since=${encodeURIComponent(since)}`)
    const changed = feed.filter(({ type }) => reviewed.includes(type))
    expect(changed.map(({ id }) => id).sort()).toEqual(
      [content.annotationId, content.summaryId, content.claimId].sort(),
    )
    for (const { id, line } of changed) expect(line.data).toEqual(of(lines, id))
  })

  it('can be chosen by the state of review, with what they refer to', async () => {
    await made(review([content.otherClaimId], 'accepted'))
    const ids = async (path: string) => (await exportLines(ann, path)).map(({ data }) => data.id)
    const { claimId, otherClaimId, summaryId, annotationId, relationId, personaId } = content
    const all = await ids('/api/export/all?reviewStates=accepted')
    expect(all).toEqual(expect.arrayContaining([personaId, summaryId, claimId, otherClaimId, relationId]))
    expect(all).not.toContain(annotationId)
    expect(await ids('/api/export/summaries?reviewStates=rejected')).toEqual([])
    await made(review([claimId, annotationId], 'rejected'))
    expect(await ids('/api/export/all?reviewStates=rejected')).not.toContain(otherClaimId)
    expect(await ids('/api/export/all?reviewStates=rejected&reviewStates=accepted')).toEqual(
      expect.arrayContaining([summaryId, claimId, otherClaimId, annotationId]),
    )
    const stats = await made(ann.get('/api/export/stats?reviewStates=rejected'))
    expect([stats.annotationCount, stats.claimCount, stats.summaryCount]).toEqual([1, 1, 1])
    const { exportStats } = await made(
      ann.graph('{ exportStats(filter: { reviewStates: [ACCEPTED] }) { annotationCount claimCount } }'),
    )
    expect(exportStats).toEqual({ annotationCount: 0, claimCount: 2 })
    const { status, body } = await ann.get('/api/export/all?reviewStates=done')
    expect([status, body.details?.[0]?.field]).toEqual([400, 'reviewStates'])
  })
})

describe('an import', () => {
  it('gives the same lines back that an export had, on this server and on another one', async () => {
    await made(review([content.annotationId, content.summaryId], 'accepted', 'Good'))
    await made(review([content.claimId], 'rejected', 'No'))
    const lines = await exportLines(ann)
    const ben = await api.person()
    // What the ids belong to is somebody else's: they are given new ones.
    const { body } = await importLines(ben, lines)
    expect([body.success, body.errors]).toEqual([true, []])
    expect(reviewsIn(await exportLines(ben))).toEqual(reviewsIn(lines))

    const other = await startApi()
    try {
      const cat = await other.person()
      expect((await importLines(cat, lines)).body.success).toBe(true)
      const unknown = reviewsIn(lines).map(([type, state, by, when, note]) => [type, state, by && null, when, note])
      expect(reviewsIn(await exportLines(cat))).toEqual(unknown)
    } finally {
      await other.stop()
    }
  })

  it('keeps the review of a line that replaces an annotation, and opens that of one it changes otherwise', async () => {
    const videoId = await makeVideo(api)
    const line = (more: object) => annotation({ videoId, ...more })
    const stored = line({ objectLink: { objectId: 'a', objectType: 'entity' } }) as any
    const options = { validation: { validateReferences: false } }
    expect((await importLines(ann, [stored], options)).body.success).toBe(true)
    const { id } = stored.data
    const with_ = (conflictResolution: object) => ({ ...options, conflictResolution })
    const now = async () => (await annotationsOf(ann)).find((one: any) => one.id === id)
    const replacing = { ...stored, data: { ...stored.data, ...accepted, reviewedBy: rita.id, label: 'b' } }

    const preview = await previewLines(ann, [replacing], with_({ duplicateIds: 'overwrite' }))
    expect(preview.body.warnings).toEqual([])
    for (let times = 0; times < 2; times++) {
      const { body } = await importLines(ann, [replacing], with_({ duplicateIds: 'overwrite' }))
      expect(body.warnings).toEqual([])
      expect(await now()).toMatchObject({ reviewState: 'ACCEPTED', reviewedBy: rita.id, reviewedAt: at })
    }
    // A line without a review is an edit like any other: one that changes nothing keeps the review.
    await importLines(ann, [stored], with_({ duplicateIds: 'overwrite' }))
    expect(await now()).toMatchObject({ reviewState: 'ACCEPTED', reviewedBy: rita.id })
    const changed = { ...stored, data: { ...stored.data, confidence: 0.25 } }
    await importLines(ann, [changed], with_({ duplicateIds: 'overwrite' }))
    expect(await now()).toMatchObject({ reviewState: 'OPEN', reviewedBy: null })

    const further = (frames: number[], more: object = {}) => ({
      ...replacing,
      data: { ...replacing.data, boundingBoxSequence: sequence(frames), ...more },
    })
    for (const [conflictResolution, sent] of [
      [{ duplicateIds: 'merge' }, further([20, 30])],
      [{ overlappingFrames: 'merge' }, further([5, 40], { id: persona().data.id })],
      [{ overlappingFrames: 'overwrite' }, further([5, 50], { id: persona().data.id })],
    ] as const) {
      await importLines(ann, [replacing], with_({ duplicateIds: 'overwrite' }))
      expect((await now()).reviewState).toBe('ACCEPTED')
      const { body } = await importLines(ann, [sent], with_(conflictResolution))
      expect([body.success, JSON.stringify(conflictResolution)]).toEqual([true, JSON.stringify(conflictResolution)])
      expect(await now(), JSON.stringify(conflictResolution)).toMatchObject({ reviewState: 'OPEN', reviewNote: null })
    }
  })

  it('leaves the review out, with a warning, where the importer may not review', async () => {
    const cara = await api.person()
    await made(ann.post(`/api/projects/${projectId}/members`, { userId: cara.id, role: 'annotator' }))
    const { annotationId } = await makeContent(cara, await makeVideo(api), projectId)
    const line = claim(content.summaryId, { ...accepted, reviewedBy: rita.id }) as any
    const own = (await exportLines(cara)).find(({ data }) => data.id === annotationId)
    const forged = { ...own, data: { ...own.data, ...accepted, reviewedBy: rita.id } }
    const options = { conflictResolution: { duplicateIds: 'overwrite' } }
    const warned = [
      [1, 'review_left_out'],
      [2, 'review_left_out'],
    ]
    const warnings = (body: any) =>
      body.warnings.filter(({ type }: any) => type === 'review_left_out').map((one: any) => [one.line, one.type])
    // Annotators may change what they made, but the permission table does not let them review.
    const refused = await importLines(cara, [line, forged], options)
    expect(warnings(refused.body)).toEqual(warned)
    const added = await made(ann.get(`/api/claims/${line.data.id}`))
    expect(added).toMatchObject({ reviewState: 'open', reviewedBy: null })
    expect((await annotationsOf(cara)).find(({ id }: any) => id === annotationId).reviewState).toBe('OPEN')
    const again = { ...line, data: { ...line.data, id: claim('').data.id } }
    const strict = await importLines(cara, [again], { validation: { strictMode: true } })
    expect(strict.body.success).toBe(false)
    // The owner of the project may review, and keeps what the line says.
    const owners = (await exportLines(ann)).find(({ data }) => data.id === content.annotationId)
    const judged = { ...owners, data: { ...owners.data, ...accepted, reviewedBy: rita.id } }
    const kept = await importLines(ann, [again, judged], options)
    expect([kept.body.success, warnings(kept.body)]).toEqual([true, []])
    expect(await made(ann.get(`/api/claims/${again.data.id}`))).toMatchObject({ ...accepted, reviewedBy: rita.id })
    expect((await annotationsOf(ann)).find(({ id }: any) => id === content.annotationId).reviewState).toBe('ACCEPTED')
  })

  it('refuses a state that is none, and takes a reviewer or a time that is none for unknown', async () => {
    const me = persona() as any
    const made_ = (more: object) => summary(me.data.id, { videoId: unique('v'), ...more })
    const { body } = await importLines(ann, [
      me,
      made_({ reviewState: 'maybe' }),
      made_({ ...accepted, reviewedBy: 'somebody', reviewedAt: 'yesterday' }),
      made_({ reviewState: 'open', reviewNote: 'not read' }),
    ])
    expect(body.warnings.map(({ line, type }: any) => [line, type])).toEqual([
      [2, 'validation'],
      [3, 'invalid_time'],
    ])
    const lines = (await exportLines(ann)).filter(({ data }) => data.personaId === me.data.id && data.videoId)
    expect(reviewsIn(lines)).toEqual([
      ['summary', undefined, undefined, undefined, undefined],
      ['summary', 'accepted', null, null, accepted.reviewNote],
    ])
  })
})
