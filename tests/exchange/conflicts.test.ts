import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { systemPersonaId } from '../../src/personas/system-persona.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import {
  annotation,
  box,
  claim,
  claimRelation,
  entity,
  line,
  ontology,
  persona,
  sequence,
  summary,
  typed,
} from './lines.js'
import { exportLines, exportText, importLines, previewLines } from './support.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const fresh = async () => {
  ann = await api.person()
  return ann
}
const ofType = async (type: string, who = ann) =>
  (await exportLines(who)).filter((one) => one.type === type).map((one) => one.data)
const resolve = (conflictResolution: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  conflictResolution,
  ...more,
})
const frames = (one: any) => one.boundingBoxSequence.boxes.map((b: any) => b.frameNumber)

describe('a persona that exists (I-11 to I-15, I-18)', () => {
  const p = persona({ details: null })
  const types = ontology(p.data.id, [
    { id: 'person', name: 'Person', gloss: [] },
    { id: 'car', name: 'Car', gloss: [] },
  ])
  const changed = [
    persona({ ...p.data, name: 'Other', details: 'more' }),
    ontology(p.data.id, [
      { id: 'car', name: 'Motor car', gloss: [] },
      { id: 'boat', name: 'Boat', gloss: [] },
    ]),
    typed(p.data.id, 'car'),
    line('entity', { id: 'e', typeAssignments: [{ personaId: p.data.id, entityTypeId: 'car' }] }),
  ]
  const arrive = async (options?: unknown) => {
    await fresh()
    const mine = JSON.parse(JSON.stringify([p, types, ...changed]).replaceAll(p.data.id, newId()))
    for (const one of mine) if (one.type === 'ontology' || one.type === 'annotation') one.data.id = newId()
    await importLines(ann, mine.slice(0, 2))
    return { answer: (await importLines(ann, mine.slice(2), options)).body, id: mine[0].data.id as string }
  }

  it('stays with `skip`; other lines bind to it', async () => {
    const { answer, id } = await arrive()
    expect(answer).toMatchObject({
      success: true,
      summary: { importedItems: { annotations: 1, entities: 1 }, skippedItems: { personas: 2, ontologies: 1 } },
    })
    expect(answer.conflicts).toEqual([
      {
        type: 'duplicate-persona',
        line: 1,
        originalId: id,
        existingId: id,
        details: 'Persona "Scout" exists',
        resolution: 'skip',
      },
    ])
    expect(await ofType('persona')).toMatchObject([{ name: 'Scout' }])
    expect(await ofType('annotation')).toMatchObject([
      { personaId: id, typeAssignment: { typeId: 'car', typeName: 'Car' } },
    ])
  })

  it('is overwritten in place with `replace`', async () => {
    const { answer, id } = await arrive(resolve({ personas: 'replace' }))
    expect(answer.summary.importedItems).toMatchObject({ personas: 1, ontologies: 1 })
    expect(await ofType('persona')).toMatchObject([{ id, name: 'Other', details: 'more' }])
    expect((await ofType('ontology'))[0].entityTypes.map((one: any) => one.name)).toEqual(['Motor car', 'Boat'])
  })

  it('is filled up with `merge`: existing fields and types win', async () => {
    const { id } = await arrive(resolve({ personas: 'merge' }))
    expect(await ofType('persona')).toMatchObject([{ id, name: 'Scout', details: 'more' }])
    expect((await ofType('ontology'))[0].entityTypes.map((one: any) => one.name)).toEqual(['Person', 'Car', 'Boat'])
  })

  it('with `rename` is imported as a second persona, and every reference follows it', async () => {
    const { answer, id } = await arrive(resolve({ personas: 'rename' }))
    expect(answer.conflicts).toMatchObject([{ resolution: 'rename' }])
    const [, copy] = (await ofType('persona')).sort((a: any, b: any) => (a.id === id ? -1 : b.id === id ? 1 : 0))
    expect(copy).toMatchObject({ name: 'Other (imported)' })
    expect(copy.id).not.toBe(id)
    expect(await ofType('annotation')).toMatchObject([
      { personaId: copy.id, typeAssignment: { typeName: 'Motor car' } },
    ])
    expect((await ofType('entity'))[0].typeAssignments).toEqual([{ personaId: copy.id, entityTypeId: 'car' }])
  })

  it('of somebody else gives its id away: the import takes a new one (I-10)', async () => {
    await fresh()
    const mine = persona()
    await importLines(ann, [mine, ontology(mine.data.id)])
    const ben = await api.person()
    const s = summary(mine.data.id, { summary: [{ type: 'typeRef', content: 'person', refPersonaId: mine.data.id }] })
    const answer = (await importLines(ben, [mine, ontology(mine.data.id), s, typed(mine.data.id)])).body
    expect(answer).toMatchObject({
      success: true,
      warnings: [],
      conflicts: [{ type: 'id-conflict', resolution: 'regenerate-id', originalId: mine.data.id, existingId: null }],
    })
    const [copy] = await ofType('persona', ben)
    expect(copy.id).not.toBe(mine.data.id)
    expect(await ofType('summary', ben)).toMatchObject([
      { id: s.data.id, personaId: copy.id, summary: [{ refPersonaId: copy.id }] },
    ])
    expect(await ofType('annotation', ben)).toMatchObject([{ personaId: copy.id }])
    expect(await ofType('persona')).toMatchObject([{ id: mine.data.id }])
  })

  it('that is the system persona always resolves and is never changed (AM-06)', async () => {
    await fresh()
    const answer = (
      await importLines(
        ann,
        [persona({ id: systemPersonaId, name: 'Mine' }), summary(systemPersonaId)],
        resolve({ personas: 'replace' }),
      )
    ).body
    expect(answer).toMatchObject({
      success: true,
      summary: { importedItems: { summaries: 1 }, skippedItems: { personas: 1 } },
    })
    expect((await exportLines(ann)).map((one) => one.type)).toEqual(['summary'])
  })

  it('without a persona line: its ontology goes by the policy', async () => {
    for (const [policy, names] of [
      ['skip', ['Person']],
      ['replace', ['Boat']],
      ['merge', ['Person', 'Boat']],
      ['rename', ['Person']],
    ] as const) {
      await fresh()
      const own = persona()
      await importLines(ann, [own, ontology(own.data.id)])
      await importLines(ann, [ontology(own.data.id, [{ id: 'boat', name: 'Boat' }])], resolve({ personas: policy }))
      expect(
        (await ofType('ontology'))[0].entityTypes.map((one: any) => one.name),
        policy,
      ).toEqual(names)
    }
  })

  it('with `merge` an empty text counts as nothing: the file fills it (I-14)', async () => {
    await fresh()
    const own = persona({ details: '' })
    await importLines(ann, [own])
    await importLines(ann, [persona({ ...own.data, details: 'more' })], resolve({ personas: 'merge' }))
    expect(await ofType('persona')).toMatchObject([{ id: own.data.id, details: 'more' }])
  })
})

