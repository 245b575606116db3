import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type TestApi } from '../support/api.js'
import { annotation, box, claim, entity, line, ontology, persona, sequence, summary, typed } from './lines.js'
import { exportLines, exportText, importLines, previewLines } from './support.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const boxes = [box(0), box(10)]
/** An annotation of an object as FOVEA writes it: without objectLink. */
const linked = (more: Record<string, unknown>) =>
  annotation({ objectLink: undefined, boundingBoxSequence: { boxes, interpolationSegments: [] }, ...more })
const of = async (who: any, kind: string) => (await exportLines(who)).filter(({ type }) => type === kind)
const dataOf = async (who: any, kind: string) => (await of(who, kind)).map(({ data }) => data)
/** The types of the warnings besides those of likely repeats: the lines of a test are alike. */
const warned = ({ body }: { body: any }) =>
  body.warnings.map((one: any) => one.type ?? one).filter((one: string) => !/likely.repeat/i.test(one))
const byId = (list: any[], { data }: { data: { id?: unknown } }) => list.find(({ id }) => id === data.id)

describe('an import of an export of FOVEA', () => {
  it('links annotations to objects of each kind by the names that FOVEA has for the link', async () => {
    const ann = await api.person()
    const kinds = ['entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection']
    const ids = Object.fromEntries(kinds.map((kind) => [kind, newId()])) as Record<string, string>
    const objects = kinds.map((kind) => line(kind, { id: ids[kind], name: kind }))
    const cases = [
      { link: { linkedEntityId: ids['entity'] }, linkType: 'entity' },
      { link: { linkedEventId: ids['event'], linkedEntityId: null }, linkType: 'event' },
      { link: { linkedTimeId: ids['time'] }, linkType: 'time' },
      { link: { linkedLocationId: ids['entity'] }, linkType: 'location' },
      {
        link: { linkedCollectionId: ids['entity_collection'], linkedCollectionType: 'entity' },
        linkType: 'entity-collection',
      },
      {
        link: { linkedCollectionId: ids['time_collection'], linkedCollectionType: 'TimeCollection' },
        linkType: 'time-collection',
      },
      // Older releases: every link is of an entity, and collections have no type.
      { link: { linkedEntityId: ids['event'] }, linkType: 'event' },
      { link: { linkedEntityId: ids['time'] }, linkType: 'time' },
      { link: { linkedCollectionId: ids['event_collection'] }, linkType: 'event-collection' },
      { link: { linkedEntityId: ids['entity'], annotationType: undefined }, linkType: 'entity' },
    ]
    const lines = cases.map(({ link }) => linked(link))
    const file = [...objects, ...lines]
    const before = await previewLines(ann, file)
    expect([before.body.counts.annotations, warned(before)]).toEqual([cases.length, []])
    expect(warned(await importLines(ann, file))).toEqual([])
    const stored = await dataOf(ann, 'annotation')
    for (const [i, { link, linkType }] of cases.entries()) {
      const objectId = Object.values(link).find((one) => one && Object.values(ids).includes(one))
      expect([i, byId(stored, lines[i]!)]).toMatchObject([
        i,
        { objectLink: { objectId, objectType: linkType }, linkType },
      ])
    }
  })

  it('finds the kind of a linked object in the stored world as well, and follows new ids', async () => {
    const ann = await api.person()
    await importLines(ann, [line('event', { id: 'race', name: 'Race' })])
    const [stored, renewed] = [linked({ linkedEntityId: 'race' }), linked({ linkedEntityId: 'boat' })]
    await importLines(ann, [stored])
    expect(await dataOf(ann, 'annotation')).toMatchObject([{ linkType: 'event', label: 'race' }])
    const again = [line('time', { id: 'boat', name: 'Boat' }), renewed]
    const { body } = await importLines(ann, again, { conflictResolution: { duplicateIds: 'regenerate-id' } })
    expect(body).toMatchObject({ success: true, summary: { importedItems: { annotations: 1 } } })
    const [time] = await dataOf(ann, 'time')
    expect((await dataOf(ann, 'annotation')).map(({ linkType, label }) => [linkType, label])).toContainEqual([
      'time',
      time.id,
    ])
  })

  it('takes types, sequences and boxes by their other names, and its own names where a line has both', async () => {
    const ann = await api.person()
    const p = persona()
    const types = [{ id: 'ship', name: 'Ship', gloss: [] }]
    const { entityTypes: _none, ...rest } = ontology(p.data.id, types).data
    const place = { x: 1, y: 2, width: 3, height: 4 }
    const frames = [
      {
        boundingBoxSequence: undefined,
        frames: [
          { frame: 0, box: place },
          { frame: 10, box: place },
        ],
      },
      { boundingBoxSequence: undefined, frames: { boxes } },
      {
        boundingBoxSequence: [
          { frame_index: 0, bbox: [1, 2, 3, 4] },
          { frame: 10, ...place, keyframe: 1 },
        ],
      },
      { boundingBoxSequence: sequence([0, 10]), frames: [{ frame: 99, box: place }] },
    ]
    const lines = frames.map((more) => typed(p.data.id, 'ship', { typeAssignment: undefined, typeId: 'ship', ...more }))
    const both = typed(p.data.id, 'ship', { typeId: 'boat', linkedEntityId: 'e1' })
    const file = [p, line('ontology', { ...rest, entities: types }), ...lines, both]
    expect(warned(await importLines(ann, file))).toEqual([])
    const stored = await dataOf(ann, 'annotation')
    expect(stored).toHaveLength(5)
    for (const one of stored) {
      expect(one).toMatchObject({ annotationType: 'type', typeAssignment: { typeId: 'ship', typeName: 'Ship' } })
      expect(one.boundingBoxSequence.boxes.map(({ frameNumber }: any) => frameNumber)).toEqual([0, 10])
      expect(one.boundingBoxSequence.boxes).toMatchObject([place, place])
    }
    const outside = typed(p.data.id, 'ship', {
      boundingBoxSequence: [
        { frame: 1, box: place, outside: 1 },
        { frame: 2, box: place },
      ],
    })
    await importLines(ann, [outside])
    expect(byId(await dataOf(ann, 'annotation'), outside).boundingBoxSequence.boxes).toEqual([
      { ...place, frameNumber: 1, visible: false },
      { ...place, frameNumber: 2 },
    ])
  })

  it('puts the names of objects and types where the texts of claims have ids', async () => {
    const ann = await api.person()
    const [tug, pier, type] = [newId(), newId(), newId()]
    const p = persona()
    const s = summary(p.data.id)
    const ref = (content: string) => ({ type: 'objectRef', content, refType: 'entity-object' })
    const text = (content: string) => ({ type: 'text', content })
    const typeRef = { type: 'typeRef', content: type, refType: 'entity', refPersonaId: p.data.id }
    const cases: [gloss: unknown[], text: string, named: string][] = [
      [
        [ref(tug), text(' has struck '), ref(pier), text(' ')],
        `${tug} has struck ${pier} `,
        'Red tug has struck Pier ',
      ],
      [[ref('quay'), text(' is dry.')], 'quay is dry.', 'The quay is dry.'],
      [[text('A '), typeRef], `A ${type}`, 'A tugboat'],
      [[], `Where is ${tug}?`, 'Where is Red tug?'],
      [[ref('quay')], 'A quay is not the quay', 'A quay is not the quay'],
      [[text('Nobody knows '), ref(s.data.id)], `Nobody knows ${s.data.id}`, `Nobody knows ${s.data.id}`],
    ]
    const claims = cases.map(([gloss, said]) => claim(s.data.id, { gloss, text: said }))
    const objects = [
      entity(tug, { name: 'Red tug' }),
      entity(pier, { name: 'Pier' }),
      entity('quay', { name: 'The quay' }),
    ]
    const file = [...claims, p, ontology(p.data.id, [{ id: type, name: 'tugboat', gloss: [] }]), ...objects, s]
    expect((await importLines(ann, file)).body).toMatchObject({ success: true, warnings: [] })
    const stored = await dataOf(ann, 'claim')
    for (const [i, [gloss, , named]] of cases.entries())
      expect(byId(stored, claims[i]!)).toMatchObject({ text: named, gloss })
    // A second trip changes nothing more.
    const exported = await exportText(ann)
    const ben = await api.person()
    await importLines(ben, exported, { conflictResolution: { duplicateIds: 'regenerate-id' } })
    expect((await dataOf(ben, 'claim')).map((one) => one.text).sort()).toEqual(stored.map((one) => one.text).sort())
  })

  it('has every name that it reads in the documentation', () => {
    const page = readFileSync('docs/exchange.md', 'utf8')
    const source = readFileSync('src/exchange/import/stage/other-names.ts', 'utf8')
    const links = [...source.matchAll(/linkOf\('(\w+)'/g)].map(([, kind]) => `linked${kind}Id`)
    const names = [...links, ...[...source.matchAll(/other: '(\w+)'/g)].map(([, name]) => name)]
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('an import that skips more than it takes', () => {
  it('says so first, in its report and in a preview, and names the reasons', async () => {
    const ann = await api.person()
    const file = [
      entity('e1'),
      annotation(),
      ...[1, 2, 3].map(() => annotation({ objectLink: { objectId: 'nobody' } })),
    ]
    const message = '3 of 5 lines skipped, 2 imported (missing_reference: 3)'
    expect((await previewLines(ann, file)).body.warnings[0]).toBe(message)
    const { body } = await importLines(ann, file)
    expect(body.success).toBe(true)
    expect(body.warnings[0]).toEqual({ line: 0, type: 'mostly_skipped', message })
    const again = (await importLines(ann, file.slice(0, 2))).body
    expect(again.warnings).toEqual([
      {
        line: 0,
        type: 'mostly_skipped',
        message: '2 of 2 lines skipped, 0 imported (duplicate-object: 1, duplicate-sequence: 1)',
      },
    ])
  })
})
