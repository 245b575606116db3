import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byRest, ids, make, people, startWithContent, type Role } from '../access/act-fixture.js'
import { writes } from '../access/acts.js'
import { exportText } from '../exchange/support.js'
import type { TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { Copy } from './feed-copy.js'

let api: TestApi
/** Who follows what; those of the project follow the one that is there now. */
const followed: [Role, string][] = [
  ['administrator', 'scope=all'],
  ['project_owner', 'scope=own'],
  ['recipient', 'scope=own'],
  ['project_owner', 'project'],
  ['annotator', 'project'],
  ['viewer', 'project'],
]
const copies = new Map<string, Copy>()

beforeAll(async () => {
  api = await startWithContent()
}, 120_000)
afterAll(() => api.stop())

const statusOf = async (role: Role, query: string) => {
  const response = await people[role].request(`/api/export/all?${query}`, { method: 'HEAD' })
  return response.status
}

/** Brings every copy up to date, and begins those anew whose scope is another one now. */
async function followAll(what: string): Promise<void> {
  await settled(api)
  for (const [role, scope] of followed) {
    const query = scope === 'project' ? `scope=project:${ids['projectId']}` : scope
    const name = `${role} ${scope}`
    const copy = copies.get(name)
    if (copy) {
      const status = await copy.catchUp()
      const expected = await statusOf(role, copy.query)
      // Between the two, nothing changes: what may not be exported any more may not be followed either.
      expect(status, `${what}: ${name}`).toBe(expected)
      if (status === 200) expect(copy.text(), `${what}: ${name}`).toBe(await exportText(people[role], url(copy.query)))
    }
    if (copy?.query === query || (await statusOf(role, query)) !== 200) continue
    const begun = new Copy(people[role], query)
    await begun.begin()
    copies.set(name, begun)
  }
}
const url = (query: string) => `/api/export/all?${query}`

describe('the feed of changes', () => {
  it.each(writes.map((act) => [act.name, act] as const))(
    'brings every copy up to date after %s',
    async (name, act) => {
      for (const role of ['project_owner', 'administrator'] as const) {
        const { code } = await byRest(act, people[role])
        if (code === null && act.spoils) await make(act.spoils)
      }
      await followAll(name)
    },
    60_000,
  )

  it('sends all lines only after changes of rights and of names', () => {
    const resets = [...copies.values()].reduce((sum, { counts }) => sum + counts.reset, 0)
    const positions = [...copies.values()].reduce((sum, { counts }) => sum + counts.position, 0)
    expect(resets).toBeLessThan(positions / 10)
  })
})