describe('a world object that exists (I-16, I-17)', () => {
  const before = [
    entity('e', { typeAssignments: [{ personaId: 'p', typeId: 't' }] }),
    entity('f'),
    line('entity_collection', { id: 'e', name: 'C', entityIds: ['e'] }),
    line('time', { id: 'e', type: 'instant' }),
  ]
  const after = [
    entity('e', {
      name: 'New',
      typeAssignments: [
        { personaId: 'p', entityTypeId: 't', extra: 1 },
        { personaId: 'q', typeId: 't' },
      ],
    }),
    line('entity_collection', { id: 'e', name: 'New', entityIds: ['f', 'e'] }),
    line('time', { id: 'e', type: 'new' }),
    entity('g'),
  ]
  const arrive = async (worldObjects?: string) => {
    await fresh()
    await importLines(ann, before)
    return (await importLines(ann, after, resolve({ worldObjects }))).body
  }

  it('is kept with `skip`, by id inside the same array', async () => {
    const answer = await arrive()
    expect(answer.summary).toMatchObject({ importedItems: { entities: 1 }, skippedItems: { worldObjects: 3 } })
    expect(answer.conflicts.map((one: any) => [one.type, one.line, one.existingId, one.resolution])).toEqual([
      ['duplicate-object', 1, 'e', 'skip'],
      ['duplicate-object', 2, 'e', 'skip'],
      ['duplicate-object', 3, 'e', 'skip'],
    ])
    expect((await ofType('entity')).map((one: any) => one.name)).toEqual(['Entity e', 'Entity f', 'Entity g'])
  })

  it('is overwritten in its place with `replace`', async () => {
    await arrive('replace')
    expect((await ofType('entity')).map((one: any) => one.name)).toEqual(['New', 'Entity f', 'Entity g'])
    expect(await ofType('time')).toMatchObject([{ type: 'new' }])
  })

  it('gets the assignments and members it lacks with `merge-assignments`', async () => {
    const answer = await arrive('merge-assignments')
    expect(answer.conflicts.map((one: any) => one.resolution)).toEqual([
      'merge-assignments',
      'merge-assignments',
      'skip',
    ])
    expect((await ofType('entity'))[0]).toMatchObject({
      name: 'Entity e',
      typeAssignments: [
        { personaId: 'p', typeId: 't' },
        { personaId: 'q', typeId: 't' },
      ],
    })
    expect(await ofType('entity_collection')).toMatchObject([{ name: 'C', entityIds: ['e', 'f'] }])
    expect(await ofType('time')).toMatchObject([{ type: 'instant' }])
  })
})

