import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo } from '../support/workspace.js'
import { box, entity, ontology, persona, typed } from './lines.js'
import { exportText, importLines, previewLines } from './support.js'

// An import takes lines of at most 32 MiB, so nothing may grow beyond what an export can write as one line.

const long = (what: string) => `${what} may take at most 31 MiB as JSON: an export is to write it as one line`
const megabyte = 1024 * 1024
const words = (megabytes: number) => 'x'.repeat(megabytes * megabyte)
const filler = (id: string, megabytes: number) => ({ id, name: id, gloss: [], note: words(megabytes) })
let api: TestApi
let ann: Person
let videoId: string
let content: Awaited<ReturnType<typeof makeContent>>

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  ann = await api.person()
  videoId = await makeVideo(api)
  content = await makeContent(ann, videoId)
})

const longest = (text: string) => Math.max(...text.split('\n').map((line) => Buffer.byteLength(line)))

describe('an ontology', () => {
  it('grows array by array only as far as a line of an export reaches, by REST and GraphQL', async () => {
    const { personaId } = content
    const path = `/api/personas/${personaId}/ontology`
    await made(ann.put(path, { entities: [filler('a', 15)] }))
    await made(ann.put(path, { events: [filler('b', 15)] }))
    for (const refused of [
      await ann.put(path, { roles: [filler('c', 2)] }),
      await ann.put(path, { relations: [words(2)] }),
    ])
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        400,
        'VALIDATION_ERROR',
        long('An ontology'),
      ])
    const { errors } = await ann.graph(
      'mutation ($input: UpdateOntologyInput!) { updateOntology(input: $input) { ontology { version } } }',
      { input: { personaId, roleTypes: [{ key: 'c', name: 'c', extra: { note: words(2) } }] } },
    )
    expect(errors?.[0]).toMatchObject({ message: long('An ontology'), extensions: { code: 'VALIDATION_ERROR' } })
    // What one array gives up, another may take in the same request.
    await made(ann.put(path, { events: [], entities: [filler('a', 22)] }))
  })

  it('of the greatest size is imported as it was exported', async () => {
    const path = `/api/personas/${content.personaId}/ontology`
    const defined = { id: 'd', name: 'd', definition: words(4) }
    await made(ann.put(path, { entities: [filler('a', 15)], events: [] }))
    expect((await ann.put(path, { events: [filler('b', 8), defined] })).body.message).toBe(long('An ontology'))
    await made(ann.put(path, { events: [filler('b', 6), defined] }))
    const text = await exportText(ann, '/api/export/personas')
    expect(longest(text)).toBeGreaterThan(28 * megabyte)
    expect(longest(text)).toBeLessThan(32 * megabyte)
    const ben = await api.person()
    expect((await made(importLines(ben, text))).errors).toEqual([])
    expect(longest(await exportText(ben, '/api/export/personas'))).toBe(longest(text))
  })
})

describe('whatever an export writes as one line', () => {
  const parts = (text: string, count: number) => Array.from({ length: count }, () => ({ type: 'text', content: text }))
  const note = parts(words(0.5), 36)
  const halves: [string, () => [path: string, half: object, other: object]][] = [
    ['a claim', () => [`/api/claims/${content.claimId}`, { claimerGloss: note }, { gloss: note }]],
  ]

  it.each(halves)('grows change by change only as far as a line reaches: %s', async (_what, of) => {
    const [path, half, other] = of()
    await made(ann.put(path, half))
    const refused = await ann.put(path, other)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([400, 'VALIDATION_ERROR', long('This')])
    expect(longest(await exportText(ann))).toBeLessThan(32 * megabyte)
    // What is there can be made smaller, and the other half then fits.
    await made(ann.put(path, Object.fromEntries(Object.keys(half).map((name) => [name, null]))))
    await made(ann.put(path, other))
  })

  // Each takes seconds of a core, so that the preview of an atomic import is left out.
  const ways = [
    ['a preview', previewLines, false],
    ['an atomic import', importLines, true],
    ['an import', importLines, false],
  ] as [what: string, door: typeof importLines, atomic: boolean][]

  /** Expects that these lines of a file are refused, and all of it where the import is atomic. */
  async function refused([_what, door, atomic]: (typeof ways)[number], file: unknown[], errors: unknown[]) {
    const text = file.map((line) => JSON.stringify(line) + '\n').join('')
    const conflictResolution = {
      ...{ personas: 'merge', worldObjects: 'merge-assignments' },
      sequences: { duplicateSequenceIds: 'merge-keyframes' },
    }
    const options = { conflictResolution, transaction: { atomic }, validation: { validateReferences: false } }
    const { body } = await door(ann, text, options)
    expect(body.errors.map((one: any) => [one.line, one.message])).toEqual(errors)
    expect(body.summary.failedLines).toBe(atomic ? file.length : errors.length)
  }

  it.each(ways)('grows by imports only as far, which %s says line by line', async (...way) => {
    const { personaId, annotationId } = content
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [filler('a', 15)] }))
    const members = (from: number) => Array.from({ length: 16 }, (_, i) => `${from + i}${words(1)}`)
    const collection = (from: number) => ({ id: 'k', name: 'k', entityIds: members(from) })
    await made(ann.put('/api/world', { entityCollections: [collection(0)] }))
    const stored = { boxes: [{ ...frames.boxes[0], note: words(16) }] }
    await made(ann.put(`/api/annotations/${annotationId}`, { frames: stored }))
    const lines = [
      persona({ id: personaId }),
      ontology(personaId, [filler('a', 15), filler('b', 1)]),
      { type: 'entity_collection', data: collection(16) },
      typed(personaId, 'ship', {
        ...{ id: annotationId, videoId },
        boundingBoxSequence: { boxes: [box(9, { note: words(16) })], interpolationSegments: [] },
      }),
      entity('e'),
    ]
    await refused(
      way,
      lines,
      [3, 4].map((line) => [line, long('This')]),
    )
  })

  it.each(ways)('grows by %s only as far: the types that the persona has count', async (...way) => {
    const { personaId } = content
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [filler('a', 15)] }))
    await refused(way, [persona({ id: personaId }), ontology(personaId, [filler('c', 17)])], [[2, long('An ontology')]])
  })

  it('grows change by change only as far as a line reaches: a summary', async () => {
    const save = (more: object) =>
      ann.graph('mutation ($input: UpdateSummaryInput!) { updateSummary(input: $input) { summary { version } } }', {
        input: { id: content.summaryId, ...more },
      })
    await made(save({ transcriptJson: { extra: { note } } }))
    expect((await save({ keyFrames: [{ extra: { note } }] })).errors?.[0]).toMatchObject({
      message: long('This'),
      extensions: { code: 'VALIDATION_ERROR' },
    })
  })

  it('counts as it is written: numbers in full, controls as escapes', async () => {
    const refused = await ann.put('/api/world', `{"entities":[{"id":"e","many":[${'1e20,'.repeat(2 * megabyte)}0]}]}`)
    expect([refused.status, refused.body.message]).toEqual([400, long('This')])
    const escapes = parts('\u0001'.repeat(megabyte / 2), 6)
    await made(ann.put(`/api/claims/${content.claimId}`, { claimerGloss: escapes }))
    const again = await ann.put(`/api/claims/${content.claimId}`, { gloss: escapes })
    expect([again.status, again.body.message]).toEqual([400, long('This')])
  })
})
