import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportText, importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made } from '../support/workspace.js'
import { Copy } from './feed-copy.js'

// What changes in a world or an ontology is told by its own lines and those that name it.

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const times = (count: number) => Array.from({ length: count }, (_, i) => i)
const nameOf = (i: number) => `Ship ${i}`

/** A world of 12 ships, each in a relation with the next one, and of collections of three of them. */
function world() {
  const entities = times(12).map((i) => ({ id: `s${i}`, name: nameOf(i) }))
  const relations = times(11).map((i) => ({
    ...{ id: `r${i}`, relationTypeId: 'follows' },
    ...{ sourceType: 'entity', sourceId: `s${i}`, targetType: 'entity', targetId: `s${i + 1}` },
  }))
  const entityCollections = times(4).map((i) => ({
    ...{ id: `c${i}`, name: `Fleet ${i}` },
    entityIds: [0, 1, 2].map((j) => `s${3 * i + j}`),
  }))
  return { entities, relations, entityCollections }
}

/** Somebody with that world, and a copy that is up to date. */
async function follower(): Promise<Copy> {
  ann = await api.person()
  await made(ann.put('/api/world', world()))
  const copy = new Copy(ann, 'scope=own')
  await settled(api)
  await copy.begin()
  return copy
}

/** Which lines the copy had to set or to take out, as `change type id`. */
async function toldBy(copy: Copy): Promise<string[]> {
  await settled(api)
  const told: string[] = []
  do {
    const since = encodeURIComponent(copy.position)
    const text = await (await ann.request(`/api/changes?scope=own&since=${since}`)).text()
    copy.apply(text)
    for (const line of text.split('\n').filter(Boolean)) {
      const { change, type, id } = JSON.parse(line)
      if (change !== 'position') told.push(`${change} ${type} ${id}`)
    }
  } while (copy.hasMore)
  expect(copy.text()).toBe(await exportText(ann, '/api/export/all?scope=own'))
  return told.sort()
}

describe('the feed of a world', () => {
  it('tells the line of an entity alone that is renamed, whichever way', async () => {
    const copy = await follower()
    const { entities } = world()
    await made(
      ann.put('/api/world', { entities: entities.map((one) => (one.id === 's5' ? { ...one, name: 'Tug' } : one)) }),
    )
    expect(await toldBy(copy)).toEqual(['set entity s5'])
    await made(ann.put('/api/world/entities/s5', { name: 'Pilot' }))
    expect(await toldBy(copy)).toEqual(['set entity s5'])
    await made(
      ann.graph(
        'mutation { saveWorldObject(input: { object: { entity: { key: "s5", name: "Ferry" } } }) { object { key } } }',
        {},
      ),
    )
    expect(await toldBy(copy)).toEqual(['set entity s5'])
  })

  it('tells the lines that name what has gone or come, and no others', async () => {
    const copy = await follower()
    const { entities } = world()
    await made(ann.put('/api/world', { entities: entities.slice(1) }))
    const naming = ['set entity_collection c0', 'set relation r0']
    expect(await toldBy(copy)).toEqual(['gone entity s0', ...naming])
    await made(ann.put('/api/world', { entities: [...entities.slice(1), entities[0]] }))
    expect(await toldBy(copy)).toEqual(['set entity s0', ...naming])
    await made(ann.put('/api/world', { entities: [...entities.slice(2), entities[0], { id: 's12', name: 'Tug' }] }))
    expect(await toldBy(copy)).toEqual([
      ...['gone entity s1', 'set entity s12', 'set entity_collection c0'],
      ...['set relation r0', 'set relation r1'],
    ])
  })

  it('keeps the order in which objects were sent, however they were moved, added and removed', async () => {
    await follower()
    const idsNow = async () => (await made(ann.get('/api/world'))).entities.map(({ id }: { id: string }) => id)
    let order = times(12).map((i) => `s${i}`)
    for (let step = 0; step < 30; step++) {
      const at = (step * 7) % order.length
      const taken = order[at]!
      const rest = order.filter((id) => id !== taken)
      const to = (step * 5) % (rest.length + 1)
      const next = [`n${step}`, taken, 'none'][step % 3]!
      order = next === 'none' ? rest : [...rest.slice(0, to), next, ...rest.slice(to)]
      await made(ann.put('/api/world', { entities: order.map((id) => ({ id, name: id })) }))
      expect(await idsNow()).toEqual(order)
    }
  })
})

describe('the times of objects in exports', () => {
  it('are those of the object: of one that nobody touched they stay', async () => {
    await follower()
    const timesOf = async () => {
      const lines = (await exportText(ann, '/api/export/all?scope=own')).split('\n').filter(Boolean)
      const objects = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'entity')
      return new Map(objects.map(({ data }) => [data.id, [data.createdAt, data.updatedAt]]))
    }
    const before = await timesOf()
    await made(ann.put('/api/world/entities/s3', { name: 'Tug' }))
    await importLines(ann, [{ type: 'entity', data: { id: 'late', name: 'Late' } }])
    const after = await timesOf()
    for (const [id, [createdAt, updatedAt]] of before) {
      expect(after.get(id)![0]).toBe(createdAt)
      if (id === 's3') expect(after.get(id)![1] > updatedAt).toBe(true)
      else expect(after.get(id)![1]).toBe(updatedAt)
    }
    expect(after.get('late')![0] > before.get('s3')![0]).toBe(true)
  })
})

describe('the feed of an ontology', () => {
  it('tells an ontology of thousands of types once for a save, however many answers it takes', async () => {
    const copy = await follower()
    const persona = { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }
    const { id } = await made(ann.post('/api/personas', persona))
    await toldBy(copy)
    const entities = times(3500).map((i) => ({ id: `t${i}`, name: `Type ${i}` }))
    await made(ann.put(`/api/personas/${id}/ontology`, { entities }))
    expect(await toldBy(copy)).toHaveLength(1)
    await made(ann.put(`/api/personas/${id}/ontology`, { entities: entities.map((one) => ({ ...one, gloss: [] })) }))
    expect(await toldBy(copy)).toHaveLength(1)
  })
})
