import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { startApi, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { ontology, persona, typed } from './lines.js'
import { exportLines, exportText, importLines, readVideo } from './support.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const lastOfVideo = 249
const place = fc.double({ min: -2000, max: 8000, noNaN: true })
const size = fc.oneof(fc.double({ min: 0.01, max: 4000, noNaN: true }), fc.integer({ min: 1, max: 500 }))
const text = fc
  .string({ unit: 'grapheme', maxLength: 6 })
  .filter((one) => !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(one))
const marks = fc.record(
  {
    occluded: fc.constant(true),
    zOrder: fc.integer({ min: 1, max: 9 }),
    attributes: fc.dictionary(text, text, { minKeys: 1, maxKeys: 2 }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: [] },
)
const box = fc
  .tuple(fc.record({ x: place, y: place, width: size, height: size }), marks, fc.integer({ min: 0, max: 9 }))
  .map(([at, more, kind]) => ({ ...at, ...more, isKeyframe: kind > 1, ...(kind === 9 && { visible: false }) }))
const frames = fc
  .uniqueArray(fc.oneof(fc.nat(30), fc.nat(lastOfVideo), fc.constant(lastOfVideo)), { minLength: 1, maxLength: 8 })
  .map((list) => list.sort((a, b) => a - b))
const range = fc
  .tuple(fc.nat(lastOfVideo), fc.nat(20), fc.boolean())
  .map(([startFrame, more, visible]) => ({ startFrame, endFrame: startFrame + more, visible }))
const mode = fc.constantFrom('linear', 'ease-in', 'ease-in-out', 'step', 'bezier')

const generated = fc
  .tuple(frames, fc.array(box, { minLength: 8, maxLength: 8 }), mode, fc.option(range), fc.constantFrom('manual', 'ai'))
  .map(([numbers, boxes, interpolationMode, gap, source]) => ({
    source,
    sequence: {
      interpolationMode,
      boxes: numbers.map((frameNumber, i) => ({ frameNumber, ...boxes[i], ...(i === 0 && { isKeyframe: true }) })),
      ...(gap && { visibilityRanges: [gap] }),
    },
  }))
type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never

/** What a sequence shows on each frame: the place to a hundred-thousandth of a pixel, null where nothing is seen. */
const shown = (sequence: unknown) =>
  Array.from({ length: lastOfVideo + 2 }, (_none, frame) => {
    const one = boxAt(sequence, frame)
    return one?.visible ? [one.x, one.y, one.width, one.height] : null
  })

/** The keyframes that a round trip keeps: those that are seen, and those before a frame on which the object is seen. */
function keptKeyframes(sequence: any): number[] {
  const seen = shown(sequence)
  const last = seen.findLastIndex((one) => one !== null)
  const numbers: number[] = sequence.boxes.filter((one: any) => one.isKeyframe).map((one: any) => one.frameNumber)
  return last < 0 ? numbers : numbers.filter((frame) => frame <= last)
}

const extras = ({ occluded, zOrder, attributes }: any) => ({ occluded, zOrder, attributes })

describe('a round trip through CVAT XML', () => {
  it('keeps what the page of formats says, for any sequences, and no more', async () => {
    let compared = 0
    const trip = async (tracks: Generated[]) => {
      const [ann, ben] = [await api.person(), await api.person()]
      const videoId = await readVideo(api)
      const p = persona()
      const lines = tracks.map(({ sequence, source }, i) => {
        const entityTypes = { id: `t${i}`, name: `Type <${i}>`, gloss: [] }
        return { entityTypes, line: typed(p.data.id, `t${i}`, { videoId, source, boundingBoxSequence: sequence }) }
      })
      const types = lines.map(({ entityTypes }) => entityTypes)
      const first = await importLines(ann, [p, ontology(p.data.id, types), ...lines.map(({ line }) => line)])
      expect(first.body.summary.importedItems.annotations, JSON.stringify(first.body.warnings)).toBe(tracks.length)
      const xml = await exportText(ann, '/api/export?format=cvat')
      const { id: personaId } = await made(ben.post('/api/personas', { name: 'B', role: 'r', informationNeed: 'i' }))
      await made(ben.put(`/api/personas/${personaId}/ontology`, { entities: types }))
      const { body } = await importLines(ben, xml, { target: { personaId } })
      expect(body.summary.importedItems.annotations, JSON.stringify(body.warnings)).toBe(tracks.length)
      const back = (await exportLines(ben)).filter(({ type }) => type === 'annotation').map(({ data }) => data)
      for (const [i, { sequence, source }] of tracks.entries()) {
        const one = back.find(({ label }) => label === `t${i}`)
        expect(one).toMatchObject({ personaId, videoId, confidence: 1, source: source === 'manual' ? source : 'auto' })
        const { boxes, interpolationMode, ...rest } = one.boundingBoxSequence
        expect([interpolationMode, rest]).toEqual(['linear', {}])
        const [before, after] = [shown(sequence), shown(one.boundingBoxSequence)]
        for (const [frame, place] of before.entries()) {
          const found = after[frame]
          const isSame =
            place && found ? place.every((value, j) => Math.abs(value - found[j]!) < 1e-5) : place === found
          if (!isSame)
            throw new Error(`frame ${frame}: ${JSON.stringify([place, found])} ${JSON.stringify([sequence, boxes])}`)
          compared += 1
        }
        const keyframes = new Map(
          boxes.filter((each: any) => each.isKeyframe).map((each: any) => [each.frameNumber, each]),
        )
        for (const frame of keptKeyframes(sequence)) {
          const kept = keyframes.get(frame)
          const stored = sequence.boxes.find((each) => each.isKeyframe && each.frameNumber === frame)
          expect([frame, extras(kept ?? {})]).toEqual([frame, extras(stored)])
        }
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(generated, { minLength: 20, maxLength: 40 }), trip), {
      numRuns: 12,
      endOnFailure: true,
    })
    console.log(`frames compared before and after a round trip: ${compared}`)
    expect(compared).toBeGreaterThan(50_000)
  }, 120_000)
})
