import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { annotation, box, claim, claimRelation, entity, line, ontology, persona, summary, typed } from './lines.js'
import { exportLines, importLines, previewLines, withFile } from './support.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

/** A line of every kind, as a converter writes it that makes new ids each time it runs. */
function converted({ video = newId(), more = {} }: { video?: string; more?: Record<string, unknown> } = {}) {
  const id = () => newId()
  const of = { videoId: video }
  const [p, truck, crash, dawn, car] = [persona(more), id(), id(), id(), id()]
  const s = summary(p.data.id, of)
  const [first, second] = [claim(s.data.id, { text: 'A truck stops' }), claim(s.data.id, { text: 'It is dark' })]
  const below = claim(s.data.id, { text: 'Its lights are on', parentClaimId: first.data.id })
  return [
    p,
    ontology(p.data.id, [{ id: car, name: 'Car', gloss: [] }]),
    entity(truck, { name: 'Truck', typeAssignments: [{ personaId: p.data.id, entityTypeId: car }] }),
    line('event', { id: crash, name: 'Crash', description: [] }),
    line('time', { id: dawn, type: 'instant', timestamp: '2025-01-01T06:00:00Z' }),
    line('entity_collection', { id: id(), name: 'Vehicles', description: [], entityIds: [truck] }),
    line('relation', {
      id: id(),
      relationTypeId: 'in',
      sourceType: 'entity',
      sourceId: truck,
      targetType: 'event',
      targetId: crash,
    }),
    s,
    first,
    second,
    below,
    claimRelation(first.data.id, second.data.id),
    typed(p.data.id, car, of),
    annotation({ ...of, objectLink: { objectId: truck, objectType: 'entity' } }),
  ]
}
const kindOf = (one: any) =>
  ({
    event: 'object',
    time: 'object',
    entity: 'object',
    entity_collection: 'object',
    relation: 'object',
    ontology: 'type',
    claim_relation: 'claim relation',
  })[one.type as string] ?? one.type
const overlapping = { conflictResolution: { sequences: { overlappingFrameRanges: 'skip' } } }
const told = (answer: any) => answer.body.warnings.filter((one: any) => one.type === 'likely_repeat')
const asPreview = (notes: any[]) => notes.map(({ line: number, message }) => `Line ${number}: ${message}`)

async function arrive(lines: readonly any[], options?: unknown, who = ann) {
  const preview = await previewLines(who, lines, options)
  const answer = await importLines(who, lines, options)
  expect([preview.status, answer.status]).toEqual([200, 200])
  // What is told beforehand is what is told afterwards.
  expect(preview.body.warnings.filter((one: string) => one.includes('ikely repeat'))).toEqual(asPreview(told(answer)))
  expect(preview.body.summary).toEqual(answer.body.summary)
  return answer
}

/** The id of what a line repeats: of an ontology the first type that it repeats. */
const repeatedId = (one: any) => (one.type === 'ontology' ? one.data.entityTypes[0].id : one.data.id)

