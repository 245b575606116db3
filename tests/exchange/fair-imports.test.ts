import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { slowness } from '../support/pace.js'
import { made } from '../support/workspace.js'
import { annotation, entity, ontology, persona, sequence } from './lines.js'
import { exportLines, exportText, importLines, previewLines } from './support.js'

let api: TestApi
let ann: Person
let ben: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  ben = await api.person()
})
afterAll(() => api.stop())

const megabyte = 1024 * 1024

/** Runs `act`; returns its result and the longest time for which it blocked the event loop, in milliseconds. */
async function longestPause<T>(act: () => Promise<T>): Promise<{ pause: number; result: T }> {
  let last = performance.now()
  let pause = 0
  const timer = setInterval(() => {
    const now = performance.now()
    pause = Math.max(pause, now - last)
    last = now
  }, 1)
  try {
    return { result: await act(), pause }
  } finally {
    clearInterval(timer)
  }
}

describe('previews of one person', () => {
  it('twelve of 40,000 lines: the import of one line of somebody else does not wait for them', async () => {
    const lines = Array.from({ length: 40_000 }, (_, n) => entity(`e${n}`))
    const file = new Blob([lines.map((line) => JSON.stringify(line) + '\n').join('')])
    const timed = async (id: string) => {
      const since = performance.now()
      expect((await importLines(ben, [entity(id)])).body.success).toBe(true)
      return performance.now() - since
    }
    await timed('b0')
    const alone = await timed('b1')
    const ends: number[] = []
    const previews = Array.from({ length: 12 }, async () => {
      const answer = await previewLines(ann, file)
      ends.push(performance.now())
      return answer
    })
    const places = () => api.app.services.admission.counts('import')
    await expect.poll(() => places().running + places().waiting, { timeout: 30_000, interval: 10 }).toBeGreaterThan(8)
    const beside = await timed('b2')
    const done = performance.now()
    for (const { status, body } of await Promise.all(previews))
      expect([status, body.counts?.entities]).toEqual([200, 40_000])
    // The import may have waited for a few of the previews, but not for all twelve.
    expect(ends.filter((end) => end < done).length).toBeLessThan(4)
    expect(beside).toBeLessThan(10 * alone + (ends.at(-1)! - done) / 2)
  }, 180_000)
})

describe('a line of a file', () => {
  const large = () => {
    const data = annotation({ boundingBoxSequence: sequence([0]) }).data
    const boxes = Array.from({ length: 250_000 }, (_, n) => ({ ...data.boundingBoxSequence.boxes[0], frameNumber: n }))
    return { type: 'annotation', data: { ...data, boundingBoxSequence: { interpolationMode: 'linear', boxes } } }
  }

  it('of 20 MiB is taken in while the event loop goes on: its parsing alone would hold it up for longer', async () => {
    const text = JSON.stringify(large())
    expect(text.length).toBeGreaterThan(20 * megabyte)
    expect(text.length).toBeLessThan(32 * megabyte)
    const file = new Blob([`${JSON.stringify(entity('e1'))}\n${text}\n`])
    // The first large line starts the worker thread, so it is not measured.
    expect((await previewLines(ann, file)).status).toBe(200)
    const pauses: number[] = []
    for (let n = 0; n < 3; n++) {
      const { pause, result } = await longestPause(() => previewLines(ann, file))
      expect([result.status, result.body.counts.annotations]).toEqual([200, 1])
      pauses.push(pause)
    }
    const since = performance.now()
    JSON.stringify(JSON.parse(text))
    const parsing = performance.now() - since
    expect(Math.min(...pauses), `parsing alone takes ${parsing} ms`).toBeLessThan(Math.max(50, parsing / 2))
    expect((await importLines(ann, file)).body.success).toBe(true)
    const [, line] = (await exportLines(ann)).filter(({ type }) => type === 'entity' || type === 'annotation')
    expect(line.data.boundingBoxSequence.boxes).toHaveLength(250_000)
  }, 120_000)

  it('that is longer than 32 MiB is refused with its number', async () => {
    const text = JSON.stringify({ type: 'metadata', data: { padding: 'x'.repeat(32 * megabyte) } })
    const answer = await previewLines(ann, `${JSON.stringify(entity('e1'))}\n\n${text}\n`)
    expect([answer.status, answer.body.error, answer.body.line]).toEqual([400, 'Parse Error', 3])
    expect(answer.body.message).toBe('Failed to parse line 3: is longer than 33554432 bytes')
  })

  it('that is a document of 18 MiB is exported and taken in again', async () => {
    const [eva, fred] = [await api.person(), await api.person()]
    const { id } = await made(eva.post('/api/personas', persona().data))
    // Each letter takes two bytes.
    const types = Array.from({ length: 4 }, (_, n) => ({
      id: `t${n}`,
      name: `Type ${n}`,
      gloss: [{ type: 'text', content: 'ä'.repeat(2.25 * megabyte) }],
    }))
    await made(eva.put(`/api/personas/${id}/ontology`, { entities: types }))
    const file = await exportText(eva)
    const [bytes = 0] = file
      .split('\n')
      .slice(1)
      .map((line) => Buffer.byteLength(line))
    expect(bytes).toBeGreaterThan(18 * megabyte)
    const { body } = await importLines(fred, file)
    expect(body).toMatchObject({ success: true, warnings: [], errors: [] })
    const [, { data: back }] = await exportLines(fred)
    expect(back.entityTypes).toEqual(types)
  })

  it('with 200,000 types is checked in one pass, and a type that occurs twice is named', async () => {
    const types = Array.from({ length: 200_000 }, (_, n) => ({ id: `type-${n}`, name: `Type ${n}` }))
    const { id } = persona().data
    const file = (list: object[]) => [persona({ id }), ontology(id, list)]
    const since = performance.now()
    const answer = await previewLines(ann, file(types))
    const took = performance.now() - since
    expect(answer.body).toMatchObject({ success: true, warnings: [], counts: { ontologies: 1 } })
    expect(took).toBeLessThan(15_000 * slowness())
    const twice = await previewLines(ann, file([...types.slice(0, 20_000), types[7]!]))
    expect(twice.body.warnings).toEqual(['Line 2: entityTypes.20000.id: occurs twice'])
  })

  it.each([
    ['is no JSON', (padding: string) => `{"type":"metadata","data":{"padding":"${padding}}`, /line 2: /],
    ['is no object', (padding: string) => `"${padding}"`, /line 2: a line must be a JSON object/],
    ['is no UTF-8', (padding: string) => Buffer.from(`{"a":"${padding}\xff"}`, 'latin1'), /line 2: is not valid UTF-8/],
    ['needs gigabytes', () => `[${'[],'.repeat(5 * megabyte)}[]]`, /line 2: /],
  ])('that is large and %s is refused with its number', async (_what, make, message) => {
    const answer = await previewLines(ann, new Blob(['\n', make('x'.repeat(megabyte)), '\r\n']))
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)])
  })

  it('that is large and blank, or ends with a carriage return, is read like a small one', async () => {
    const padded = JSON.stringify({ type: 'metadata', data: { padding: 'x'.repeat(megabyte) } })
    const answer = await previewLines(ann, `${' '.repeat(megabyte)}\r\n${padded}\r\n${JSON.stringify(entity('e9'))}`)
    expect([answer.status, answer.body.counts.entities, answer.body.summary.totalLines]).toEqual([200, 1, 2])
  })
})
