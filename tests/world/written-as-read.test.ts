import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isInputObjectType, isObjectType, type GraphQLInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

// What an answer calls `key`, `roleIds` or `interpretations`, an input calls so too. The keys of the stored documents
// (`id`, `roles`, `personaInterpretations`) are the older names, which inputs still understand.

let api: TestApi
let ann: Person
let personaId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  personaId = (await made(ann.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C' }))).id
})
afterAll(() => api.stop())

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

/** The fields of an input, and of the inputs inside it, that the type it writes does not have. */
function unread(input: GraphQLInputObjectType, typeName: string): string[] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) return [`${typeName} is no type`]
  return Object.values(input.getFields()).flatMap((field) => {
    if (field.deprecationReason !== undefined || field.name === 'body') return []
    const read = type.getFields()[field.name]
    if (!read) return [`${input.name}.${field.name}`]
    const inside = getNamedType(field.type)
    return isInputObjectType(inside) ? unread(inside, getNamedType(read.type).name) : []
  })
}

describe('an input of a type or an object of the world', () => {
  it.each(['OntologyType', 'Entity', 'Event', 'TimeObject', 'EntityCollection', 'EventCollection', 'TimeCollection'])(
    'has the names that %s is read under',
    (name) => {
      expect(unread(schema.getType(`${name}Input`) as GraphQLInputObjectType, name)).toEqual([])
    },
  )

  it('takes an event as it was read', async () => {
    const participants = [{ entityId: 'p1', roleTypeId: 'guest' }]
    const event = {
      ...{ key: 'e1', name: 'Arrival', startTimeId: 't1', endTimeId: 't2', locationId: 'l1' },
      ...{
        participantIds: ['p1', 'p2'],
        interpretations: [{ personaId, typeId: 'arrival', confidence: 0.5, participants }],
      },
    }
    const read =
      '{ ... on Event { key name startTimeId endTimeId locationId participantIds interpretations { personaId typeId confidence participants { entityId roleTypeId } } } }'
    const save = `mutation ($event: EventInput!) { saveWorldObject(input: { object: { event: $event } }) { object ${read} } }`
    const first = await ann.graph<{ saveWorldObject: { object: object } }>(save, { event })
    expect(first.data?.saveWorldObject.object).toEqual(event)
    const again = await ann.graph<{ saveWorldObject: { object: object } }>(save, {
      event: first.data?.saveWorldObject.object,
    })
    expect(again.data?.saveWorldObject.object).toEqual(event)
    expect((await made(ann.get('/api/world/events/e1'))).personaInterpretations).toEqual(event.interpretations)
  })

  it('understands the older names, and says where two names contradict each other', async () => {
    const save =
      'mutation ($event: EventInput!) { saveWorldObject(input: { object: { event: $event } }) { object { ... on Event { key startTimeId } } } }'
    const older = await ann.graph<object>(save, { event: { id: 'e2', startTime: 't1' } })
    expect(older.data).toEqual({ saveWorldObject: { object: { key: 'e2', startTimeId: 't1' } } })
    const both = await ann.graph(save, { event: { key: 'e2', startTime: 't1', startTimeId: 't2' } })
    expect(both.errors?.[0]?.extensions?.['details']).toEqual([
      { field: 'input.object.event.startTime', message: 'contradicts another value given for startTime' },
    ])
    const none = await ann.graph(save, { event: { name: 'no key' } })
    expect(none.errors?.[0]?.extensions?.['details']).toEqual([
      { field: 'input.object.event.key', message: 'is required' },
    ])
  })

  it('takes an ontology as it was read', async () => {
    const type = { key: 'arrival', name: 'Arrival', roleIds: ['guest'] }
    const update =
      'mutation ($typed: OntologyArraysInput!, $id: ID!) { updateOntology(input: { personaId: $id, typed: $typed }) { ontology { eventTypes { key name roleIds } roleTypes { key name } } } }'
    const typed = { eventTypes: [type], roleTypes: [{ key: 'guest', name: 'Guest' }] }
    const answer = await ann.graph<{ updateOntology: { ontology: object } }>(update, { id: personaId, typed })
    expect(answer.data?.updateOntology.ontology).toEqual(typed)
    const older = { events: [{ id: 'arrival', name: 'Arrival', roles: ['guest'] }] }
    const again = await ann.graph<{ updateOntology: { ontology: object } }>(update, { id: personaId, typed: older })
    expect(again.data?.updateOntology.ontology).toEqual(typed)
    const both = await ann.graph(update, { id: personaId, typed: { ...typed, ...older } })
    expect(both.errors?.[0]?.extensions?.['details']).toEqual([
      { field: expect.stringMatching(/^input\.typed\.event/), message: 'must not be given together with events' },
    ])
  })
})
