import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { answer } from '../support/faulty-model.js'
import { startScriptedApi, type ScriptedApi } from '../support/scripted-model.js'
import { made, missingId, unique } from '../support/workspace.js'

let api: ScriptedApi
let ann: Person
const route = '/api/sentences/equal'

beforeAll(async () => {
  api = await startScriptedApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

type Types = Record<string, object[]>

async function persona(ontology: Types): Promise<string> {
  const { id } = await made(
    ann.post('/api/personas', { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?' }),
  )
  await made(ann.put(`/api/personas/${id}/ontology`, ontology))
  return id
}

const suggested = (first: string, second: string) =>
  made(ann.get(`/api/personas/${first}/type-correspondences/suggestions?otherPersonaId=${second}`))
const short = ({ suggestions }: any) =>
  suggestions.map(
    ({ firstTypeId, relation, secondTypeId, reason }: any) => `${firstTypeId} ${relation} ${secondTypeId}: ${reason}`,
  )
const named = (name: string, more: object = {}) => ({ id: name.toLowerCase(), name, ...more })

describe('suggested correspondences of types', () => {
  it('come from ids in knowledge bases, names, synonyms and more general types, likeliest first', async () => {
    const first = await persona({
      entities: [
        { id: 'vehicle', name: ' Road  VEHICLE ' },
        named('Lorry', { synonyms: ['Truck'] }),
        named('Ship', { wikidataId: 'Q11446' }),
        named('Tug', { parentTypeId: 'ship' }),
        named('Bank', { kbId: 'Q1' }),
      ],
      roles: [named('Pilot')],
      events: [named('Straße')],
    })
    const second = await persona({
      entities: [
        { id: 'v', name: 'road vehicle' },
        named('Truck'),
        named('Vessel', { kbId: 'Q11446' }),
        named('Van', { parentTypeId: 'v' }),
        { id: 'pilot', name: 'Pilot' },
        { id: 'shore', name: 'Bank', kbId: 'Q2' },
      ],
      events: [{ id: 'street', name: 'STRASSE' }],
    })
    api.behaviours.set(route, answer(200, { pairs: [] }))
    const answered = await suggested(first, second)
    expect(short(answered)).toEqual([
      'ship exact vessel: kb_id',
      'vehicle exact v: name',
      'straße exact street: name',
      'lorry exact truck: synonym',
      'vehicle broader van: parent',
      'tug narrower vessel: parent',
    ])
    expect(answered.suggestions[0]).toEqual({
      ...{ kind: 'entity', firstTypeId: 'ship', firstName: 'Ship', secondTypeId: 'vessel', secondName: 'Vessel' },
      ...{ relation: 'exact', score: 1, reason: 'kb_id' },
    })
    expect(answered).toMatchObject({ left: 0, isMeaningCompared: true, note: null })
    const query = `query ($id: ID!, $other: ID!) { persona(id: $id) { typeCorrespondenceSuggestions(otherPersonaId: $other) {
      suggestions { kind firstTypeId secondTypeId relation reason score } isMeaningCompared note left } } }`
    const { persona: graph } = await made(ann.graph(query, { id: first, other: second }))
    expect(graph.typeCorrespondenceSuggestions.suggestions[0]).toEqual({
      ...{ kind: 'ENTITY', firstTypeId: 'ship', secondTypeId: 'vessel', relation: 'EXACT', reason: 'KB_ID', score: 1 },
    })
    expect(graph.typeCorrespondenceSuggestions.suggestions).toHaveLength(6)
  })

  it('leave out pairs about which something is stored, and follow what is confirmed', async () => {
    const first = await persona({ entities: [named('Ship'), named('Tug', { parentTypeId: 'ship' })] })
    const second = await persona({ entities: [named('Boat'), named('Ship')] })
    api.behaviours.set(route, answer(200, { pairs: [] }))
    const pair = (secondTypeId: string, relation: string) => ({
      ...{ firstPersonaId: first, firstTypeId: 'ship', secondPersonaId: second, secondTypeId, relation },
    })
    await made(ann.post('/api/type-correspondences', pair('ship', 'none')))
    expect(short(await suggested(first, second))).toEqual([])
    await made(ann.post('/api/type-correspondences', pair('boat', 'exact')))
    expect(short(await suggested(first, second))).toEqual(['tug narrower boat: parent'])
    expect(short(await suggested(second, first))).toEqual(['boat broader tug: parent'])
  })

  it('come from the sentence model for types without an equal, and tell where it is not available', async () => {
    const first = await persona({
      entities: [named('Ship'), named('Car', { definition: 'Drives' })],
      roles: [named('Crew')],
    })
    const second = await persona({ entities: [named('Ship'), named('Automobile')] })
    // Car and Crew of the first persona, Automobile of the second.
    api.behaviours.set(
      route,
      answer(200, {
        pairs: [
          [2, 0],
          [1, 2],
          [0, 1],
        ],
      }),
    )
    expect(short(await suggested(first, second))).toEqual(['ship exact ship: name', 'car exact automobile: meaning'])
    expect(api.sent.get(route)).toEqual({ texts: ['Car: Drives', 'Crew', 'Automobile'] })
    api.behaviours.set(route, answer(503, { detail: 'No model' }))
    const answered = await suggested(first, second)
    expect(short(answered)).toEqual(['ship exact ship: name'])
    expect(answered.isMeaningCompared).toBe(false)
    expect(answered.note).toMatch(/^The meaning of names and definitions was not compared: /)
  })

  it('take well under a second for thousands of types', async () => {
    const many = (prefix: string) =>
      Array.from({ length: 4000 }, (_, n) => ({
        ...{ id: `${prefix}${n}`, name: n % 2 ? `Type ${n}` : 'The same' },
        ...(n > 10 && { parentTypeId: `${prefix}${n % 10}`, synonyms: [`Kind ${n % 50}`, `Sort ${n}`] }),
      }))
    const [first, second] = [await persona({ entities: many('a') }), await persona({ entities: many('b') })]
    api.behaviours.set(route, answer(200, { pairs: [] }))
    const began = performance.now()
    const { suggestions, left } = await suggested(first, second)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(suggestions).toHaveLength(500)
    expect(left).toBeGreaterThan(1500)
  })

  it('are of personas that the caller may read', async () => {
    const [first, second] = [await persona({}), await persona({})]
    const eve = await api.person('eve')
    const ask = async (who: Person, one: string, other: string) => {
      const path = `/api/personas/${one}/type-correspondences/suggestions?otherPersonaId=${other}`
      const { status, body } = await who.get<any>(path)
      return [status, body.error]
    }
    expect(await ask(ann, first, missingId)).toEqual([404, 'Persona not found'])
    expect(await ask(eve, first, second)).toEqual([404, 'Persona not found'])
    expect((await ask(ann, first, 'x'))[0]).toBe(400)
    expect((await ann.get(`/api/personas/${first}/type-correspondences/suggestions`)).status).toBe(400)
  })
})
