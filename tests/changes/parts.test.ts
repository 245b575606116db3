import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteChangesBefore } from '../../src/database/changes/old-changes.js'
import { addParts } from '../../src/database/changes/parts.js'
import { migrate, readMigrations } from '../../src/database/migrate/migrate.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const query = async <T = any>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(api.app.services.db)).rows
const dayMs = 86_400_000

/** The parts of the log in the order of time; the last is for other times. */
const parts = async () =>
  (
    await query<{ name: string }>(
      `select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid
        where inhparent = 'changes'::regclass order by 1`,
    )
  ).map(({ name }) => name)

/** The name of the part for the week of a moment. */
const partOf = (ms: number) => {
  const day = new Date(Math.floor(ms / dayMs) * dayMs)
  const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs)
  return `changes_${monday.toISOString().slice(0, 10).replaceAll('-', '')}`
}

const enter = (at: Date) =>
  query(`insert into changes (kind, thing, operation, version, before, at)
    values ('persona', gen_random_uuid(), 'update', 2, '{}', '${at.toISOString()}')`)

describe('the parts of the log of changes', () => {
  it('are made for the week of a moment and the two after it, and none twice', async () => {
    const before = await parts()
    const later = Date.now() + 70 * dayMs
    const names = [0, 7, 14].map((days) => partOf(later + days * dayMs))
    expect(await addParts(api.app.services.db, new Date(later))).toEqual(names)
    expect(await addParts(api.app.services.db, new Date(later))).toEqual([])
    expect(await parts()).toEqual([...before, ...names].sort())
    const [first, second] = await query<{ options: string }>(
      `select distinct reloptions::text as options from pg_class where relname in ('${names.join("', '")}', '${before[0]}')`,
    )
    expect([first?.options, second]).toEqual([expect.stringContaining('autovacuum_vacuum_scale_factor'), undefined])
  })

  it('are not made for a week of which entries are in the part for other times', async () => {
    const later = Date.now() + 140 * dayMs
    await enter(new Date(later + 7 * dayMs))
    expect(await addParts(api.app.services.db, new Date(later))).toEqual([partOf(later + 14 * dayMs)])
  })

  it('are dropped whole once all their entries are old, and entries of other times are deleted one by one', async () => {
    const { db } = api.app.services
    const now = Date.now()
    const next = now + 14 * dayMs
    await enter(new Date(now))
    await enter(new Date(next))
    await enter(new Date(now - 400 * dayMs))
    const entries = await query(`select from parts.${partOf(now)}`)
    // The entry of 400 days ago. The part of this week is not over.
    expect(await deleteChangesBefore(db, new Date(now))).toBe(1)
    expect(await parts()).toContain(partOf(now))
    // A moment in the middle of the week of `next`: the part of this week goes, that of `next` stays with its entry.
    expect(await deleteChangesBefore(db, new Date(next))).toBe(entries.length)
    expect(await parts()).not.toContain(partOf(now))
    expect(await query(`select from parts.${partOf(next)}`)).toHaveLength(1)
    // The week of now has no part any more; what is written still finds a place.
    await made(ann.post('/api/personas', { name: 'Late', role: 'Reader', informationNeed: 'Whether it is logged' }))
    expect(await query(`select from parts.changes_other where kind = 'persona' and thing is not null`)).not.toEqual([])
  })

  it('get the indexes that an upgrade builds and lose those that it drops, beside writers', async () => {
    const { url } = api.app.services.config.database
    const more = {
      name: '9000_more.sql',
      sql: `-- in steps
create index concurrently if not exists changes_by_request on changes (request_id) where request_id is not null;
drop index concurrently if exists changes_trashed;
`,
      checksum: 'more',
    }
    const before = await parts()
    expect(await migrate(url, undefined, [...readMigrations(), more])).toEqual([more.name])
    const found = await query<{ name: string; parts: number }>(
      `select c.relname as name, count(i.inhrelid)::int as parts from pg_index x join pg_class c on c.oid = indexrelid
         left join pg_inherits i on i.inhparent = c.oid
        where indrelid = 'changes'::regclass and indisvalid and c.relname in ('changes_by_request', 'changes_trashed')
        group by c.relname`,
    )
    expect(found).toEqual([{ name: 'changes_by_request', parts: before.length }])
  })
})
