import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isInputObjectType, isObjectType, type GraphQLInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

// What an answer calls `key`, `roleIds` or `interpretations`, an input calls so too, whatever the document calls it.

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

  it('takes an ontology as it was read', async () => {
    const type = { key: 'arrival', name: 'Arrival', roleIds: ['guest'] }
    const update =
      'mutation ($input: UpdateOntologyInput!) { updateOntology(input: $input) { ontology { eventTypes { key name roleIds } roleTypes { key name } } } }'
    const arrays = { eventTypes: [type], roleTypes: [{ key: 'guest', name: 'Guest' }] }
    const answer = await ann.graph<{ updateOntology: { ontology: object } }>(update, {
      input: { personaId, ...arrays },
    })
    expect(answer.data?.updateOntology.ontology).toEqual(arrays)
  })
})
