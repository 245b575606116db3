import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo } from '../support/workspace.js'

const page = readFileSync(new URL('../../docs/agreement.md', import.meta.url), 'utf8')

/** Returns the cells of the tables below a heading of the page. */
function tablesOf(heading: string): string[][][] {
  const part = page.split(/^#+ /m).find((one) => one.startsWith(heading)) ?? ''
  return part
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((lines) => lines.length > 2)
    .map((lines) =>
      lines.slice(2).map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    )
}

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

async function persona(): Promise<string> {
  const { id } = await made(ann.post('/api/personas', { name: 'A', role: 'Analyst', informationNeed: 'What?' }))
  const entities = ['Car', 'Person', 'Cyclist'].map((name) => ({ id: name, name }))
  await made(ann.put(`/api/personas/${id}/ontology`, { entities }))
  return id
}

async function draw(videoId: string, personaId: string, label: string, keyframes: readonly number[][]) {
  const boxes = keyframes.map(([frameNumber, x, y, width, height]) => ({
    frameNumber,
    x,
    y,
    width,
    height,
    isKeyframe: true,
  }))
  const frames = { boxes, interpolationSegments: [], visibilityRanges: [] }
  await made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label, frames }))
}

describe('the examples of docs/agreement.md', () => {
  it('have the figures of tracks that the page computes', async () => {
    const [tracks, figures] = tablesOf('Example: two tracks and one')
    const videoId = await makeVideo(api)
    const personas: Record<string, string> = { A: await persona(), B: await persona() }
    for (const [name, label, keyframes] of tracks!)
      await draw(videoId, personas[name!]!, label!, JSON.parse(keyframes!.replaceAll('`', '')) as number[][])
    const ids = Object.values(personas).join()
    const report = await made(ann.get(`/api/videos/${videoId}/agreement?personaIds=${ids}&minIou=0.3`))
    expect(figures!.length).toBe(9)
    for (const [name, , value] of figures!) expect(report.pairs[0][name!], name).toBeCloseTo(Number(value), 5)
  })

  it('have the figures of types that the page computes', async () => {
    const [units, figures] = tablesOf('Example: ten people, one difference')
    const videoId = await makeVideo(api)
    const personas = [await persona(), await persona()]
    for (const [unit, ...labels] of units!)
      for (const [at, label] of labels.entries())
        await draw(videoId, personas[at]!, label, [[0, 200 * Number(unit), 0, 100, 50]])
    const { types } = await made(ann.get(`/api/videos/${videoId}/agreement?personaIds=${personas.join()}`))
    expect([types.units, figures!.length]).toEqual([10, 3])
    for (const [name, , value] of figures!) expect(types[name!], name).toBeCloseTo(Number(value), 5)
  })
})
