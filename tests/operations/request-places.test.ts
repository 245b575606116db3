import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let ann: Person
let ben: Person
beforeAll(async () => {
  api = await startApi({ REQUEST_CONCURRENCY_PER_USER: '3' })
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(() => api.stop())

describe('requests of one person', () => {
  it('wait for each other beyond REQUEST_CONCURRENCY_PER_USER, and never for those of others', async () => {
    const persona = { name: 'One', role: 'r', informationNeed: 'i' }
    const { id } = (await ann.post('/api/personas', persona)).body
    const holder = new pg.Client({ connectionString: api.app.services.config.database.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select 1 from personas where id = $1 for update', [id])
    const rename = (n: number) => ann.put(`/api/personas/${id}`, { name: `Name ${n}` })
    const renames = Promise.all(Array.from({ length: 3 }, (_, n) => rename(n)))
    const blocked = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'personas'`
    const { pool } = api.app.services
    while ((await pool.query(blocked)).rows[0].n < 3) await sleep(5)
    // Three requests of Ann are being worked on: her next one waits, Ben's and a stranger's do not.
    let isAnswered = false
    const next = ann.get('/api/personas').finally(() => (isAnswered = true))
    for (let n = 0; n < 5; n++) {
      expect((await ben.get('/api/auth/me')).status).toBe(200)
      expect((await ben.graph('{ personas(first: 5) { nodes { id } } }')).errors).toBeUndefined()
      expect((await api.anonymous.get('/api/config')).status).toBe(200)
    }
    expect(isAnswered).toBe(false)
    await holder.query('rollback')
    await holder.end()
    expect((await renames).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await next).status).toBe(200)
  })

  it('give their place back when the client leaves, also while they wait', async () => {
    const gone = Array.from({ length: 20 }, () => {
      const leaving = new AbortController()
      setTimeout(() => leaving.abort(), 5)
      return ann.request('/api/export/stats', { signal: leaving.signal }).catch(() => undefined)
    })
    await Promise.all(gone)
    const statuses = await Promise.all(Array.from({ length: 20 }, () => ann.get('/api/auth/me')))
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
