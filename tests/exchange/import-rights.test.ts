import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { annotation, claim, claimRelation, line, ontology, persona, sequence, summary, typed } from './lines.js'
import { exportLines, importLines, previewLines } from './support.js'

// An import may write exactly where its caller may write by REST and GraphQL.

const track = { trackId: 'track-1' }
let api: TestApi
let videoId: string
let ann: Person
let chief: Person
let projectId: string

beforeAll(async () => {
  api = await startApi()
  videoId = await makeVideo(api)
})
afterAll(() => api.stop())

beforeEach(async () => {
  ann = await api.person()
  chief = await api.person()
  projectId = (await made(chief.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  await made(chief.post(`/api/projects/${projectId}/members`, { userId: ann.id, role: 'annotator' }))
})

const become = async (role: string) => made(chief.put(`/api/projects/${projectId}/members/${ann.id}`, { role }))

const imported = (body: any) => Object.values<number>(body.summary.importedItems).reduce((sum, one) => sum + one, 0)
const conflicts = (body: any) => body.conflicts.map((one: any) => [one.type, one.resolution])

describe("an import into a project whose rows are no longer the caller's to change (PM-10)", () => {
  let content: Awaited<ReturnType<typeof makeContent>>
  beforeEach(async () => {
    content = await makeContent(ann, videoId, projectId)
    await made(ann.put(`/api/annotations/${content.annotationId}`, { frames: { ...frames, ...track } }))
    await become('viewer')
  })
  const seen = async () => [
    (await made(chief.get(`/api/personas/${content.personaId}`))).name,
    (await made(chief.get(`/api/personas/${content.personaId}/ontology`))).entities,
    (await made(chief.get(`/api/annotations/${content.annotationId}`))).frames,
  ]

  it.each(['replace', 'merge'])(
    'leaves persona and ontology as they are, whatever the options say: %s',
    async (how) => {
      const before = await seen()
      expect((await ann.put(`/api/personas/${content.personaId}`, { name: 'Mine' })).status).toBe(404)
      const line = persona({ id: content.personaId, name: 'Mine' })
      const met = ['duplicate-persona', 'skip']
      for (const [lines, conflict] of [
        [[line, ontology(content.personaId)], met],
        [[ontology(content.personaId)], ['missing-dependency', 'skip-item']],
      ] as const) {
        const { body } = await importLines(ann, lines, { conflictResolution: { personas: how } })
        expect([imported(body), conflicts(body)]).toEqual([0, [conflict]])
      }
      expect(await seen()).toEqual(before)
    },
  )

  it.each([
    ['by its id', (id: string) => ({ id }), { duplicateIds: 'overwrite' }, 'duplicate-sequence'],
    ['by its id', (id: string) => ({ id }), { duplicateIds: 'merge' }, 'duplicate-sequence'],
    ['by its frames', () => ({}), { overlappingFrames: 'merge' }, 'overlapping-frames'],
    ['by its frames', () => ({}), { overlappingFrames: 'overwrite' }, 'overlapping-frames'],
  ])('leaves an annotation as it is that a line meets %s (%s, %o)', async (_, idOf, conflictResolution, type) => {
    const before = await seen()
    const own = annotation({
      videoId,
      annotationType: 'object',
      boundingBoxSequence: sequence([0, 10], track),
      ...idOf(content.annotationId),
    })
    const { body } = await importLines(ann, [own], { conflictResolution, validation: { validateReferences: false } })
    expect([imported(body), conflicts(body)]).toEqual([0, [[type, 'skip']]])
    expect(await seen()).toEqual(before)
  })
})

describe('an annotation of a file', () => {
  it('adds no type to a persona of an archived project (ST-04, I-21)', async () => {
    const { personaId } = await makeContent(ann, videoId, projectId)
    const path = `/api/personas/${personaId}/ontology`
    const before = await made(ann.get(path))
    await made(chief.put(`/api/projects/${projectId}`, { isArchived: true }))
    const lines = [typed(personaId, 'boat', { videoId })]
    const { body } = await importLines(ann, lines, { conflictResolution: { missingDependencies: 'create' } })
    expect([imported(body), conflicts(body)]).toEqual([0, [['missing-dependency', 'create']]])
    expect(await made(ann.get(path))).toEqual(before)
    await made(chief.put(`/api/projects/${projectId}`, { isArchived: false }))
  })

  it('follows the object of the kind that it links to, where another kind has the same id (I-23)', async () => {
    const data = { videoId, objectLink: { objectId: 'x', objectType: 'event' } }
    const lines = [line('entity', { id: 'x' }), line('event', { id: 'x' }), annotation(data)]
    const { body } = await importLines(ann, lines, { conflictResolution: { duplicateIds: 'regenerate-id' } })
    expect(body.summary.importedItems).toMatchObject({ entities: 1, events: 1, annotations: 1 })
    const stored = await exportLines(ann)
    const [event] = stored.filter(({ type }) => type === 'event')
    const [linked] = stored.filter(({ type }) => type === 'annotation')
    expect(linked.data.objectLink).toEqual({ objectId: event.data.id, objectType: 'event' })
  })
})

describe('claims and relations of a file', () => {
  it("do not go to the caller's own summary where they may add none any more, named in the file or not (PM-10)", async () => {
    const { personaId, summaryId } = await makeContent(ann, videoId)
    await made(ann.put(`/api/videos/${videoId}/summaries/${summaryId}`, { projectId }))
    await become('viewer')
    expect((await ann.post(`/api/summaries/${summaryId}/claims`, { text: 'Mine' })).status).toBe(404)
    const lines = [summary(personaId, { id: summaryId, videoId }), claim(summaryId, { text: 'Mine' })]
    for (const door of [previewLines, importLines]) {
      const { body } = await door(ann, lines)
      expect(conflicts(body)).toEqual([
        ['duplicate-summary', 'skip'],
        ['missing-dependency', 'skip-item'],
      ])
    }
    const texts = (await made(chief.get(`/api/summaries/${summaryId}/claims`))).map((one: any) => one.text)
    expect(texts).not.toContain('Mine')
  })

  it('that an earlier version left outside of the project are brought into it, archived or not', async () => {
    const { summaryId } = await makeContent(chief, videoId, projectId)
    const { pool } = api.app.services
    const projects = async () => {
      const { rows } = await pool.query('select distinct project_id as id from claims where summary_id = $1', [
        summaryId,
      ])
      return rows.map(({ id }) => id)
    }
    await pool.query('update claims set project_id = null where summary_id = $1', [summaryId])
    await made(chief.put(`/api/projects/${projectId}`, { isArchived: true }))
    const step = readFileSync('db/migrations/0198_claims_of_projects.sql', 'utf8')
    while ((await pool.query(step)).rowCount);
    expect(await projects()).toEqual([projectId])
    await made(chief.put(`/api/projects/${projectId}`, { isArchived: false }))
  })

  it('are in the project of the summary that they join: its members read them, and archived it takes none (PM-12, ST-04)', async () => {
    const { summaryId } = await makeContent(chief, videoId, projectId)
    const ben = await api.person()
    await made(chief.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'viewer' }))
    const added = claim(summaryId, { text: 'Added by hand' })
    expect(imported((await importLines(ann, [added])).body)).toBe(1)
    const texts = (await made(ben.get(`/api/summaries/${summaryId}/claims`))).map((one: any) => one.text)
    expect(texts).toContain('Added by hand')
    expect((await made(ben.get(`/api/claims/${added.data.id}`))).projectId).toBe(projectId)
    await made(chief.put(`/api/projects/${projectId}`, { isArchived: true }))
    const refused = await importLines(ann, [claim(summaryId)])
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The project is archived: it can be read, not changed',
    ])
    await made(chief.put(`/api/projects/${projectId}`, { isArchived: false }))
  })

  it('hang relations on claims that the caller may change, and on no others (SH-09)', async () => {
    const { summaryId, claimId, otherClaimId } = await makeContent(chief, videoId)
    await made(
      chief.post('/api/sharing', {
        resourceType: 'summary',
        resourceId: summaryId,
        sharedWithUserId: ann.id,
        permissionLevel: 'read_only',
      }),
    )
    const input = { targetClaimId: claimId, relationTypeId: 'contradicts' }
    expect((await ann.post(`/api/claims/${otherClaimId}/relations`, input)).status).toBe(404)
    const line = claimRelation(otherClaimId, claimId, { relationTypeId: 'contradicts' })
    for (const door of [previewLines, importLines]) {
      const { body } = await door(ann, [line])
      expect(conflicts(body)).toEqual([['missing-dependency', 'skip-item']])
    }
    expect((await made(chief.get(`/api/claims/${otherClaimId}/relations`))).outgoing).toEqual([])
    await made(ann.get(`/api/claims/${claimId}/relations`))
  })

  it("go to a manager's summary in the project where an annotator may add claims (PM-12)", async () => {
    const { summaryId } = await makeContent(chief, videoId, projectId)
    const added = claim(summaryId, { text: 'Added by hand' })
    await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: 'Added by hand' }))
    const { body } = await importLines(ann, [added])
    expect([imported(body), conflicts(body)]).toEqual([1, []])
    await become('viewer')
    const refused = (await importLines(ann, [claim(summaryId)])).body
    expect(conflicts(refused)).toEqual([['missing-dependency', 'skip-item']])
  })
})
