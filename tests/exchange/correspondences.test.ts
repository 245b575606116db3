import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { at, line, ontology, persona } from './lines.js'
import { exportLines, importLines } from './support.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const correspondence = (first: string, second: string, more: Record<string, unknown> = {}) =>
  line('type_correspondence', {
    ...{ id: newId(), firstPersonaId: first, firstTypeId: 'ship', secondPersonaId: second, secondTypeId: 'boat' },
    ...{ relation: 'broader', ...at, ...more },
  })

/** Two personas with their ontologies, and how their types relate. */
function file() {
  const [scout, clerk] = [persona(), persona({ name: 'Clerk' })]
  const [a, b] = [scout.data.id as string, clerk.data.id as string]
  const types = [ontology(a, [{ id: 'ship', name: 'Ship' }]), ontology(b, [{ id: 'boat', name: 'Boat' }])]
  const related = correspondence(a, b)
  return { a, b, lines: [scout, clerk, ...types, related], related }
}

const exported = async (who: Person, path?: string) =>
  (await exportLines(who, path)).filter(({ type }) => type === 'type_correspondence')
const told = async (answer: ReturnType<typeof importLines>) => {
  const { success, warnings, conflicts, summary } = (await answer).body as any
  return { success, warnings, conflicts, imported: summary.importedItems.typeCorrespondences }
}

describe('lines of correspondences of types', () => {
  it('are exported after the ontologies as they were imported, with everything and with personas', async () => {
    const ann = await api.person()
    const { lines, related } = file()
    expect(await told(importLines(ann, [...lines].reverse()))).toEqual({
      ...{ success: true, warnings: [], conflicts: [], imported: 1 },
    })
    expect(await exported(ann)).toEqual([related])
    expect((await exportLines(ann)).map(({ type }) => type)).toEqual([
      ...['persona', 'ontology', 'persona', 'ontology', 'type_correspondence'],
    ])
    expect(await exported(ann, '/api/export/personas')).toEqual([related])
    expect(await made(ann.get('/api/export/stats'))).toMatchObject({ typeCorrespondenceCount: 1 })
  })

  it('follow their personas to new ids, for another user and with new ids for everything', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const { lines, related, a } = file()
    await importLines(ann, lines)
    await importLines(ben, lines)
    const [own] = await exported(ben)
    expect(own.data).toMatchObject({ relation: 'broader', firstTypeId: 'ship', secondTypeId: 'boat', ...at })
    expect(own.data.id).not.toBe(related.data.id)
    expect(own.data.firstPersonaId).not.toBe(a)
    expect((await made(ben.get(`/api/personas/${own.data.firstPersonaId}/type-correspondences`)))[0]).toMatchObject({
      ...{ id: own.data.id, createdBy: ben.id },
    })
    // All lines get new ids: of a file with the option, what was there stays.
    const again = (await exportLines(ann)) as any[]
    const options = { conflictResolution: { duplicateIds: 'regenerate-id' } }
    expect(await told(importLines(ann, again, options))).toMatchObject({ success: true, imported: 1 })
    expect(await exported(ann)).toHaveLength(2)
  })

  it('are skipped where the pair has one, in whichever order, also within a file', async () => {
    const ann = await api.person()
    const { a, b, lines, related } = file()
    const other = { firstPersonaId: b, firstTypeId: 'boat', secondPersonaId: a, secondTypeId: 'ship', relation: 'none' }
    const second = line('type_correspondence', { ...related.data, ...other, id: newId() })
    expect(await told(importLines(ann, [...lines, second]))).toMatchObject({
      imported: 1,
      conflicts: [
        {
          ...{ type: 'duplicate-type-correspondence', line: 6, resolution: 'skip' },
          details: 'An earlier line has a correspondence of the same types',
        },
      ],
    })
    const later = [related, line('type_correspondence', { ...second.data, id: newId() })]
    expect((await told(importLines(ann, later))).conflicts).toMatchObject([
      { type: 'duplicate-type-correspondence', existingId: related.data.id, details: 'The correspondence exists' },
      {
        ...{ type: 'duplicate-type-correspondence', existingId: related.data.id },
        details: 'A correspondence of the same types exists',
      },
    ])
    expect(await exported(ann)).toEqual([related])
  })

  it('are skipped, and told, without their persona or type, and where the user may change neither persona', async () => {
    const ann = await api.person()
    const { a, b, lines } = file()
    await importLines(ann, lines.slice(0, 4))
    const missing = newId()
    const sent = [correspondence(a, missing), correspondence(a, b, { secondTypeId: 'canoe' }), correspondence(a, a)]
    const { warnings, conflicts, imported } = await told(importLines(ann, sent))
    expect(imported).toBe(0)
    expect(conflicts).toMatchObject([
      { type: 'missing-dependency', line: 1, details: `Referenced persona ${missing} is missing` },
      { type: 'missing-dependency', line: 2, details: 'Referenced type canoe is missing' },
    ])
    expect(JSON.stringify(warnings)).toContain('secondPersonaId: must be another persona')
    // To another user the stored personas do not exist.
    const ben = await api.person()
    const refused = await told(importLines(ben, [correspondence(a, b)]))
    expect([refused.imported, refused.conflicts[0].details]).toEqual([0, `Referenced persona ${a} is missing`])
  })

  it('stay where an import replaces the ontology by one that has the type, and go where it has not', async () => {
    const ann = await api.person()
    const { a, lines, related } = file()
    await importLines(ann, lines)
    const replace = { conflictResolution: { personas: 'replace' } }
    const again = (types: object[]) => importLines(ann, [lines[0], ontology(a, types)], replace)
    await again([
      { id: 'tug', name: 'Tug' },
      { id: 'ship', name: 'Ship' },
    ])
    expect(await exported(ann)).toEqual([related])
    await again([{ id: 'tug', name: 'Tug' }])
    expect(await exported(ann)).toEqual([])
  })
})
