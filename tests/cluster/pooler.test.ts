import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { slowness } from '../support/pace.js'
import { made } from '../support/workspace.js'

describe('an API behind PgBouncer in transaction mode', () => {
  let api: TestApi
  let ann: Person
  beforeAll(async () => {
    api = await startApi({ DATABASE_POOL_SIZE: '20' })
    ann = await api.person()
  })
  afterAll(() => api.stop())

  it('serves many requests at once over fewer connections than it opens', async () => {
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const { id } = await made(ann.post('/api/personas', { name: `Persona ${n}`, role: 'r', informationNeed: 'i' }))
        expect((await ann.get(`/api/personas/${id}`)).body.name).toBe(`Persona ${n}`)
      }),
    )
    const { data } = await ann.graph<{ personas: { totalCount: number } }>('{ personas(first: 1) { totalCount } }')
    expect(data.personas.totalCount).toBeGreaterThanOrEqual(200)
    const client = new pg.Client({ connectionString: inject('clusterUrl') })
    await client.connect()
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = $1 and application_name = 'parallax'`,
      [new URL(api.app.services.config.database.url).pathname.slice(1)],
    )
    await client.end()
    expect(rows[0]?.count).toBeLessThanOrEqual(4)
  })

  it('leaves nothing in the sessions of the pooler: no prepared statement, no lock, no temporary table', async () => {
    await made(ann.get('/api/personas'))
    for (let turn = 0; turn < 8; turn += 1) {
      const { rows } = await api.app.services.pool.query<Record<'prepared' | 'locks' | 'tables', number>>(
        `select (select count(*)::int from pg_prepared_statements) as prepared,
                (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
                (select count(*)::int from pg_class where relpersistence = 't') as tables`,
      )
      expect(rows).toEqual([{ prepared: 0, locks: 0, tables: 0 }])
    }
  })

  it('has its times in UTC and its statements bounded on each connection of the pooler', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const { rows } = await api.app.services.pool.query(
        `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout`,
      )
      expect(Object.values(rows[0] as object).map(String)).toEqual(['UTC', '30s'])
    }
  })

  it('cancels through the pooler what runs for a request that has ended', async () => {
    const { Budget } = await import('../../src/lib/fairness/budget.js')
    const { onPool } = await import('../../src/database/driver/within-budget.js')
    const { rawRows } = await import('../../src/database/driver/answers.js')
    const budget = new Budget({ ...api.app.services.config.budget, objects: 1000 })
    const slow = onPool(api.app.services.pool, budget, (client) =>
      rawRows(client, { text: 'select pg_sleep(20)' }, budget),
    )
    const began = performance.now()
    setTimeout(() => budget.end(new Error('gone')), 200)
    await expect(slow).rejects.toThrow('gone')
    expect(performance.now() - began).toBeLessThan(10_000 * slowness())
  })
})
