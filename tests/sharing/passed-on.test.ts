import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let eva: Person
let dan: Person
let personaId: string
let groupId: string

beforeAll(async () => {
  api = await startApi()
  ;[ann, ben, eva, dan] = [
    await api.person('ann'),
    await api.person('ben'),
    await api.person('eva'),
    await api.person('dan'),
  ]
  personaId = (await made(ann.post('/api/personas', { name: 'Scout', role: 'r', informationNeed: 'i' }))).id
  groupId = (await made(ben.post('/api/groups', { name: 'Team', slug: unique('team') }))).id
  await made(ben.post(`/api/groups/${groupId}/members`, { userId: dan.id, role: 'group_member' }))
})
afterAll(() => api.stop())

const share = async (by: Person, to: object, permissionLevel = 'forkable', more: object = {}) =>
  (
    await made(
      by.post('/api/sharing', { resourceType: 'persona', resourceId: personaId, permissionLevel, ...to, ...more }),
    )
  ).id as string
const withUser = (person: Person) => ({ sharedWithUserId: person.id })
const readers = async () => {
  const read = async (one: Person) => (await one.get(`/api/personas/${personaId}`)).status
  return [await read(ben), await read(eva), await read(dan)]
}

describe('shares that were passed on', () => {
  it('go with the share that they came from, to people and groups, at any depth (SH-03, SH-08)', async () => {
    const first = await share(ann, withUser(ben))
    await share(ben, withUser(eva))
    await share(eva, { sharedWithGroupId: groupId }, 'read_only')
    // Shared back to the user that it came from, which must not make a cycle.
    await share(eva, withUser(ben))
    await share(ben, withUser(eva))
    expect(await readers()).toEqual([200, 200, 200])
    await made(ann.delete(`/api/sharing/${first}`))
    expect(await readers()).toEqual([404, 404, 404])
  })

  it('are listed for the owner, who revokes each of them (SH-07, SH-08)', async () => {
    await share(ann, withUser(ben))
    const passed = await share(ben, withUser(eva))
    const listed = async (who: Person) =>
      (await made(who.graph('{ sharesSent(first: 50) { nodes { id } } }'))).sharesSent.nodes
    expect((await listed(ann)).map((one: any) => one.id)).toContain(passed)
    expect((await listed(dan)).map((one: any) => one.id)).toEqual([])
    expect((await dan.delete(`/api/sharing/${passed}`)).status).toBe(403)
    await made(ann.delete(`/api/sharing/${passed}`))
    expect(await readers()).toEqual([200, 404, 404])
  })

  it('end when the share can no longer be passed on, and no later than it (SH-03, SH-05)', async () => {
    await share(ann, withUser(ben))
    const passed = await share(ben, withUser(eva))
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await share(ann, withUser(ben), 'forkable', { expiresAt })
    const { nodes } = (await made(ann.graph('{ sharesSent(first: 50) { nodes { id expiresAt } } }'))).sharesSent
    expect(nodes.find((one: any) => one.id === passed)).toEqual({ id: passed, expiresAt })
    await share(ann, withUser(ben), 'read_only')
    expect(await readers()).toEqual([200, 404, 404])
  })

  it('are refused, or go along, when the share can no longer be passed on from the same moment (SH-03, SH-05)', async () => {
    const pass = { resourceType: 'persona', resourceId: personaId, ...withUser(eva) }
    for (let round = 0; round < 40; round++) {
      await share(ann, withUser(ben))
      const [passed] = await Promise.all([ben.post('/api/sharing', pass), share(ann, withUser(ben), 'read_only')])
      expect([201, 403]).toContain(passed.status)
      expect(await readers()).toEqual([200, 404, 404])
    }
  })

  it('are refused, or go along, when the share is revoked at the same moment (SH-03, SH-08)', async () => {
    const pass = { resourceType: 'persona', resourceId: personaId, ...withUser(eva) }
    const statuses = new Set<number>()
    for (let round = 0; round < 40; round++) {
      const first = await share(ann, withUser(ben))
      const [passed, revoked] = await Promise.all([ben.post('/api/sharing', pass), ann.delete(`/api/sharing/${first}`)])
      expect(revoked.status).toBe(200)
      statuses.add(passed.status)
      expect(await readers()).toEqual([404, 404, 404])
    }
    expect([...statuses].filter((status) => ![201, 403, 404].includes(status))).toEqual([])
  })
})
