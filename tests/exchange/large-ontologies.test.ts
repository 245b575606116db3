import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { ontology, persona } from './lines.js'
import { importLines } from './support.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const types = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({ id: `t${n}`, name: `${name} ${n}` }))

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return (performance.now() - began) / 1000
}

// Eight times as many types took 40 times as long, and 64 times where two lists were compared without an index. The
// bound leaves room for other work on the machine.
const [few, many, most] = [2000, 16_000, 25]

describe('large ontologies', () => {
  it('take an import as long as they are large', async () => {
    const imported = (count: number) =>
      secondsOf(async () => {
        const owner = persona()
        const { body } = await importLines(ann, [owner, ontology(owner.data.id, types(count, 'Type'))])
        expect(body.summary.importedItems.ontologies).toBe(1)
      })
    await imported(few)
    expect((await imported(many)) / (await imported(few))).toBeLessThan(most)
  })

  it('take a save as long as they are large, whatever changed since the last', async () => {
    const { id } = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
    const saved = (count: number, name: string) =>
      secondsOf(() => made(ann.put(`/api/personas/${id}/ontology`, { entities: types(count, name) })))
    await saved(few, 'One')
    const small = await saved(few, 'Two')
    await saved(many, 'Three')
    expect((await saved(many, 'Four')) / small).toBeLessThan(most)
  })
})
