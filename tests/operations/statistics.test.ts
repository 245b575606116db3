import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStatistics } from '../../src/database/statistics.js'
import { newId } from '../../src/lib/uuid.js'
import { importLines } from '../exchange/support.js'
import { ontology, persona, typed } from '../exchange/lines.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'
import { startApi, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  for (const table of ['annotations', 'world_objects'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(api.app.services.db)
})
afterAll(() => api.stop())
beforeEach(async () => {
  await sql`truncate annotations cascade`.execute(api.app.services.db)
})

/** A file of annotations of types, a tenth of them of each of ten videos. */
function file(count: number): unknown[] {
  const owner = persona()
  const annotations = Array.from({ length: count }, (_, n) =>
    typed(owner.data.id, 'person', { videoId: `film-${n % 10}` }),
  )
  return [owner, ontology(owner.data.id), ...annotations]
}

/** Imports a file of so many annotations. */
const imported = async (count: number) =>
  expect((await importLines(ann, file(count))).body.summary.importedItems.annotations).toBe(count)

/** How many rows the planner expects for a video of which a tenth of the annotations are. */
async function expectedOfVideo(): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from annotations where video_id = 'film-3'`.execute(api.app.services.db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

async function analyses(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select analyze_count::int as count from pg_stat_user_tables where relname = ${table}`.execute(api.app.services.db)
  return rows[0]?.count ?? 0
}

describe('the statistics by which PostgreSQL plans', () => {
  it('are right some seconds after an import of 20,000 annotations, without autovacuum', async () => {
    await imported(20_000)
    await expect.poll(expectedOfVideo).toBeGreaterThan(1800)
    expect(await expectedOfVideo()).toBeLessThan(2200)
  })

  it('can be collected of every table, with functions found in pg_catalog alone, as from PostgreSQL 17 on', async () => {
    await makeContent(ann, await makeVideo(api))
    const { rows } = await sql<{ name: string }>`select format('%I.%I', schemaname, relname) as name
      from pg_stat_user_tables order by 1`.execute(api.app.services.db)
    expect(rows.map(({ name }) => name)).toContain('public.claims')
    for (const { name } of rows)
      await api.app.services.db.transaction().execute(async (tx) => {
        await sql`set local search_path = pg_catalog, pg_temp`.execute(tx)
        await sql.raw(`analyze ${name}`).execute(tx)
      })
  })

  it('are collected once or twice for several imports that follow each other', async () => {
    const before = await analyses('annotations')
    for (let n = 0; n < 5; n += 1) await imported(1000)
    await expect.poll(expectedOfVideo, { timeout: 30_000 }).toBeGreaterThan(450)
    expect((await analyses('annotations')) - before).toBeLessThanOrEqual(2)
  })

  it('are collected after a world of many objects was saved, and not after one of few', async () => {
    const before = await analyses('world_objects')
    const entities = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: `e${n}`, name: `Entity ${n}`, description: 'x'.repeat(100) }))
    await made(ann.put('/api/world', { entities: entities(3) }))
    await made(ann.put('/api/world', { entities: entities(3000) }))
    await expect.poll(() => analyses('world_objects'), { timeout: 30_000 }).toBe(before + 1)
  })

  it('are collected as soon as nobody holds the table any more, and nobody waits for them', async () => {
    await api.app.services.db.transaction().execute(async (tx) => {
      // As a vacuum or the building of an index does.
      await sql`lock table annotations in share update exclusive mode`.execute(tx)
      await imported(2000)
      await new Promise((done) => setTimeout(done, 1500))
      expect((await ann.get('/api/annotations/film-3')).status).toBe(200)
    })
    await expect.poll(expectedOfVideo, { timeout: 30_000 }).toBeGreaterThan(180)
  })

  it('are left to others where the tables belong to another role, or the database is away', async () => {
    await imported(1000)
    const { config, db } = api.app.services
    const role = `guest_${newId().slice(-8)}`
    await sql`create role ${sql.ref(role)} login password 'guest'`.execute(db)
    const url = new URL(config.database.directUrl)
    url.username = role
    url.password = 'guest'
    const said: unknown[] = []
    const log = { debug: (...given: unknown[]) => void said.push(given) }
    const guest = openStatistics(url.href, log)
    const lost = openStatistics('postgres://nobody@127.0.0.1:9/nothing', log)
    for (const one of [guest, lost]) one.loaded(['annotations'])
    await expect.poll(() => JSON.stringify(said)).toMatch(/annotations.*skipping/)
    await expect.poll(() => JSON.stringify(said)).toContain('could not be collected')
    await Promise.all([guest.close(), lost.close()])
    await sql`drop role ${sql.ref(role)}`.execute(db)
  })
})
