import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FairPool } from '../../src/database/driver/fair-pool.js'
import { startApi, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const fairPool = (max: number, connectionTimeoutMillis: number) =>
  new FairPool({
    connectionString: api.app.services.config.database.url,
    max,
    connectionTimeoutMillis,
    application_name: 'test',
  })

describe('connections of the pool', () => {
  it('are taken in turns by person: many requests of one user do not stand before one of another', async () => {
    const pool = fairPool(4, 10_000)
    const held = await Promise.all(Array.from({ length: 4 }, (_, i) => pool.connectFor(`holder-${i}`)))
    const order: string[] = []
    const ask = async (person: string) => {
      const client = await pool.connectFor(person)
      order.push(person)
      await client.query('select 1')
      client.release()
    }
    const all = [...Array.from({ length: 40 }, () => ask('ann')), ask('ben')]
    for (const client of held) client.release()
    await Promise.all(all)
    expect(order.indexOf('ben')).toBeLessThanOrEqual(1)
    expect(pool.counts).toEqual({ running: 0, waiting: 0 })
    await pool.end()
  })

  it('are taken for whoever asks, by every way to the database', async () => {
    const seen = vi.spyOn(api.app.services.pool as FairPool, 'connectFor')
    const persons = async (act: () => Promise<unknown>) => {
      seen.mockClear()
      await act()
      return new Set(seen.mock.calls.map(([person]) => person))
    }
    // '' is the server's own look-up of the session, which requests share.
    const own = new Set(['', ann.id])
    expect(await persons(() => ann.get('/api/export/stats'))).toEqual(own)
    expect(await persons(() => ann.get('/api/personas'))).toEqual(own)
    expect(await persons(() => ann.graph('{ personas(first: 5) { nodes { id name } } }'))).toEqual(own)
    const persona = { name: 'One', role: 'r', informationNeed: 'i' }
    expect(await persons(() => ann.post('/api/personas', persona))).toEqual(own)
    expect(await persons(() => ann.get('/api/trash'))).toEqual(own)
    const login = () => api.anonymous.post('/api/auth/login', { username: 'nobody', password: 'wrong-1' })
    expect(await persons(login)).toEqual(new Set(['127.0.0.1']))
    seen.mockRestore()
  })

  it('are left in part for others: one user holds at most three quarters while nobody else waits', async () => {
    const pool = fairPool(8, 300)
    const mine = await Promise.all(Array.from({ length: 6 }, () => pool.connectFor('ann')))
    await expect(pool.connectFor('ann')).rejects.toThrow('timeout exceeded when trying to connect')
    const other = await pool.connectFor('ben')
    expect(pool.counts).toEqual({ running: 7, waiting: 0 })
    for (const client of [...mine, other]) client.release()
    await pool.end()
  })

  it('are not taken by a transaction before its first statement', async () => {
    const pool = api.app.services.pool as FairPool
    await api.app.services.db.transaction().execute(async (db) => {
      expect(pool.counts.running).toBe(0)
      const { id } = await db.selectFrom('users').select('id').where('id', '=', ann.id).executeTakeFirstOrThrow()
      expect(id).toBe(ann.id)
      expect(pool.counts.running).toBe(1)
    })
    expect(pool.counts.running).toBe(0)
  })
})