describe('summaries and claims that exist (I-24)', () => {
  it('stay; claims of a second summary of the same pair attach to the first', async () => {
    await fresh()
    const p = persona()
    const s = summary(p.data.id)
    const c = claim(s.data.id)
    await importLines(ann, [p, s, c])
    const again = summary(p.data.id)
    const child = claim(again.data.id, { parentClaimId: c.data.id })
    const relation = claimRelation(child.data.id, c.data.id)
    const answer = (await importLines(ann, [s, again, c, child, relation, claimRelation(child.data.id, c.data.id)]))
      .body
    expect(answer).toMatchObject({
      success: true,
      summary: { importedItems: { claims: 1, claimRelations: 1 }, skippedItems: { summaries: 2, claims: 2 } },
    })
    expect(answer.conflicts.map((one: any) => [one.type, one.line, one.existingId])).toEqual([
      ['duplicate-summary', 1, s.data.id],
      ['duplicate-summary', 2, s.data.id],
      ['duplicate-claim', 3, c.data.id],
      ['duplicate-claim-relation', 6, null],
    ])
    expect((await ofType('claim')).map((one: any) => [one.id, one.summaryId, one.parentClaimId])).toEqual([
      [c.data.id, s.data.id, null],
      [child.data.id, s.data.id, c.data.id],
    ])
    expect((await importLines(ann, [relation])).body.conflicts).toMatchObject([
      { type: 'duplicate-claim-relation', existingId: relation.data.id },
    ])
  })

  it('of relations to and fro by one type the first stays, of two types both are taken (RF-34)', async () => {
    await fresh()
    const p = persona()
    const s = summary(p.data.id)
    const [a, b, c] = [claim(s.data.id), claim(s.data.id), claim(s.data.id)]
    const there = claimRelation(a.data.id, b.data.id)
    const file = [p, s, a, b, c, there, claimRelation(b.data.id, a.data.id)]
    expect((await importLines(ann, file)).body.conflicts).toMatchObject([
      { type: 'duplicate-claim-relation', line: 7, existingId: null },
    ])
    const back = claimRelation(b.data.id, a.data.id, { relationTypeId: 'refines' })
    const other = claimRelation(c.data.id, a.data.id)
    const answer = (await importLines(ann, [claimRelation(b.data.id, a.data.id), back, other])).body
    expect(answer.conflicts).toMatchObject([
      {
        type: 'duplicate-claim-relation',
        line: 1,
        existingId: there.data.id,
        details: expect.stringContaining('back'),
      },
    ])
    expect((await ofType('claim_relation')).map((one: any) => one.id).sort()).toEqual(
      [there, back, other].map((one) => one.data.id).sort(),
    )
  })
})