describe('a foreign file imported twice', () => {
  it('has every line told as a likely repeat of what the first import made, and imports it', async () => {
    ann = await api.person()
    const video = newId()
    const [once, again] = [converted({ video }), converted({ video })]
    const first = await arrive(once)
    expect(first.body).toMatchObject({ success: true, summary: { likelyRepeats: 0 }, conflicts: [] })
    expect(told(first)).toEqual([])

    const second = await arrive(again, overlapping)
    expect(second.body.success).toBe(true)
    expect(told(second)).toEqual(
      once.map((one, index) => ({
        line: index + 1,
        type: 'likely_repeat',
        message: `Likely repeat of the ${kindOf(one)} ${repeatedId(one)}`,
      })),
    )
    expect(second.body.summary).toMatchObject({
      likelyRepeats: once.length,
      failedLines: 0,
      processedLines: once.length,
    })
    expect(await exportLines(ann)).toHaveLength(2 * once.length)
  })

  it('is told alike where the options give every line a new id', async () => {
    ann = await api.person()
    const lines = converted()
    await arrive(lines)
    const again = await arrive(lines, {
      conflictResolution: { duplicateIds: 'regenerate-id', ...overlapping.conflictResolution },
    })
    expect(told(again).map((one: any) => one.message)).toEqual(
      lines.map((one) => `Likely repeat of the ${kindOf(one)} ${repeatedId(one)}`),
    )
  })

  it('is told alike where the ids of its personas, summaries, claims and annotations belong to somebody else', async () => {
    const [ben, lines] = [await api.person(), converted()]
    ann = await api.person()
    expect((await importLines(ben, lines)).body.success).toBe(true)
    expect(told(await arrive(lines))).toEqual([])
    const own = await exportLines(ann)
    const again = await arrive(lines, overlapping)
    // The objects have the ids of the file: they conflict, and so do annotations of the same object.
    const renewed = ['persona', 'summary', 'claim', 'claim_relation']
    for (const one of own.filter(({ type }) => renewed.includes(type)))
      expect(told(again).map(({ message }: any) => message)).toContain(
        `Likely repeat of the ${kindOf(one)} ${one.data.id}`,
      )
    const made = own.find(({ type, data }) => type === 'annotation' && data.annotationType === 'type')
    expect(told(again).map(({ message }: any) => message)).toContain(`Likely repeat of the annotation ${made.data.id}`)
  })

  it('is told alike through GraphQL, with the number of such lines', async () => {
    ann = await api.person()
    const video = newId()
    await arrive(converted({ video }))
    const report = `success summary { likelyRepeats } warnings { line type message }`
    const options = overlapping
    const lines = converted({ video })
    const preview = await withFile(
      ann,
      `mutation ($file: Upload!, $options: JSONObject) { importPreview(input: { file: $file, options: $options }) { report { ${report} } } }`,
      lines,
      options,
    )
    const done = await withFile(
      ann,
      `mutation ($file: Upload!, $options: JSONObject) { importFile(input: { file: $file, options: $options }) { report { ${report} } } }`,
      lines,
      options,
    )
    expect(done.data.importFile.report).toMatchObject({ success: true, summary: { likelyRepeats: lines.length } })
    const notes = (one: any) => one.warnings.map(({ message }: any) => message.replace(/^Line \d+: /, ''))
    expect(notes(preview.data.importPreview.report)).toEqual(notes(done.data.importFile.report))
    expect(preview.data.importPreview.report.summary).toEqual(done.data.importFile.report.summary)
  })

  it('is left out by strict mode without `atomic`, though there are more repeats than are named', async () => {
    ann = await api.person()
    const many = (count: number) =>
      Array.from({ length: count }, (_one, index) => entity(newId(), { name: `Object ${index}` }))
    await arrive(many(300))
    const [again, more] = [many(310), { validation: { strictMode: true }, transaction: { atomic: false } }]
    const plain = await previewLines(ann, again)
    expect(plain.body).toMatchObject({ success: true, summary: { likelyRepeats: 300 } })
    expect(plain.body.warnings).toHaveLength(200)
    expect(plain.body.warnings.at(-1)).toMatch(
      /^Line 200: Likely repeat of the object .*; so are 100 more lines of its kind$/,
    )
    const strict = await importLines(ann, again, more)
    expect(strict.body.summary).toMatchObject({ likelyRepeats: 0, failedLines: 300, importedItems: { entities: 10 } })
    expect(await exportLines(ann)).toHaveLength(310)
  })
})

