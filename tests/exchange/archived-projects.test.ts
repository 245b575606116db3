import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { annotation, claim, claimRelation, entity, ontology, persona, sequence, typed } from './lines.js'
import { importLines, previewLines } from './support.js'

// A preview says of lines that go into an archived project what the import does with them (ST-04, I-40).

const archived = 'The project is archived: it can be read, not changed'
const track = { trackId: 'track-1' }
let api: TestApi
let ann: Person
let videoId: string
let content: Awaited<ReturnType<typeof makeContent>>
let elsewhere: Awaited<ReturnType<typeof makeContent>>

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

beforeEach(async () => {
  ann = await api.person()
  videoId = await makeVideo(api)
  const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  content = await makeContent(ann, videoId, id)
  elsewhere = await makeContent(ann, videoId)
  await made(ann.put(`/api/annotations/${content.annotationId}`, { frames: { ...frames, ...track } }))
  await made(ann.put(`/api/projects/${id}`, { isArchived: true }))
})

const options = (more: object, atomic: boolean) => ({ ...more, transaction: { atomic } })
const errorsOf = (body: any) => body.errors.map((one: any) => [one.line, one.message])

const cases: [string, () => unknown[], object, [number, string][]][] = [
  [
    'replace a persona and its ontology',
    () => [persona({ id: content.personaId }), ontology(content.personaId), entity('e')],
    { conflictResolution: { personas: 'replace' } },
    [
      [1, archived],
      [2, archived],
    ],
  ],
  [
    'add to an ontology alone',
    () => [ontology(content.personaId), entity('e')],
    { conflictResolution: { personas: 'merge' } },
    [[1, archived]],
  ],
  [
    'add claims and relations',
    () => {
      const root = claim(content.summaryId, { text: 'New' })
      const below = claim(content.summaryId, { text: 'Newer', parentClaimId: root.data.id })
      const other = claim(elsewhere.summaryId, { text: 'Elsewhere' })
      return [
        root,
        below,
        other,
        claimRelation(content.claimId, other.data.id as string),
        claimRelation(other.data.id as string, root.data.id as string),
        claimRelation(other.data.id as string, content.claimId, { relationTypeId: 'refines' }),
      ]
    },
    {},
    [
      [1, archived],
      [2, archived],
      [4, archived],
      [5, 'A claim that it relates is not imported'],
    ],
  ],
  [
    'overwrite an annotation',
    () => [
      annotation({
        id: content.annotationId,
        videoId,
        annotationType: 'object',
        boundingBoxSequence: sequence([0, 5]),
      }),
      typed(elsewhere.personaId, 'ship', { videoId, boundingBoxSequence: sequence([100, 110]) }),
    ],
    { conflictResolution: { duplicateIds: 'overwrite' }, validation: { validateReferences: false } },
    [[1, archived]],
  ],
  [
    'merge frames into an annotation',
    () => [
      annotation({ videoId, annotationType: 'object', boundingBoxSequence: sequence([0, 10], track) }),
      typed(elsewhere.personaId, 'ship', { videoId, boundingBoxSequence: sequence([100, 110]) }),
    ],
    { conflictResolution: { overlappingFrames: 'merge' }, validation: { validateReferences: false } },
    [[1, archived]],
  ],
]

describe('lines that go into an archived project', () => {
  it.each(cases)(
    'fail one by one where the import is not atomic, as the preview says: those that %s',
    async (...one) => {
      const [, lines, more, errors] = one
      const all = lines()
      const preview = await previewLines(ann, all, options(more, false))
      const result = await importLines(ann, all, options(more, false))
      expect([preview.status, errorsOf(preview.body)]).toEqual([200, errors])
      expect([result.status, errorsOf(result.body)]).toEqual([200, errors])
      expect(preview.body.summary).toEqual(result.body.summary)
      expect(result.body.summary.failedLines).toBe(errors.length)
    },
  )

  it.each(cases)('stop an atomic import, as the preview says: those that %s', async (...one) => {
    const [, lines, more, errors] = one
    const all = lines()
    const preview = await previewLines(ann, all, options(more, true))
    expect([preview.status, preview.body.success, errorsOf(preview.body)]).toEqual([200, false, errors])
    expect(preview.body.summary.processedLines).toBe(0)
    const refused = await importLines(ann, all, options(more, true))
    expect([refused.status, refused.body.message]).toEqual([409, archived])
  })

  it('are no fault where they leave what is archived alone', async () => {
    const lines = [persona({ id: content.personaId }), ontology(content.personaId), entity('e')]
    const preview = await previewLines(ann, lines, {})
    const { status, body } = await importLines(ann, lines, {})
    expect([status, body.errors, body.summary]).toEqual([200, [], preview.body.summary])
  })
})