describe('an annotation that exists (I-25)', () => {
  it('with `replace` is what its line says, also where another line overlaps what it was (I-26)', async () => {
    await fresh()
    const a = annotation({ boundingBoxSequence: sequence([0, 50, 100]) })
    await importLines(ann, [entity('e1'), a])
    const first = { ...a, data: { ...a.data, boundingBoxSequence: sequence([0, 40]) } }
    const second = annotation({ boundingBoxSequence: sequence([60, 100]) })
    const { body } = await importLines(ann, [first, second], resolve({ duplicateIds: 'overwrite' }))
    expect(body.conflicts.map((one: any) => [one.type, one.resolution])).toEqual([['duplicate-sequence', 'overwrite']])
    expect((await ofType('annotation')).map(frames)).toEqual([
      [0, 40],
      [60, 100],
    ])
  })

  const incoming = { interpolationMode: 'linear', boxes: [box(5), box(10, { x: 99 })] }
  const arrive = async (
    policy: string,
    options = resolve({ sequences: { duplicateSequenceIds: policy } }),
    before: object = sequence([0, 10]),
    after: object = incoming,
  ) => {
    await fresh()
    const a = annotation({ boundingBoxSequence: before, confidence: 0.5 })
    await importLines(ann, [entity('e1'), a])
    const again = { ...a, data: { ...a.data, confidence: 0.9, boundingBoxSequence: after } }
    return {
      id: a.data.id,
      answer: (await importLines(ann, [again], options)).body,
      stored: await ofType('annotation'),
    }
  }

  it.each([
    ['skip', [[0, 10]], 0.5],
    ['replace', [[5, 10]], 0.9],
    ['merge-keyframes', [[0, 5, 10]], 0.5],
  ] as const)('with `%s`', async (policy, expected, confidence) => {
    const { id, answer, stored } = await arrive(policy)
    expect(answer).toMatchObject({
      success: true,
      conflicts: [{ type: 'duplicate-sequence', originalId: id, existingId: id, resolution: policy }],
    })
    expect(stored.map(frames)).toEqual(expected)
    expect(stored[0]).toMatchObject({ id, confidence })
    if (policy === 'merge-keyframes') expect(stored[0].boundingBoxSequence.boxes[2].x).toBe(99)
  })

  it('with `merge-keyframes` carries the counters of what it has become, not of what came (S-20)', async () => {
    const counters = ({ boxes }: { boxes: unknown[] }, totalFrames: number) => ({
      totalFrames,
      keyframeCount: boxes.length,
      interpolatedFrameCount: totalFrames - boxes.length,
    })
    const counted = (numbers: number[]) => {
      const frames = sequence(numbers)
      return { ...frames, ...counters(frames, numbers.at(-1)! - numbers[0]! + 1) }
    }
    const { answer, stored } = await arrive('merge-keyframes', undefined, counted([0, 10]), counted([5, 20]))
    expect(answer).toMatchObject({ success: true, warnings: [] })
    expect(stored[0].boundingBoxSequence).toMatchObject({
      totalFrames: 21,
      keyframeCount: 4,
      interpolatedFrameCount: 17,
    })
  })

  it('with `create-new` is joined by a second one', async () => {
    const { id, stored } = await arrive('create-new')
    expect(stored).toHaveLength(2)
    expect(stored.map((one: any) => one.id)).toContain(id)
  })

  it('with `fail` stops the import, also in the words of annotation files', async () => {
    for (const options of [resolve({ duplicateIds: 'fail' })]) {
      const { answer, stored } = await arrive('', options)
      expect(answer).toMatchObject({ success: false, summary: { importedItems: { annotations: 0 }, failedLines: 1 } })
      expect(answer.errors).toEqual([
        { line: 0, type: 'execution', message: 'The import stopped at line 1' },
        { line: 1, type: 'duplicate_sequence', message: 'The annotation exists' },
      ])
      expect(stored.map(frames)).toEqual([[0, 10]])
    }
    expect((await arrive('', resolve({ duplicateIds: 'overwrite' }))).stored.map(frames)).toEqual([[5, 10]])
    expect((await arrive('', resolve({ duplicateIds: 'merge' }))).stored.map(frames)).toEqual([[0, 5, 10]])
  })

  it('with `merge-keyframes` and `use-imported` keeps no segments that its line lacks (I-28)', async () => {
    const interpolationSegments = [{ startFrame: 0, endFrame: 10, type: 'hold' }]
    const words = { duplicateSequenceIds: 'merge-keyframes', interpolationConflicts: 'use-imported' }
    const before = sequence([0, 10], { interpolationSegments })
    const { stored } = await arrive('', resolve({ sequences: words }), before, sequence([5, 20]))
    expect(stored.map(frames)).toEqual([[0, 5, 10, 20]])
    expect(stored[0].boundingBoxSequence).not.toHaveProperty('interpolationSegments')
  })
})

