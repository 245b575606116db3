import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byGraph, byRest, make, people, startWithContent } from '../access/act-fixture.js'
import { writes, type Act } from '../access/acts.js'
import type { TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { coveredTables, differences, kept, nameOfEntry, readEntries, readState, takeBack } from './recorded.js'

let api: TestApi
beforeAll(async () => {
  api = await startWithContent()
}, 120_000)
afterAll(() => api.stop())

const pool = () => api.app.services.pool
const lastSeq = async () =>
  Number((await pool().query('select coalesce(max(seq), 0)::text as seq from changes')).rows[0].seq)

/** Runs an act and compares what it changed with the entries that it left. */
async function follow(act: () => Promise<{ code: string | null }>) {
  const since = await lastSeq()
  const before = await readState(pool())
  const { code } = await act()
  const after = await readState(pool())
  const entries = await readEntries(pool(), since)
  return { code, before, after, entries }
}

/** Who acts, and through which interface: what is for administrators alone is refused to the owner. */
const ways = [
  [byRest, 'project_owner'],
  [byGraph, 'administrator'],
] as const

describe('the log of changes', () => {
  it.each(writes.map((act) => [act.name, act] as const))(
    'has every change of %s, and nothing else',
    async (_name, act) => {
      for (const [door, role] of ways) {
        const { code, before, after, entries } = await follow(() => door(act as Act, people[role]))
        const what = `${door.name} by ${role}`
        // A row may be changed twice, or made and changed; what counts is where it began and ended.
        const named = new Set(entries.map(nameOfEntry))
        const changed = differences(before, after)
        expect(
          changed.filter((one) => !named.has(one.replace(/^\w+ /, ''))),
          what,
        ).toEqual([])
        expect(kept(await takeBack(pool(), after, entries)), what).toEqual(kept(before))
        for (const entry of entries) {
          expect(entry.actorId, `${what}: ${nameOfEntry(entry)}`).toBe(people[role].id)
          expect(entry.via, what).toBe('session')
          expect(entry.requestId, what).toMatch(/^[\w.-]+$/)
        }
        if (code === null && act.spoils) await make(act.spoils)
      }
    },
  )

  it('covers every table of content and of access, with every column', async () => {
    const steps = ['0301_changes_logged', '0331_webhooks', '0410_type_correspondences', '0416_agreement_decisions']
      .map((name) => readFileSync(`db/migrations/${name}.sql`, 'utf8'))
      .join()
    for (const table of coveredTables) expect(steps).toContain(`log_changes('${table}'`)
    // A column that a later migration adds has to be logged by it: the functions name the columns that they keep.
    const { rows } = await pool().query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column
         from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and c.relname = any($1) and not exists (
            select from pg_proc p where p.proname in ('log_changes_of_' || c.relname, 'log_updates_of_' || c.relname)
               and strpos(p.prosrc, a.attname) > 0)`,
      [coveredTables],
    )
    expect(rows).toEqual([])
  })

  it('keeps no password, hash or key', async () => {
    const ann = await api.person()
    await made(ann.post('/api/tokens', { name: 'Robot', scopes: ['read'] }))
    await made(ann.post('/api/api-keys', { provider: 'openai', keyName: 'key', key: 'sk-0123456789' }))
    const { rows } = await pool().query<{ secret: string }>(
      `select password_hash as secret from users where password_hash is not null union all select token_hash from api_tokens
       union all select token_hash from sessions union all select encrypted_key from api_keys`,
    )
    const log = (
      await pool().query<{ text: string }>('select string_agg(changes::text, $1) as text from changes', ['\n'])
    ).rows[0]
    for (const { secret } of rows) expect(log?.text.includes(secret)).toBe(false)
  })

  it('takes time in proportion to the rows that a statement changes, whatever was changed before it', async () => {
    const ann = await api.person()
    const { id } = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
    const client = await pool().connect()
    try {
      await client.query(
        `insert into ontology_types (persona_id, kind, position, body)
         select $1, 'entity', n, json_build_object('id', 't' || n, 'name', 'type ' || n) from generate_series(1, 4000) n`,
        [id],
      )
      const change = `update ontology_types set position = position + 1 where persona_id = $1`
      // A plan that is made for single rows is kept by the connection.
      for (let i = 1; i <= 6; i++) await client.query(`${change} and type_id = 't${i}'`, [id])
      const timed = async () => {
        const began = performance.now()
        await client.query(change, [id])
        return performance.now() - began
      }
      const logged = await timed()
      await client.query('alter table ontology_types disable trigger ontology_types_logged_update')
      const unlogged = await timed()
      await client.query('alter table ontology_types enable trigger ontology_types_logged_update')
      expect(logged / unlogged).toBeLessThan(10)
    } finally {
      client.release()
    }
  })

  it('is written without JIT, however the session is set, by functions that are made later too', async () => {
    const client = await pool().connect()
    try {
      await client.query(`begin; create table later (id uuid primary key); select log_changes('later', '''later''')`)
      const { rows } = await client.query<{ name: string; settings: string[] | null }>(
        `select distinct p.proname as name, p.proconfig as settings from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where t.tgname ~ '_logged_(insert|update|delete)$' order by 1`,
      )
      expect(rows.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['log_changes_of_later', 'log_updates_of_claims', 'log_updates_of_later']),
      )
      expect(rows.filter(({ settings }) => !settings?.includes('jit=off'))).toEqual([])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it.each([
    ['ends alike', `${'a'.repeat(300)}b`, `${'a'.repeat(300)}c`],
    ['begins with cut characters', `é${'x'.repeat(300)}`, `è${'x'.repeat(300)}`],
    ['ends with cut characters', `${'x'.repeat(300)}é`, `${'x'.repeat(300)}ĩ`],
    ['repeats itself', 'ab'.repeat(200), 'ab'.repeat(203)],
    ['becomes empty', 'z'.repeat(400), ''],
    ['grows from the middle', `${'q'.repeat(200)}${'r'.repeat(200)}`, `${'q'.repeat(200)}東京${'r'.repeat(200)}`],
    ['stays', '東'.repeat(150), '東'.repeat(150)],
  ])('makes a long text again that %s', async (_name, old, now) => {
    const { rows } = await pool().query<{ member: string }>('select text_before($1, $2, $3, false) as member', [
      'm',
      old,
      now,
    ])
    const [[key, value]] = Object.entries(JSON.parse(`{${rows[0]?.member}}`)) as [[string, [number, number, string]]]
    expect(key).toBe('m~')
    const bytes = Buffer.from(now)
    const [head, tail, between] = value
    expect(bytes.subarray(0, head).toString() + between + bytes.subarray(bytes.length - tail).toString()).toBe(old)
  })
})
