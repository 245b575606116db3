import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personAt, type Person } from '../support/api.js'
import { startProcesses, type Processes } from '../support/processes.js'
import { made } from '../support/workspace.js'

let processes: Processes
/** The same user as a client of each of the two API processes. */
type Pair = [Person, Person]
let admin: Pair
let owner: Pair
let member: Pair
let projectId: string
let personaId: string

const both = (cookie: string, id = ''): Pair => [
  personAt(processes.urls[0] ?? '', cookie, id, ''),
  personAt(processes.urls[1] ?? '', cookie, id, ''),
]

async function signedUp(username: string): Promise<Pair> {
  const user = await made(
    admin[0].post('/api/admin/users', { username, displayName: username, password: 'password-1' }),
  )
  return both(await login(username, 0), user.id)
}

async function login(username: string, at: 0 | 1): Promise<string> {
  const answer = await both('')[at].post('/api/auth/login', { username, password: 'password-1' })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

beforeAll(async () => {
  processes = await startProcesses(2)
  admin = both(processes.adminCookie)
  owner = await signedUp('owner')
  member = await signedUp('member')
  projectId = (await made(owner[0].post('/api/projects', { name: 'Port', slug: 'port' }))).id
  await made(owner[0].post(`/api/projects/${projectId}/members`, { userId: member[0].id, role: 'viewer' }))
  personaId = (
    await made(owner[0].post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?', projectId }))
  ).id
}, 120_000)
afterAll(() => processes?.stop())

const reads = async (person: Person) => (await person.get(`/api/personas/${personaId}`)).status
const edits = async (person: Person) => (await person.put(`/api/personas/${personaId}`, { details: 'x' })).status

describe('two processes on one database', () => {
  it('obey a membership at the next request of either (PM-08)', async () => {
    const path = `/api/projects/${projectId}/members/${member[0].id}`
    for (let round = 0; round < 5; round++) {
      expect([await reads(member[0]), await reads(member[1])]).toEqual([200, 200])
      await made(owner[0].delete(path))
      expect([await reads(member[1]), await reads(member[0])]).toEqual([404, 404])
      await made(owner[1].post(`/api/projects/${projectId}/members`, { userId: member[0].id, role: 'viewer' }))
    }
  })

  it('obey a role at the next request of the other', async () => {
    const role = (name: string) =>
      made(owner[0].put(`/api/projects/${projectId}/members/${member[0].id}`, { role: name }))
    for (let round = 0; round < 5; round++) {
      expect(await edits(member[1])).toBe(404)
      await role('project_manager')
      expect(await edits(member[1])).toBe(200)
      await role('viewer')
    }
  })

  it('obey the permission table at the next request of the other (PM-08)', async () => {
    const grant = { scope: 'project', role: 'viewer', resourceType: 'persona', action: 'update' }
    for (let round = 0; round < 5; round++) {
      expect(await edits(member[1])).toBe(404)
      const { id } = await made(admin[0].post('/api/admin/permissions', grant))
      expect(await edits(member[1])).toBe(200)
      await made(admin[0].patch(`/api/admin/permissions/${id}`, { ownOnly: true }))
      expect(await edits(member[1])).toBe(404)
      expect((await admin[1].delete(`/api/admin/permissions/${id}`)).status).toBe(204)
    }
    const graph = await member[1].graph('query ($id: ID!) { persona(id: $id) { id } }', { id: personaId })
    expect(graph.data.persona).toEqual({ id: personaId })
  })

  it('end a session on both by a logout on one', async () => {
    for (const [from, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const pair = both(await login('member', other))
      expect([(await pair[0].get('/api/auth/me')).status, (await pair[1].get('/api/auth/me')).status]).toEqual([
        200, 200,
      ])
      await made(pair[from].post('/api/auth/logout'))
      const after = await pair[other].get('/api/personas/' + personaId)
      expect(after.status).toBe(404)
      expect((await pair[other].get('/api/sessions')).body).toMatchObject({ error: 'Session expired' })
    }
  })

  it('end every session on both when the account goes', async () => {
    const gone = await signedUp('gone')
    expect((await gone[1].get('/api/sessions')).status).toBe(200)
    await made(admin[0].delete(`/api/admin/users/${gone[0].id}`))
    expect((await gone[1].get('/api/sessions')).status).toBe(401)
  })

  it('let exactly the limit of claims requests pass together (L-02)', async () => {
    const writer = await signedUp('writer')
    const persona = await made(
      writer[0].post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }),
    )
    const summary = await made(writer[0].post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 's' }))
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, i) => (writer[i % 2] ?? writer[0]).get(`/api/summaries/${summary.id}/claims`)),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect({ passed: count(200), refused: count(429) }).toEqual({ passed: 100, refused: 50 })
    const refused = answers.find((answer) => answer.status === 429)
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]))
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i))
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toMatch(/^"claims-\w+";q=100;w=60$/)
    expect(refused?.body).toMatchObject({ error: 'Rate limit exceeded', code: 'RATE_LIMITED' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