describe('an annotation that overlaps one stored before (I-26 to I-28)', () => {
  const arrive = async (
    overlappingFrameRanges: string | undefined,
    incoming = sequence([5, 10, 20]),
    interpolationConflicts?: string,
  ) => {
    await fresh()
    const a = annotation({ boundingBoxSequence: sequence([0, 10]) })
    await importLines(ann, [entity('e1'), a])
    const b = annotation({
      boundingBoxSequence: { ...incoming, boxes: incoming.boxes.map((one) => ({ ...one, x: 50 })) },
    })
    const options = resolve({ sequences: { overlappingFrameRanges, interpolationConflicts } })
    return {
      a: a.data.id,
      b: b.data.id,
      answer: (await importLines(ann, [b, entity('other')], options)).body,
      stored: await ofType('annotation'),
    }
  }

  it('with `split-ranges` keeps the rules of sequences: segments end where the keyframes do (AN-04)', async () => {
    const segment = { startFrame: 5, endFrame: 30, type: 'bezier' }
    const incoming = sequence([5, 20, 30], { interpolationSegments: [segment] })
    const { answer, stored } = await arrive('split-ranges', incoming)
    expect(answer).toMatchObject({ success: true })
    expect(stored.at(-1).boundingBoxSequence.interpolationSegments).toEqual([{ ...segment, startFrame: 20 }])
    expect((await ann.request('/api/export')).status).toBe(200)
  })

  it('stops a full import by default, is merged from an annotation file by default', async () => {
    const { a, b, answer, stored } = await arrive(undefined)
    expect(answer).toMatchObject({ success: false, errors: [{ line: 0 }, { line: 1, type: 'overlapping_frames' }] })
    expect(answer.conflicts).toEqual([
      {
        type: 'overlapping-frames',
        line: 1,
        originalId: b,
        existingId: a,
        details: 'Frames 5 to 10 overlap an annotation of the same object or track',
        resolution: 'fail-import',
        frameRange: [5, 10],
      },
    ])
    expect(stored.map(frames)).toEqual([[0, 10]])
    expect(await ofType('entity')).toHaveLength(1)
    const alone = (await importLines(ann, [annotation({ boundingBoxSequence: sequence([5, 20]) })])).body
    expect(alone).toMatchObject({ success: true, conflicts: [{ resolution: 'merge' }] })
    expect((await ofType('annotation')).map(frames)).toEqual([[0, 5, 10, 20]])
  })

  it.each([
    ['split-ranges', [[0, 10], [20]], undefined],
    ['extend-range', [[0, 5, 10, 20]], 1],
    ['replace-overlap', [[0, 5, 10, 20]], 50],
    ['skip', [[0, 10]], 1],
  ] as const)('with `%s`', async (policy, expected, xOf10) => {
    const { a, answer, stored } = await arrive(policy)
    expect(answer).toMatchObject({ success: true, conflicts: [{ resolution: policy }] })
    expect(stored.map(frames).sort((x: number[], y: number[]) => (x[0] ?? 0) - (y[0] ?? 0))).toEqual(expected)
    if (xOf10)
      expect(
        stored.find((one: any) => one.id === a).boundingBoxSequence.boxes.find((one: any) => one.frameNumber === 10).x,
      ).toBe(xOf10)
  })

  it('with another interpolation: whose settings survive is chosen, or it stops', async () => {
    const eased = sequence([5, 20], { interpolationMode: 'ease-in' })
    for (const [policy, mode] of [
      ['use-existing', 'linear'],
      ['use-imported', 'ease-in'],
    ] as const) {
      const { answer, stored } = await arrive('extend-range', eased, policy)
      expect(answer.conflicts.map((one: any) => [one.type, one.resolution])).toContainEqual([
        'interpolation-conflict',
        policy,
      ])
      expect(stored).toMatchObject([{ boundingBoxSequence: { interpolationMode: mode } }])
    }
    const { answer } = await arrive('extend-range', eased, 'fail-import')
    expect(answer).toMatchObject({ success: false, errors: [{ line: 0 }, { line: 1, type: 'interpolation_conflict' }] })
  })

  it('by its track; equal type labels alone never conflict, nor do two lines of one file', async () => {
    await fresh()
    const p = persona()
    const file = [p, ontology(p.data.id), entity('e1'), typed(p.data.id), typed(p.data.id), annotation(), annotation()]
    expect((await importLines(ann, file)).body).toMatchObject({
      success: true,
      conflicts: [],
      summary: { importedItems: { annotations: 4 } },
    })
    expect((await importLines(ann, [typed(p.data.id), entity('x')])).body).toMatchObject({
      success: true,
      conflicts: [],
    })
    const track = () =>
      typed(p.data.id, 'person', { videoId: 'v2', boundingBoxSequence: sequence([0, 10], { trackId: 't1' }) })
    expect((await importLines(ann, [track(), track(), entity('y')])).body).toMatchObject({
      success: true,
      conflicts: [],
    })
    expect((await importLines(ann, [track(), entity('z')])).body).toMatchObject({
      success: false,
      conflicts: [{ type: 'overlapping-frames' }],
    })
  })

  it('keeps no segments of the side whose settings do not survive (I-28)', async () => {
    const interpolationSegments = [{ startFrame: 5, endFrame: 20, type: 'hold' }]
    const { answer, stored } = await arrive(
      'extend-range',
      sequence([5, 20], { interpolationSegments }),
      'use-existing',
    )
    expect(answer.conflicts.map((one: any) => one.type)).toContain('interpolation-conflict')
    expect(stored.map(frames)).toEqual([[0, 5, 10, 20]])
    expect(stored[0].boundingBoxSequence).not.toHaveProperty('interpolationSegments')
  })

  it('gets no frames of a line that strict mode refuses (I-31)', async () => {
    await fresh()
    await importLines(ann, [entity('e1'), annotation({ boundingBoxSequence: sequence([0, 10]) })])
    const lines = [[5], [8, 20]].map((numbers) => annotation({ boundingBoxSequence: sequence(numbers) }))
    const { body } = await importLines(ann, lines, { validation: { strictMode: true }, transaction: { atomic: false } })
    expect(body).toMatchObject({
      success: false,
      errors: [{ line: 1, type: 'single_keyframe' }],
      summary: { importedItems: { annotations: 1 }, failedLines: 1 },
    })
    expect((await ofType('annotation')).map(frames)).toEqual([[0, 8, 10, 20]])
  })
})

