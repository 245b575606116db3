import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { people as peopleCommand } from '../../src/commands/people.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { walk, walkRest } from '../support/walk.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
/** Ann works with some in a group, with some in a project, and with the members of the group that owns a project. */
const who: Record<string, Person> = {}
let together: Record<string, string>

beforeAll(async () => {
  api = await startApi()
  const names = ['ann', 'Group-mate', 'project-mate', 'owner', 'of-owner', 'gone', 'stranger', '50%_off', 'lonely']
  for (const name of names) who[name] = await api.person(name)
  const admin = await api.admin()
  const [ann, owner] = [who['ann']!, who['owner']!]
  const group = await made(ann.post('/api/groups', { name: 'Harbour', slug: unique('harbour') }))
  for (const name of ['Group-mate', 'gone', '50%_off'])
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: who[name]!.id, role: 'group_member' }))
  const owning = await made(owner.post('/api/groups', { name: 'Port', slug: unique('port') }))
  await made(owner.post(`/api/groups/${owning.id}/members`, { userId: who['of-owner']!.id, role: 'group_member' }))
  const input = { name: 'Cranes', slug: unique('cranes'), ownerGroupId: owning.id }
  const project = await made(owner.post('/api/projects', input))
  for (const name of ['ann', 'project-mate'])
    await made(owner.post(`/api/projects/${project.id}/members`, { userId: who[name]!.id, role: 'viewer' }))
  const theirs = await made(who['stranger']!.post('/api/projects', { name: 'Quays', slug: unique('quays') }))
  await made(who['stranger']!.post(`/api/projects/${theirs.id}/members`, { userId: owner.id, role: 'viewer' }))
  await made(admin.put(`/api/admin/users/${who['gone']!.id}`, { isActive: false }))
  await made(admin.put(`/api/admin/users/${who['project-mate']!.id}`, { displayName: 'Mia Crane' }))
  together = Object.fromEntries(names.map((name) => [who[name]!.id, name]))
})
afterAll(() => api.stop())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** The names of the people that somebody finds, in GraphQL and in REST. */
async function found(person: Person, search?: string): Promise<string[]> {
  const argument = search === undefined ? '' : `, filter: { search: ${JSON.stringify(search)} }`
  const ids = await walk(person, (page) => `users(${page}${argument})`, ['users'])
  expect(await walkRest(person, '/api/people', search === undefined ? {} : { search })).toEqual(ids)
  return ids.map((id) => together[id] ?? id)
}

describe('finding people', () => {
  it('finds those of the groups and projects of the caller, by user name', async () => {
    const all = ['50%_off', 'Group-mate', 'of-owner', 'owner', 'project-mate']
    expect((await found(who['ann']!)).sort()).toEqual(all)
    expect((await found(who['of-owner']!)).sort()).toEqual(['ann', 'owner', 'project-mate'])
  })

  it('finds by a part of the user name or display name, in any case, with every sign as it is', async () => {
    expect(await found(who['ann']!, 'MATE')).toEqual(['Group-mate', 'project-mate'])
    expect(await found(who['ann']!, 'crane')).toEqual(['project-mate'])
    expect(await found(who['ann']!, '%_o')).toEqual(['50%_off'])
    expect(await found(who['ann']!, 'a%e')).toEqual([])
    expect(await found(who['ann']!, 'stranger')).toEqual([])
  })

  it('shows nobody to somebody who shares nothing, nor to a member who left', async () => {
    expect(await found(who['lonely']!)).toEqual([])
    const { people } = await made(who['ann']!.get('/api/people?search=group'))
    expect(people).toEqual([
      { id: who['Group-mate']!.id, username: 'Group-mate', displayName: 'Group-mate', isService: false },
    ])
    const [myGroup] = await made(who['ann']!.get('/api/groups'))
    await made(who['Group-mate']!.delete(`/api/groups/${myGroup.id}/members/${who['Group-mate']!.id}`))
    expect(await found(who['ann']!, 'group')).toEqual([])
    expect(await found(who['Group-mate']!)).toEqual([])
  })

  it('is refused without a session, and with the name of what is unknown or malformed', async () => {
    expect((await api.anonymous.get('/api/people')).status).toBe(401)
    for (const [query, field] of [
      ['name=ann', 'name'],
      ['search=', 'search'],
      ['first=0', 'first'],
      ['orderBy=username', 'orderBy'],
    ]) {
      const { status, body } = await who['ann']!.get(`/api/people?${query}`)
      expect([status, body.details?.[0].field]).toEqual([400, field])
    }
  })

  it('is a command as well, which prints one person a line', async () => {
    const printed = { out: '', err: '' }
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed.out += String(text))))
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((printed.err += String(text))))
    vi.stubEnv('PARALLAX_URL', api.url)
    vi.stubEnv('PARALLAX_COOKIE', who['ann']!.cookie)
    expect(await peopleCommand(['crane'])).toBe(0)
    expect(printed.out).toBe('project-mate\tMia Crane\n')
    expect(await peopleCommand(['one', 'two'])).toBe(2)
    vi.stubEnv('PARALLAX_COOKIE', '')
    expect(await peopleCommand([])).toBe(1)
    expect(printed.err).toContain('Usage: parallax people')
  })
})
