import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claim, persona, summary } from '../exchange/lines.js'
import { personAt, type Person } from '../support/api.js'
import { freshDatabase } from '../support/database.js'
import { startProcesses, type Processes } from '../support/processes.js'
import { openProxy } from '../support/proxy.js'
import { made } from '../support/workspace.js'

describe('an API process', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let proxy: Awaited<ReturnType<typeof openProxy>>
  let processes: Processes
  let admin: Person

  beforeAll(async () => {
    database = await freshDatabase()
    const url = new URL(database.url)
    proxy = await openProxy(url.hostname, Number(url.port))
    url.port = String(proxy.port)
    processes = await startProcesses(1, { DATABASE_URL: url.href, RATE_LIMIT_DISABLED: 'true' })
    admin = personAt(processes.urls[0] ?? '', processes.adminCookie, '', 'admin')
  })
  afterAll(async () => {
    await processes.stop()
    await proxy.cut()
    await database.drop()
  })

  it('survives the loss of its database connections at every moment of a read, a write, an import and an export', async () => {
    const input = { name: 'p', role: 'r', informationNeed: 'i' }
    const { id } = await made(admin.post('/api/personas', input))
    const owner = persona()
    const about = summary(owner.data.id)
    const claims = Array.from({ length: 2000 }, (_, i) => claim(about.data.id, { text: `claim ${i}` }))
    const file = [owner, about, ...claims].map((line) => JSON.stringify(line)).join('\n')
    const send = () => {
      const form = new FormData()
      form.set('file', new Blob([file]), 'a.jsonl')
      return admin.request('/api/import', { method: 'POST', body: form })
    }
    expect((await send()).status).toBe(200)
    const acts: Record<string, () => Promise<Response>> = {
      'reads a persona': () => admin.request(`/api/personas/${id}`),
      'reads personas': () => admin.request('/api/personas'),
      'reads claims': () => admin.request(`/api/summaries/${about.data.id}/claims`),
      'asks GraphQL': () =>
        admin.request('/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ personas { id name summaries { id claims { id text } } } }' }),
        }),
      'makes a persona': () =>
        admin.request('/api/personas', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        }),
      exports: () => admin.request('/api/export/all'),
      imports: send,
    }
    const unavailable = '"message":"The database does not answer; try again"'
    const untouched: string[] = []
    for (const [name, act] of Object.entries(acts)) {
      // Each round loses the connections one database answer later, until the request needs no more answers.
      for (let answer = 1; ; answer += answer < 30 ? 1 : 7) {
        proxy.loseAt(answer)
        // An export that breaks off counts as status 0: fetch throws while its body is read.
        const status = await act()
          .then(async (one) => {
            const text = await one.text()
            if (one.status === 503)
              expect([one.headers.get('retry-after'), text]).toEqual(['2', expect.stringContaining(unavailable)])
            return one.status
          })
          .catch((error: unknown) => {
            if (error instanceof TypeError) return 0
            throw error
          })
        const lost = proxy.hasLost()
        // The lost answer may have belonged to another connection; then the request succeeds.
        expect([0, 200, 201, 503], `${name}, answer ${answer} was lost`).toContain(status)
        expect(processes.ends, `${name}, answer ${answer} was lost`).toEqual([])
        if (!lost) {
          expect(status, name).toBeLessThan(300)
          untouched.push(name)
          break
        }
      }
    }
    expect(untouched).toEqual(Object.keys(acts))
    // No connection of a pool is leaked: more exports than the pool has connections succeed, one after the other.
    for (let turn = 0; turn < 10; turn += 1) expect((await admin.get('/api/export/all')).status).toBe(200)
  }, 180_000)
})