describe('what is missing (I-19 to I-22)', () => {
  it('is made up in a stored ontology under a new version: who has the old one is told (I-21)', async () => {
    await fresh()
    const p = persona()
    await importLines(ann, [p, ontology(p.data.id)])
    const path = `/api/personas/${p.data.id}/ontology`
    const tag = (await ann.get(path)).headers.get('etag') ?? ''
    await importLines(ann, [typed(p.data.id, 'boat')], resolve({ missingDependencies: 'create' }))
    expect((await ann.put(path, { entities: [] }, { 'if-match': tag })).status).toBe(412)
    expect((await ann.get(path)).body.entities.map((one: any) => one.id)).toEqual(['person', 'boat'])
  })

  const ghost = newId()
  const lines = () => [
    entity('e1'),
    line('entity_collection', { id: 'c', name: 'C', entityIds: ['e1', 'gone'] }),
    line('relation', { id: 'r', sourceId: 'e1', targetId: 'lost' }),
    summary(ghost),
    claim(newId()),
    claimRelation(newId(), newId()),
    typed(ghost),
    annotation({ objectLink: { objectId: 'nowhere', objectType: 'event' } }),
  ]

  it('skips the items by default, each with a warning', async () => {
    await fresh()
    const answer = (await importLines(ann, lines())).body
    expect(answer).toMatchObject({
      success: true,
      summary: {
        importedItems: { entities: 1 },
        skippedItems: { worldObjects: 2, summaries: 1, claims: 2, annotations: 2 },
      },
    })
    expect(answer.warnings.shift()).toMatchObject({ line: 0, type: 'mostly_skipped' })
    expect(answer.warnings.map((one: any) => [one.line, one.type])).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((n) => [n, 'missing_reference']),
    )
    expect(answer.warnings[2].message).toBe('Referenced persona is missing')
    expect(answer.conflicts[0]).toMatchObject({
      type: 'missing-dependency',
      line: 2,
      originalId: 'c',
      details: 'Referenced object gone is missing',
      resolution: 'skip-item',
    })
  })

  it('is made up with `create-placeholder`; summaries and claims cannot be', async () => {
    await fresh()
    const answer = (await importLines(ann, lines(), resolve({ missingDependencies: 'create-placeholder' }))).body
    expect(answer).toMatchObject({
      success: true,
      summary: {
        importedItems: {
          personas: 1,
          entities: 3,
          events: 1,
          entityCollections: 1,
          relations: 1,
          summaries: 1,
          annotations: 2,
        },
        skippedItems: { claims: 2 },
        placeholderItems: 4,
      },
    })
    expect(await ofType('persona')).toMatchObject([
      { id: ghost, name: `Placeholder ${ghost.slice(0, 8)}`, role: 'Unknown', informationNeed: 'Created by import' },
    ])
    expect(await ofType('ontology')).toMatchObject([
      { entityTypes: [{ id: 'person', name: 'person', definition: '' }] },
    ])
    expect((await ofType('event'))[0]).toMatchObject({ id: 'nowhere', name: 'Placeholder nowhere', description: [] })
  })

  it('stops everything with `fail-import`; what comes before stays when the import is not atomic (I-22)', async () => {
    await fresh()
    const failing = resolve({ missingDependencies: 'fail-import' })
    const answer = (await importLines(ann, lines(), failing)).body
    expect(answer).toMatchObject({
      success: false,
      warnings: [],
      errors: [
        { line: 0, type: 'execution' },
        { line: 2, type: 'missing_reference' },
      ],
      summary: { failedLines: 8 },
    })
    expect(await exportText(ann)).toBe('')
    const apart = (await importLines(ann, lines(), { ...failing, transaction: { atomic: false } })).body
    expect(apart).toMatchObject({ success: false, summary: { importedItems: { entities: 1 }, failedLines: 7 } })
    expect((await exportLines(ann)).map((one) => one.type)).toEqual(['entity'])
  })

  it('is not looked for with validateReferences false, but for what the database needs', async () => {
    await fresh()
    const answer = (await importLines(ann, lines(), { validation: { validateReferences: false } })).body
    expect(answer.warnings.map((one: any) => one.line)).toEqual([4, 5, 6])
    expect(answer.summary.importedItems).toMatchObject({ entityCollections: 1, relations: 1, annotations: 2 })
  })

  it('lines that the export marked as unresolved are imported unchanged and without a warning', async () => {
    await fresh()
    const p = persona()
    await importLines(ann, [p, ontology(p.data.id)])
    await importLines(ann, [typed(p.data.id, 'free text'), ...lines().slice(1, 3)], {
      validation: { validateReferences: false },
    })
    const out = await exportText(ann)
    expect(out.match(/"unresolved":true/g)).toHaveLength(3)
    const ben = await api.person()
    const copy = JSON.parse(`[${out.trim().split('\n').join(',')}]`.replaceAll(p.data.id, newId()))
    for (const one of copy) if (['ontology', 'annotation'].includes(one.type)) one.data.id = newId()
    expect((await importLines(ben, copy)).body).toMatchObject({ success: true, warnings: [] })
    expect((await exportLines(ben)).map((one) => one.unresolved ?? one.data.unresolved)).toEqual([
      undefined,
      undefined,
      true,
      true,
      true,
    ])
  })

  it('may lead in a circle: claims that never reach a root are missing their parents', async () => {
    await fresh()
    const p = persona()
    const s = summary(p.data.id)
    const a = claim(s.data.id)
    const b = claim(s.data.id, { parentClaimId: a.data.id })
    const circle = claim(s.data.id, { id: a.data.id, parentClaimId: b.data.id })
    const answer = (await importLines(ann, [p, s, circle, b])).body
    expect(answer).toMatchObject({ success: true, summary: { skippedItems: { claims: 2 } } })
  })

  it('is made up for each kind that names it (I-21, RF-12)', async () => {
    await fresh()
    const file = [
      line('entity_collection', { id: 'c', name: 'C', entityIds: ['gone'] }),
      line('event_collection', { id: 'd', name: 'D', eventIds: ['gone'] }),
    ]
    const { body } = await importLines(ann, file, resolve({ missingDependencies: 'create-placeholder' }))
    expect(body).toMatchObject({
      warnings: [],
      summary: {
        importedItems: { entities: 1, events: 1, entityCollections: 1, eventCollections: 1 },
        placeholderItems: 2,
      },
    })
  })
})