describe('a file joined with itself under new ids', () => {
  it('has each line of the second part told as a repeat of the line of the first', async () => {
    ann = await api.person()
    const video = newId()
    const [one, two] = [converted({ video }), converted({ video })]
    const answer = await arrive([...one, ...two])
    expect(answer.body.success).toBe(true)
    expect(told(answer)).toEqual(
      two.map((line, index) => ({
        line: one.length + index + 1,
        type: 'likely_repeat',
        message:
          line.type === 'ontology'
            ? `Likely repeat of the type ${repeatedId(one[index])}`
            : `Likely repeat of line ${index + 1} of the file`,
      })),
    )
  })

  it('may hold several objects of one name that differ', async () => {
    ann = await api.person()
    const answer = await arrive([
      entity(newId(), { name: 'Pedestrian', description: [{ type: 'text', content: 'in red' }] }),
      entity(newId(), { name: 'Pedestrian', description: [{ type: 'text', content: 'in blue' }] }),
    ])
    expect(told(answer)).toEqual([])
  })
})

describe('a line that only resembles what is stored', () => {
  it('is not told as a repeat', async () => {
    ann = await api.person()
    const video = newId()
    const [p, types] = [persona(), [{ id: 'person', name: 'Person', gloss: [] }]]
    const other = persona({ name: 'Other' })
    const s = summary(p.data.id, { videoId: video })
    const typedOf = (more: Record<string, unknown> = {}) => typed(p.data.id, 'person', { videoId: video, ...more })
    await arrive([
      p,
      ontology(p.data.id, [...types, { id: 'car', name: 'Car', gloss: [] }]),
      other,
      ontology(other.data.id, types),
      s,
      claim(s.data.id),
      typedOf(),
      entity(newId(), { name: 'Truck' }),
    ])
    const answer = await arrive([
      persona({ name: 'scout' }),
      claim(s.data.id, { text: 'Another claim' }),
      typedOf({ videoId: newId() }),
      typedOf({ typeAssignment: { typeId: 'car', typeName: 'Car' } }),
      typedOf({ personaId: other.data.id }),
      typedOf({ boundingBoxSequence: { interpolationMode: 'linear', boxes: [box(0), box(10, { x: 2 })] } }),
      typedOf({ boundingBoxSequence: { interpolationMode: 'linear', boxes: [box(0), box(11)] } }),
      line('event', { id: newId(), name: 'Truck', description: [] }),
      line('time', { id: newId(), type: 'instant', timestamp: '2025-01-01T06:00:00Z' }),
      line('time', { id: newId(), type: 'instant', timestamp: '2025-01-01T07:00:00Z' }),
    ])
    expect(answer.body).toMatchObject({ success: true, summary: { processedLines: 10, likelyRepeats: 0 } })
    expect(told(answer)).toEqual([])
  })

  it('is not compared with content of others', async () => {
    const [ben, video] = [await api.person(), newId()]
    ann = await api.person()
    await arrive(converted({ video }), undefined, ben)
    expect(told(await arrive(converted({ video })))).toEqual([])
  })
})

it('types of a stored name that get another id when a persona is merged are told', async () => {
  ann = await api.person()
  const p = persona()
  const types = (...names: string[]) =>
    ontology(
      p.data.id,
      names.map((name) => ({ id: newId(), name, gloss: [] })),
    )
  const before = types('Car', 'Boat')
  await arrive([p, before])
  const answer = await arrive([p, types('Boat', 'Car', 'Tram')], { conflictResolution: { personas: 'merge' } })
  const [first] = before.data.entityTypes.map((one: any) => one.id).sort()
  expect(told(answer)).toEqual([
    { line: 2, type: 'likely_repeat', message: `Likely repeat of the type ${first} and of 1 more of its types` },
  ])
})
it('takes as many statements for 900 lines as for ten', async () => {
  const taken = async (count: number) => {
    ann = await api.person()
    const lines = () => Array.from({ length: count }, (_one, index) => entity(newId(), { name: `Object ${index}` }))
    expect((await importLines(ann, lines())).body.success).toBe(true)
    const again = lines()
    const { result, statements } = await statementsOf(() => previewLines(ann, again))
    expect(result.body.summary.likelyRepeats).toBe(count)
    return statements.length
  }
  expect(await taken(900)).toBe(await taken(10))
})
