import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  await made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }] }))
})
afterAll(() => api.stop())

describe('an export that loses the database before its first byte', () => {
  it('is refused like any other request, to be asked for again', async () => {
    const lock = await api.app.services.db.startTransaction().execute()
    const waiting = `select pid from pg_stat_activity where datname = current_database()
      and application_name = 'parallax export' and wait_event_type = 'Lock'`
    const { pool } = api.app.services
    try {
      // The lock keeps the export from reading its first rows.
      await sql`lock table world_objects in access exclusive mode`.execute(lock)
      const asked = ann.get('/api/export/world')
      asked.catch(() => undefined)
      await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1)
      await pool.query(`select pg_terminate_backend(pid) from (${waiting}) x`)
      const { status, body } = await asked
      expect([status, body.code]).toEqual([503, 'DATABASE_UNAVAILABLE'])
    } finally {
      await lock.rollback().execute()
    }
    const again = await ann.request('/api/export/world')
    expect([again.status, (await again.text()).includes('Ferry')]).toEqual([200, true])
  })
})