describe('regenerate-id (I-23)', () => {
  it('gives every item a new id and takes every reference along', async () => {
    await fresh()
    const p = persona()
    const s = summary(p.data.id, {
      summary: [
        { type: 'objectRef', content: 'e1' },
        { type: 'text', content: 'e1' },
      ],
    })
    const c = claim(s.data.id, {
      claimEventId: 'ev',
      gloss: [{ type: 'objectRef', content: 'e1', refType: 'entity-object' }],
    })
    const d = claim(s.data.id, {
      parentClaimId: c.data.id,
      gloss: [{ type: 'claimRef', content: 'above', refClaimId: c.data.id }],
    })
    const a = annotation()
    const file = [
      p,
      ontology(p.data.id),
      entity('e1', { typeAssignments: [{ personaId: p.data.id, entityTypeId: 'person' }] }),
      line('event', { id: 'ev', participants: ['e1'] }),
      line('entity_collection', { id: 'col', name: 'C', entityIds: ['e1'] }),
      s,
      c,
      d,
      claimRelation(c.data.id, d.data.id),
      typed(p.data.id),
      a,
    ]
    await importLines(ann, file)
    const answer = (await importLines(ann, file, resolve({ duplicateIds: 'regenerate-id' }))).body
    expect(answer).toMatchObject({ success: true, summary: { likelyRepeats: file.length }, conflicts: [] })
    expect(answer.warnings.map(({ type }: any) => type)).toEqual(file.map(() => 'likely_repeat'))
    const out = await exportLines(ann)
    expect(out).toHaveLength(22)
    const second = (type: string) =>
      out
        .filter((one) => one.type === type)
        .map((one) => one.data)
        .find((one) => !file.some((given) => given.data.id === one.id))
    expect(second('ontology').personaId).toBe(second('persona').id)
    expect(second('entity').typeAssignments).toEqual([{ personaId: second('persona').id, entityTypeId: 'person' }])
    expect(second('event').participants).toEqual([second('entity').id])
    expect(second('entity_collection').entityIds).toEqual([second('entity').id])
    expect(second('summary')).toMatchObject({
      personaId: second('persona').id,
      summary: [{ content: second('entity').id }, { content: 'e1' }],
    })
    const claims = out
      .filter((one) => one.type === 'claim' && one.data.summaryId === second('summary').id)
      .map((one) => one.data)
    expect(claims[0]).toMatchObject({ claimEventId: second('event').id, gloss: [{ content: second('entity').id }] })
    expect(claims[1]).toMatchObject({ parentClaimId: claims[0].id, gloss: [{ refClaimId: claims[0].id }] })
    expect(second('claim_relation')).toMatchObject({ sourceClaimId: claims[0].id, targetClaimId: claims[1].id })
    const links = out
      .filter((one) => one.type === 'annotation' && one.data.objectLink)
      .map((one) => one.data.objectLink.objectId)
    expect(links.sort()).toEqual(['e1', second('entity').id].sort())
  })

  it('gives UUIDs of version 7 that sort as the lines of the file, however many', async () => {
    await fresh()
    const lines = 16_390
    const file = Array.from({ length: lines }, (_, i) => entity(`e${i}`))
    const options = resolve({ duplicateIds: 'regenerate-id' })
    expect((await importLines(ann, file, options)).body.summary.importedItems.entities).toBe(lines)
    const ids = (await ofType('entity')).map(({ id }: any) => id as string)
    expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual([])
    expect(ids).toEqual([...new Set(ids)].sort())
  })
})

