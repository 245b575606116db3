import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, readMigrations, type Migration } from '../../src/database/migrate/migrate.js'
import { freshDatabase } from '../support/database.js'

let database: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client
let other: pg.Client

async function connected(): Promise<pg.Client> {
  const one = new pg.Client({ connectionString: database.url })
  await one.connect()
  return one
}

beforeAll(async () => {
  database = await freshDatabase()
  client = await connected()
  other = await connected()
})
afterAll(async () => {
  await client.end()
  await other.end()
  await database.drop()
})

const more: Migration[] = []
/** The existing migrations, those that were added before and one more with this SQL. */
function withOneMore(sql: string): Migration[] {
  const count = more.length + 1
  more.push({ name: `9${count}_more.sql`, sql, checksum: `${count}` })
  return [...readMigrations(), ...more]
}

describe('migrating while people work', () => {
  it('lets those pass who use the table, and comes to its turn when they have done', async () => {
    await client.query('begin; select from personas')
    let waits = 0
    const done = migrate(database.url, () => (waits += 1), withOneMore('alter table personas add column more int'))
    await expect.poll(() => waits, { timeout: 60_000 }).toBeGreaterThan(1)
    // Other queries do not queue up behind the migration's lock request: they wait for a second at most, while the
    // first transaction is still open.
    await other.query('select from personas')
    await client.query('commit')
    expect(await done).toEqual(['91_more.sql'])
    await other.query('select more from personas')
  })

  it('builds an index beside writers, also after an attempt that broke off, and changes rows in steps', async () => {
    await client.query('create table notes (id int primary key, said text, words int)')
    await client.query(`insert into notes select n, 'note ' || n % 2500 from generate_series(1, 5000) n`)
    await expect(client.query('create unique index concurrently notes_said on notes (said)')).rejects.toThrow(
      'could not',
    )
    await client.query('update notes set said = id')
    await client.query('begin; update notes set said = said where id = 1')
    const said: string[] = []
    const done = migrate(
      database.url,
      (what) => said.push(what),
      withOneMore(`-- in steps
-- How many words.
-- until no row
update notes set words = 2 where id in (select id from notes where words is null and id > 1 limit 2000);
create unique index concurrently if not exists notes_said on notes (said);
`),
    )
    await expect.poll(() => said.length, { timeout: 60_000 }).toBe(3)
    await other.query(`insert into notes values (5001, 'written meanwhile', 2)`)
    await client.query('commit')
    expect(await done).toEqual(['92_more.sql'])
    expect(said.map((line) => line.replace(/.*: /, ''))).toEqual(['2000 rows', '4000 rows', '4999 rows'])
    const { rows } = await client.query(`select indisvalid from pg_index where indexrelid = 'notes_said'::regclass`)
    expect(rows).toEqual([{ indisvalid: true }])
  })

  it('is done once by processes that start at the same time, whatever it builds', async () => {
    const all = withOneMore('-- in steps\ncreate index concurrently if not exists notes_words on notes (words);\n')
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, undefined, all)))
    expect(applied.flat()).toEqual(['93_more.sql'])
  })

  it('vacuums each table that grows with the work once 2 % of its rows are dead, and the others by default', async () => {
    const { rows } = await client.query<{ name: string; options: string[] | null }>(
      `select relname as name, coalesce(reloptions, (
              select p.reloptions from pg_inherits join pg_class p on p.oid = inhrelid where inhparent = pg_class.oid limit 1
            )) as options
         from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'notes' order by 1`,
    )
    const early = 'autovacuum_vacuum_scale_factor=0.02'
    // At most some thousand rows, however much is annotated. A new table is either one of these or one that grows.
    const small = [
      'access_versions',
      'api_keys',
      'api_tokens',
      'detection_terms',
      'frozen_exports',
      'group_memberships',
      'notifications_seen',
      'ontologies',
      'persisted_documents',
      'personas',
      'project_agreements',
      'project_invitations',
      'project_memberships',
      'projects',
      'rate_limits',
      'role_permissions',
      'schedules',
      'schema_migrations',
      'settings',
      'user_groups',
      'users',
      'video_assignment_rules',
      'webhooks',
      'world_states',
    ]
    expect(rows.filter(({ options }) => !options?.includes(early)).map(({ name }) => name)).toEqual(small)
  })

  it('has an index for each foreign key by which rows are deleted', async () => {
    const { rows } = await client.query(`
      select conrelid::regclass::text || ' (' || a.attname || ')' as key
        from pg_constraint c join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
       where contype = 'f' and not exists (
         select from pg_index i where i.indrelid = conrelid and i.indkey[0] = any(conkey) and i.indisvalid)`)
    expect(rows).toEqual([])
  })
})
