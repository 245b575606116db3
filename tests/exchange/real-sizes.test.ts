import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { box, ontology, persona, typed } from './lines.js'
import { exportLines, exportText, importLines, readVideo } from './support.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const hours = 3 * 3600
const pixels = { x: 1234.5678, y: 987.654321, width: 345.6789, height: 210.987 }
const annotationsOf = async (who: Person) =>
  (await exportLines(who)).filter(({ type }) => type === 'annotation').map(({ data }) => data)

/** Imports what Ann has into another account, as lines of everything; returns both exports. */
async function throughLines(ann: Person): Promise<[before: string, after: string]> {
  const before = await exportText(ann)
  const ben = await api.person()
  const { body } = await importLines(
    ben,
    before.replaceAll(ids, (id) => turned(id)),
  )
  expect(body).toMatchObject({ success: true, conflicts: [], errors: [] })
  return [before.replaceAll(ids, (id) => turned(id)), await exportText(ben)]
}
/**
 * The lines in an order of their own: those of one time are in the order of their ids. Imported tracks have numbers of
 * their own.
 */
const sorted = (text: string) =>
  text
    .replaceAll(/"number":\d+,/g, '')
    .split('\n')
    .sort()
    .join('\n')
/** Ids that nobody uses, so that another account of the same server keeps them. */
const ids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const turned = (id: string) =>
  createHash('md5')
    .update(id)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5')

describe('a round trip at the sizes of real work', () => {
  it('of a track of three hours at 60 frames a second goes through lines and through CVAT', async () => {
    const rate = 60
    const last = hours * rate - 1
    const ann = await api.person()
    const videoId = await readVideo(api, { frameCount: last + 1, rateNumerator: rate, width: 3840, height: 2160 })
    const p = persona()
    const frames = [0, Math.floor(last / 3), last]
    const boxes = frames.map((frame, i) => box(frame, { ...pixels, x: pixels.x + i }))
    const lines = [p, ontology(p.data.id), typed(p.data.id, 'person', { videoId, boundingBoxSequence: { boxes } })]
    expect((await importLines(ann, lines)).body.success).toBe(true)
    const [before, after] = await throughLines(ann)
    expect(sorted(after) === sorted(before)).toBe(true)
    const xml = await exportText(ann, '/api/export?format=cvat')
    console.log(`a track of ${last + 1} boxes takes ${(Buffer.byteLength(xml) / 2 ** 20).toFixed(1)} MiB of XML`)
    const ben = await api.person()
    const { body } = await importLines(ben, xml)
    expect([body.success, body.warnings]).toEqual([true, []])
    const [back] = await annotationsOf(ben)
    const numbers = back.boundingBoxSequence.boxes.map((each: any) => each.frameNumber)
    expect(numbers).toEqual(frames)
    for (const frame of [0, 1, 4711, last - 1, last])
      expect(boxAt(back.boundingBoxSequence, frame)!.x).toBeCloseTo(boxAt({ boxes }, frame)!.x, 5)
  })

  it('of ten thousand tracks and as many types goes through lines and through CVAT', async () => {
    const ann = await api.person()
    const videoId = await readVideo(api)
    const p = persona()
    const count = 10_000
    const types = Array.from({ length: count }, (_, i) => ({ id: `t${i}`, name: `Type ${i}`, gloss: [] }))
    const tracks = types.map(({ id }, i) =>
      typed(p.data.id, id, {
        videoId,
        boundingBoxSequence: { interpolationMode: 'linear', boxes: [box(0), box(3, { x: i })] },
      }),
    )
    expect((await importLines(ann, [p, ontology(p.data.id, types), ...tracks])).body.success).toBe(true)
    const [before, after] = await throughLines(ann)
    expect(sorted(after) === sorted(before)).toBe(true)
    const xml = await exportText(ann, '/api/export?format=cvat')
    const own = (await exportLines(ann)).find(({ type }) => type === 'persona').data.id
    const { body } = await importLines(ann, xml, { target: { personaId: own } })
    expect([body.summary.importedItems.annotations, body.summary.skippedItems.annotations]).toEqual([count, 0])
    const labels = (await annotationsOf(ann)).map(({ label }) => label)
    expect([labels.length, new Set(labels).size]).toEqual([2 * count, count])
  })
})
