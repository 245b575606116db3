import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worldArrays } from '../../src/world/world-kinds.js'
import { kindMembers } from '../../src/world/world-object.shape.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { exportLines, exportText, importLines, previewLines } from './support.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const values = [null, true, 5, -0.25, '', 'text', {}, { en: 'Ship', id: null }, [], [null, 5, ['x'], { id: 5 }]]

/** For each kind of object and each of `values`, one object whose documented members all have that value. */
function strange(): Record<string, object[]> {
  return Object.fromEntries(
    Object.entries(worldArrays).map(([array, kind]) => {
      const names = ['name', 'type', 'createdAt', 'updatedAt', 'relationTypeId', 'times']
      const members = new Set([...names, ...Object.keys(kindMembers[kind])])
      members.delete('id')
      const objects = values.map((value, n) => ({
        id: `${kind}-${n}`,
        ...Object.fromEntries([...members].map((name) => [name, value])),
      }))
      return [array, objects]
    }),
  )
}

const clean = { success: true, warnings: [], errors: [], conflicts: [] }

async function someone(world?: object): Promise<Person> {
  const person = await api.person()
  if (world) await made(person.put('/api/world', world))
  return person
}

describe('an object of a world whose members are no text and no lists', () => {
  it('comes back with what names it: a name that is an object (X-18, RF-12)', async () => {
    const ann = await someone({
      entities: [{ id: 'e1', name: { en: 'Ship' } }],
      entityCollections: [{ id: 'c1', name: 'x', entityIds: ['e1'] }],
    })
    const file = await exportText(ann)
    const ben = await someone()
    expect((await previewLines(ben, file)).body).toMatchObject(clean)
    expect((await importLines(ben, file)).body).toMatchObject(clean)
    expect(await exportText(ben)).toBe(file)
    expect((await ben.get('/api/world')).body.entities[0].name).toEqual({ en: 'Ship' })
  })

  it('comes back whatever JSON they are, in all seven arrays (X-18, RF-12)', async () => {
    const ann = await someone(strange())
    const file = await exportText(ann)
    const ben = await someone()
    expect((await importLines(ben, file)).body).toMatchObject(clean)
    expect(await exportText(ben)).toBe(file)
  })

  it('is overwritten, united with itself and renewed like any other (I-16, I-17, I-23)', async () => {
    const ann = await someone(strange())
    const file = await exportText(ann)
    const total = file.split('\n').length - 1
    for (const worldObjects of ['replace', 'merge-assignments']) {
      const { body } = await importLines(ann, file, { conflictResolution: { worldObjects } })
      expect([body.success, body.warnings, body.errors]).toEqual([true, [], []])
      expect(await exportText(ann)).toBe(file)
    }
    const { body } = await importLines(ann, file, { conflictResolution: { duplicateIds: 'regenerate-id' } })
    expect([body.success, body.summary.likelyRepeats, body.errors]).toEqual([true, total, []])
    expect(await exportLines(ann)).toHaveLength(2 * total)
  })

  it('keeps what it has where lists are united with it, and gains a list where it has nothing (I-17)', async () => {
    const ann = await someone({
      entities: [
        { id: 'e1', typeAssignments: { by: 'hand' } },
        { id: 'e2', typeAssignments: null },
      ],
    })
    const list = [{ personaId: 'p', typeId: 't' }]
    const lines = ['e1', 'e2'].map((id) => ({ type: 'entity', data: { id, typeAssignments: list } }))
    await importLines(ann, lines, { conflictResolution: { worldObjects: 'merge-assignments' } })
    const { body } = await ann.get('/api/world')
    expect(body.entities.map((one: any) => one.typeAssignments)).toEqual([{ by: 'hand' }, list])
  })

  it('gains assignments that name neither persona nor type unless it has the very same (I-17)', async () => {
    const [mast, hull] = [{ note: 'the mast' }, { note: 'the hull' }]
    const ann = await someone({ entities: [{ id: 'e1', typeAssignments: [mast] }] })
    const lines = [{ type: 'entity', data: { id: 'e1', typeAssignments: [mast, hull, hull] } }]
    await importLines(ann, lines, { conflictResolution: { worldObjects: 'merge-assignments' } })
    const { body } = await ann.get('/api/world')
    expect(body.entities[0].typeAssignments).toEqual([mast, hull])
  })
})
