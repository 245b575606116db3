import formats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEverything } from '../graphql/everything.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { exportLines, generated, importLines } from './support.js'

// Every exported line passes the schema that GET /api/export/schema publishes, in the strict mode of a validator that
// knows nothing of this server.

let api: TestApi
let ann: Person
let admin: Person
const validators = new Map<string, ValidateFunction>()
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person()
  const { body } = await api.anonymous.get('/api/export/schema')
  const ajv = new Ajv2020({ strict: true })
  formats.default(ajv)
  for (const one of body.anyOf) validators.set(one.title, ajv.compile(one))
  ajv.compile(body)
})
afterAll(() => api.stop())

/** The faults of all lines of an export, and how many of each type there are. */
async function faultsOf(who: Person, path: string) {
  const counts: Record<string, number> = {}
  const faults: string[] = []
  for (const line of await exportLines(who, path)) {
    const type = (line.type && line.data ? line.type : 'bare annotation') as string
    counts[type] = (counts[type] ?? 0) + 1
    const validate = validators.get(type)
    if (!validate) faults.push(`${type} has no schema`)
    else if (!validate(line))
      faults.push(`${type} ${JSON.stringify(validate.errors?.[0])} ${JSON.stringify(line).slice(0, 300)}`)
  }
  return { counts, faults: faults.slice(0, 10) }
}

/** World objects and types with as few members as are taken, which exports complete. */
const least = {
  entities: [{ id: 'a' }, { id: 'b', name: 'B', description: 'text' }],
  events: [{ id: 'c' }, { id: 'k', name: 'K', description: 'text', participants: [] }],
  times: [{ id: 'd' }, { id: 'e', label: 'noon', description: 'At noon' }],
  entityCollections: [{ id: 'f' }, { id: 'l', description: 'text' }],
  eventCollections: [{ id: 'g' }],
  timeCollections: [{ id: 'h' }, { id: 'i', name: 'Days', description: 'All days', timeIds: ['d'] }],
  relations: [{ id: 'j' }, { id: 'm', description: 'text' }],
}

describe('an exported line', () => {
  it('passes the published schema, whatever it is of and whoever exports it', async () => {
    const bob = await api.person()
    const { projectId } = await makeEverything(api, ann, { inProject: true })
    await made(bob.put('/api/world', least))
    const paths = ['all', 'personas', 'world', 'summaries', 'videos'].map((file) => `/api/export/${file}`)
    const all = [
      ...[...paths, '/api/export'].map((path) => [ann, path] as const),
      [ann, `/api/export/all?scope=project:${projectId}`] as const,
      [bob, '/api/export/all'] as const,
      [admin, '/api/export/all?scope=all'] as const,
    ]
    const seen = new Set<string>()
    for (const [who, path] of all) {
      const { counts, faults } = await faultsOf(who, path)
      expect([path, faults]).toEqual([path, []])
      for (const type of Object.keys(counts)) seen.add(type)
    }
    expect([...validators.keys()].filter((type) => !seen.has(type))).toEqual([])
  })

  it('passes it in data of the size of real work', async () => {
    const eve = await api.person()
    expect((await importLines(eve, generated('--scale', '1'))).body.success).toBe(true)
    const { counts, faults } = await faultsOf(eve, '/api/export/all')
    expect(faults).toEqual([])
    expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(15_000)
  })
})
