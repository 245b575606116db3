import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api.js'
import { claim, entity, ontology, persona, sequence, summary, typed } from './lines.js'
import { importLines } from './support.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

describe('the statistics of exports', () => {
  it('tell the size of each file of lines to a tenth, in each scope, from a sample of many lines', async () => {
    const eve = await api.person('Eve')
    const p = persona()
    const s = summary(p.data.id)
    const words = (n: number) => 'A ferry leaves the port. '.repeat(1 + (n % 9))
    await importLines(eve, [
      p,
      ontology(p.data.id),
      ...Array.from({ length: 700 }, (_, n) => entity(`e${n}`, { name: words(n) })),
      s,
      ...Array.from({ length: 1500 }, (_, n) => claim(s.data.id, { text: `${n} ${words(n)}` })),
      ...Array.from({ length: 60 }, (_, n) =>
        typed(p.data.id, 'person', { videoId: `v${n}`, boundingBoxSequence: sequence([0, 10, 20 + n]) }),
      ),
    ])
    const admin = await api.admin()
    for (const [caller, scope] of [
      [eve, 'own'],
      [admin, 'all'],
    ] as const) {
      const { fileSizes } = (await caller.get(`/api/export/stats?scope=${scope}`)).body
      const routes = { all: '/all', annotations: '', personas: '/personas', world: '/world', summaries: '/summaries' }
      for (const [file, route] of Object.entries(routes)) {
        const { text } = await caller.get(`/api/export${route}?scope=${scope}`)
        const share = fileSizes[file] / Buffer.byteLength(text)
        expect([scope, file, share > 0.9 && share < 1.1 ? 'near' : share]).toEqual([scope, file, 'near'])
      }
    }
  })
})