describe('counters of a sequence (IP-15)', () => {
  it('that the file has wrong are corrected with a warning', async () => {
    await fresh()
    const file = [
      entity('e1'),
      annotation({ boundingBoxSequence: sequence([0, 10], { totalFrames: 7, keyframeCount: 2 }) }),
    ]
    const { body } = await importLines(ann, file)
    expect(body.warnings).toEqual([{ line: 2, type: 'frame_counts', message: 'Corrected: totalFrames is 11, not 7' }])
    const [line] = await ofType('annotation')
    expect(line.boundingBoxSequence).toMatchObject({ totalFrames: 11, keyframeCount: 2 })
  })
})

describe('the preview', () => {
  it('says what the import will do, in both spellings of conflict types (I-40, I-41)', async () => {
    await fresh()
    const p = persona()
    const a = annotation()
    await importLines(ann, [p, entity('e1'), a])
    const before = await exportText(ann)
    const file = [p, entity('e1'), a, annotation(), annotation({ objectLink: { objectId: 'no' } })]
    const options = resolve({ sequences: { overlappingFrameRanges: 'extend-range' } })
    const preview = (await previewLines(ann, file, options)).body
    expect(preview.conflicts.map((one: any) => [one.type, one.annotationId])).toEqual([
      ['duplicate-persona', undefined],
      ['duplicate-object', undefined],
      ['duplicate-sequence', a.data.id],
      ['duplicate_id', a.data.id],
      ['overlapping-frames', file[3]?.data.id],
      ['overlapping_frames', file[3]?.data.id],
      ['missing-dependency', undefined],
    ])
    for (const one of preview.conflicts)
      expect(one).toMatchObject({ line: expect.any(Number), originalId: expect.any(String), details: one.message })
    expect(preview.warnings.slice(1)).toEqual(['Line 5: Referenced object is missing'])
    expect(await exportText(ann)).toBe(before)
    const answer = (await importLines(ann, file, options)).body
    expect(preview.counts).toEqual(answer.summary.importedItems)
  })
})
