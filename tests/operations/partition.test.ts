import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onConnection } from '../../src/database/driver/on-connection.js'
import { migrate, readMigrations } from '../../src/database/migrate/migrate.js'
import { partition } from '../../src/database/partition/convert.js'
import { addParts } from '../../src/database/partition/keep.js'
import { partitionableTables } from '../../src/database/partition/tables.js'
import { newIdAt } from '../../src/lib/uuid.js'
import { schedules } from '../../src/schedules.js'
import { annotation, box, claim, persona, summary } from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { adminPassword, startApi, type Person, type TestApi } from '../support/api.js'
import { emptyDatabase, freshDatabase } from '../support/database.js'
import { frames, made, makeWorkspace, type Workspace } from '../support/workspace.js'

let api: TestApi
let ann: Person
let workspace: Workspace
let url: string

beforeAll(async () => {
  api = await startApi()
  url = api.app.services.config.database.url
  ann = await api.person('ann')
  workspace = await makeWorkspace(api, ann)
  const owner = persona()
  const about = summary(owner.data.id)
  const boxes = [0, 1, 2, 3].map((frameNumber) => box(frameNumber, { isKeyframe: true }))
  const many = Array.from({ length: 3000 }, (_, n) => n)
  await made(
    importLines(ann, [
      owner,
      about,
      ...many.map((n) => annotation({ personaId: owner.data.id, label: `ship ${n}`, boundingBoxSequence: { boxes } })),
      ...many.map((n) => claim(about.data.id, { text: `claim ${n}` })),
    ]),
  )
})
afterAll(() => api.stop())

const query = async <T = any>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(api.app.services.db)).rows

const secrets = {
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  API_KEY_ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
  ADMIN_PASSWORD: adminPassword,
}

/** Runs the command line on the database; returns its exit code and what it printed. */
function parallax(args: string[], databaseUrl = url, more: Record<string, string> = {}) {
  return new Promise<{ code: number; output: string }>((done) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...more }
    execFile(process.execPath, ['dist/src/main.js', ...args], { env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

const tablesAndParts = async () =>
  Object.fromEntries(
    (
      await query<{ name: string; parts: number }>(
        `select c.relname as name, (select count(*)::int from pg_inherits where inhparent = c.oid) as parts
           from pg_class c where relnamespace = 'public'::regnamespace and relname = any('{${partitionableTables.join()}}')`,
      )
    ).map(({ name, parts }) => [name, parts]),
  )

/** Everything that a table is but its rows, in the words of PostgreSQL, so that two forms of it can be compared. */
const shapeOf = async (table: string, databaseUrl = url) => {
  const text = `
    select 'column' as what, attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || attgenerated::text || attcompression::text
             || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as how
      from pg_attribute a left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
     where attrelid = 'public.${table}'::regclass and attnum > 0 and not attisdropped
    union all select 'constraint', conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
     where (conrelid = 'public.${table}'::regclass or confrelid = 'public.${table}'::regclass)
       and conparentid = 0 and contype <> 'n'
    union all select 'index', replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') || indisvalid from pg_index
     where indrelid = 'public.${table}'::regclass
    union all select 'trigger', pg_get_triggerdef(oid) from pg_trigger
     where tgrelid = 'public.${table}'::regclass and not tgisinternal and tgparentid = 0 and tgname not like 'parallax%'
    order by 1, 2`
  return onConnection({ connectionString: databaseUrl }, async (client) => (await client.query(text)).rows)
}

/** What a conversion makes for itself and removes at its end. */
const leftovers = () =>
  query(`select nspname as name from pg_namespace where nspname = 'parts_former'
    union all select proname from pg_proc where pronamespace = to_regnamespace('parts')
    union all select tgname from pg_trigger where tgname like 'parallax%'`)

/**
 * Writes through REST until it is told to stop: makes annotations and claims, changes some and deletes some. Returns
 * what the server acknowledged, by path: the body that must be read there, or null where the thing was deleted.
 */
function startWriting(person: Person) {
  const { videoId, personaId, summaryId } = workspace.ids
  const kept = new Map<string, { label?: string; text?: string } | null>()
  let stopped = false
  const writer = async (n: number) => {
    for (let i = 0; !stopped; i++) {
      const made = async (path: string, body: object) => {
        const answer = await person.post(path, body)
        expect(answer.status, answer.text).toBe(201)
        return answer.body.id as string
      }
      const annotationPath = `/api/annotations/${await made('/api/annotations', {
        ...{ videoId, personaId, type: 'type', label: `made ${n}/${i}`, frames },
      })}`
      kept.set(annotationPath, { label: `made ${n}/${i}` })
      const parent = await made(`/api/summaries/${summaryId}/claims`, { text: `made ${n}/${i}` })
      const below = await made(`/api/summaries/${summaryId}/claims`, { text: `below ${n}/${i}`, parentClaimId: parent })
      kept.set(`/api/claims/${parent}`, { text: `made ${n}/${i}` })
      kept.set(`/api/claims/${below}`, { text: `below ${n}/${i}` })
      if (i % 3 === 0) {
        expect((await person.put(annotationPath, { label: `changed ${n}/${i}` })).status).toBe(200)
        kept.set(annotationPath, { label: `changed ${n}/${i}` })
      }
      if (i % 4 === 0) {
        expect((await person.delete(`/api/summaries/${summaryId}/claims/${parent}`)).status).toBe(200)
        kept.set(`/api/claims/${parent}`, null)
        kept.set(`/api/claims/${below}`, null)
      }
    }
  }
  const writers = [0, 1, 2].map(writer)
  return async () => {
    stopped = true
    await Promise.all(writers)
    return kept
  }
}

describe('parallax partition', () => {
  it('says what is wrong with a table or number that it does not know, and changes nothing', async () => {
    expect(await parallax(['partition', 'personas'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('personas is none of annotations, claims, jobs, login_attempts'),
    })
    expect(await parallax(['partition', 'claims', '--parts', '1000'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('--parts must be a whole number from 2 to 128; it is "1000"'),
    })
    expect(await parallax(['partition', 'claims', '--from', '1000000'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^claims has about \d+ rows and stays whole/),
    })
    expect(await tablesAndParts()).toEqual({ annotations: 0, claims: 0, jobs: 0, login_attempts: 0 })
  })

  it.each(['SIGINT', 'SIGKILL'] as const)('that ends by %s leaves a table as it was', async (signal) => {
    const { videoId, personaId } = workspace.ids
    const holder = await new Promise<{ release(): void }>((hold) => {
      void onConnection({ connectionString: url }, async (client) => {
        await client.query('begin; select from annotations limit 1')
        await new Promise<void>((release) => hold({ release }))
        await client.query('rollback')
      })
    })
    const env = { PATH: process.env.PATH, DATABASE_URL: url }
    const child = spawn(process.execPath, ['dist/src/main.js', 'partition', 'annotations'], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
    // The switch waits for the reader, who does not go: the command ends there, when all is copied.
    await expect.poll(() => said, { timeout: 60_000 }).toContain('waits for a table that is in use')
    const exited = once(child, 'exit')
    child.kill(signal)
    holder.release()
    await exited
    expect((await tablesAndParts())['annotations']).toBe(0)
    await made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label: `after ${signal}`, frames }))
    if (signal === 'SIGINT') {
      expect(said).toContain('annotations is as before: it was not partitioned')
      expect(await leftovers()).toEqual([])
    } else expect(await leftovers()).not.toEqual([])
    const { output } = await parallax(['doctor'], url, secrets)
    const unfinished = 'partitioning annotations was broken off'
    if (signal === 'SIGINT') expect(output).not.toContain(unfinished)
    else expect(output).toContain(unfinished)
  })

  it('partitions tables under people who write, keeping every row, key, index and trigger', async () => {
    const shapes = await Promise.all(['annotations', 'claims', 'login_attempts'].map((table) => shapeOf(table)))
    const stop = startWriting(ann)
    const { code, output } = await parallax(['partition', ...partitionableTables])
    const kept = await stop()
    expect([code, output]).toEqual([0, expect.stringMatching(/annotations: \d+ rows in 16 parts after \d+ s/)])
    expect(await tablesAndParts()).toEqual({ annotations: 16, claims: 16, jobs: 5, login_attempts: 5 })
    expect(kept.size).toBeGreaterThan(100)
    const listed = await made(ann.get(`/api/annotations/${workspace.ids.videoId}`))
    const annotations = new Map(listed.map((one: any) => [one.id, one.label]))
    for (const [path, body] of kept) {
      if (path.startsWith('/api/annotations/')) {
        expect(annotations.get(path.slice('/api/annotations/'.length)), path).toBe(body?.label)
        continue
      }
      const answer = await ann.get(path)
      expect([path, answer.status]).toEqual([path, body === null ? 404 : 200])
      if (body) expect(answer.body).toMatchObject(body)
    }
    expect(await Promise.all(['annotations', 'claims', 'login_attempts'].map((table) => shapeOf(table)))).toEqual(
      shapes,
    )
    expect(await leftovers()).toEqual([])
    expect((await parallax(['partition', 'claims'])).output).toBe('claims is partitioned.\n')
    expect((await parallax(['partition'])).output).toMatch(/annotations +about \d+ +[\d.]+ GB +16 parts/)
  })

  it('leaves the rules of the database in force', async () => {
    const { claimId, otherClaimId, summaryId, annotationId, videoId } = workspace.ids
    const claims = `/api/summaries/${summaryId}/claims`
    const under = { text: 'below nothing', parentClaimId: '0193e5a0-0000-7000-8000-00000000dead' }
    expect((await ann.post(claims, under)).status).toBe(400)
    await expect(
      query(`update claims set parent_claim_id = '${otherClaimId}' where id = '${claimId}'`),
    ).rejects.toThrow('a claim cannot stand below itself')
    await expect(
      query(`insert into annotations select (a).* from (select a from annotations a where id = '${annotationId}') t`),
    ).rejects.toThrow()
    const ben = await api.person()
    const share = { resourceType: 'annotation', resourceId: annotationId, sharedWithUserId: ben.id }
    await made(ann.post('/api/sharing', { ...share, permissionLevel: 'read_only' }))
    expect((await ann.delete(`/api/annotations/${videoId}/${annotationId}`)).status).toBe(204)
    expect(await query(`select from resource_shares where annotation_id = '${annotationId}'`)).toEqual([])
    expect((await ann.delete(`${claims}/${claimId}`)).status).toBe(200)
    expect(await query(`select from claims where id = '${otherClaimId}'`)).toEqual([])
    expect(await query(`select from resource_shares where claim_id = '${claimId}'`)).toEqual([])
  })

  it('keeps public ids of jobs apart, also when they are asked for at once', async () => {
    const { summaryId } = workspace.ids
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ann.post(`/api/summaries/${summaryId}/claims/extract`, { maxClaims: n + 1 })),
    )
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 202))
    expect(new Set(asked.map(({ body }) => body.jobId)).size).toBe(8)
    const id = asked[0]?.body.jobId
    await made(ann.graph(`mutation { cancelJob(id: "${id}") { id } }`))
    const { retryJob } = await made(ann.graph(`mutation { retryJob(id: "${id}") { id repeats { id } } }`))
    expect(retryJob).toEqual({ id: expect.not.stringMatching(id), repeats: { id } })
  })

  it('lets every later migration be applied to tables that were partitioned before it', async () => {
    const first = '0201'
    const [before, after] = [
      readMigrations().filter(({ name }) => name < first),
      readMigrations().filter(({ name }) => name >= first),
    ]
    expect(after.length).toBeGreaterThan(0)
    const target = await emptyDatabase()
    try {
      await migrate(target.url, undefined, before)
      for (const table of partitionableTables) await partition(target.url, table, 2)
      expect(await migrate(target.url)).toEqual(after.map(({ name }) => name))
      for (const table of ['annotations', 'claims', 'login_attempts'])
        expect(await shapeOf(table, target.url), table).toEqual(await shapeOf(table))
    } finally {
      await target.drop()
    }
  })

  it('keeps every row in a backup, whose restore makes whole tables', async () => {
    const file = join(api.folder, 'partitioned.backup')
    const rows = async (databaseUrl: string) =>
      onConnection({ connectionString: databaseUrl }, async (client) => {
        await client.query(`set timezone = 'UTC'`)
        const found: unknown[] = []
        for (const table of partitionableTables)
          found.push((await client.query(`select count(*), sum(hashtextextended(t::text, 0)) from ${table} t`)).rows)
        return found
      })
    const target = await freshDatabase()
    try {
      await partition(target.url, 'claims')
      const backup = await parallax(['backup', '--out', file])
      expect(backup).toMatchObject({ code: 0 })
      expect(await parallax(['restore', file, '--replace'], target.url)).toMatchObject({ code: 0 })
      expect(await rows(target.url)).toEqual(await rows(url))
    } finally {
      await target.drop()
    }
  })

  it('drops jobs and logins by whole parts once all in one are old, and makes the next parts in time', async () => {
    const { db } = api.app.services
    const parts = (table: string) =>
      query<{ name: string }>(
        `select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid
          where inhparent = '${table}'::regclass order by 1`,
      ).then((rows) => rows.map(({ name }) => name))
    const day = 86_400_000
    const before = await parts('login_attempts')
    // Ten days later: the parts of that day and of the two after it, and none twice.
    const later = new Date(Date.now() + 10 * day)
    const added = await addParts(db, later)
    const names = [0, 1, 2].map((days) =>
      new Date(later.getTime() + days * day).toISOString().slice(0, 10).replaceAll('-', ''),
    )
    expect(added.filter((name) => name.startsWith('login_attempts'))).toEqual(
      names.map((name) => `login_attempts_${name}`),
    )
    expect(added.filter((name) => name.startsWith('jobs')).length).toBeGreaterThan(0)
    expect(await addParts(db, later)).toEqual([])
    expect(await parts('login_attempts')).toHaveLength(before.length + 3)

    // One login of each of the next days; an ended job and, in the same week, one that still waits.
    for (let days = 1; days <= 3; days++) {
      const at = new Date(Date.now() + days * day)
      await db
        .insertInto('loginAttempts')
        .values({ id: newIdAt(at), username: 'ann', success: true, failedAt: at })
        .execute()
    }
    const retention = schedules.filter(({ name }) => name === 'old login attempts' || name === 'finished jobs')
    expect(retention).toHaveLength(2)
    const tidy = async () =>
      Object.fromEntries(
        await Promise.all(retention.map(async ({ name, run }) => [name, await run(api.app.context())])),
      )
    const jobs = await query<{ count: number }>('select count(*)::int as count from jobs')
    api.clock.forward(32 * day)
    try {
      // All logins up to tomorrow's are older than 30 days, and their parts end. No job has ended, so none goes.
      const found = await tidy()
      expect(found).toEqual({ 'old login attempts': expect.any(Number), 'finished jobs': 0 })
      expect(found['old login attempts']).toBeGreaterThan(0)
      expect(await query('select count(*)::int as count from jobs')).toEqual(jobs)
      const left = await query<{ days: number }>(
        `select round(extract(epoch from failed_at - now()) / 86400)::int as days from login_attempts order by 1`,
      )
      expect(left.map(({ days }) => days).filter((days) => days > 1)).toEqual([2, 3])
      expect(await parts('login_attempts')).not.toContain('login_attempts_before')
      await query(`update jobs set status = 'failed', failed_at = now(), error = 'over', lease_owner = null, lease_until = null
        where status not in ('completed', 'failed')`)
      api.clock.forward(14 * day)
      expect((await tidy())['finished jobs']).toBe(jobs[0]?.count)
      expect(await query('select from jobs')).toEqual([])
    } finally {
      api.clock.reset()
    }
    // Ids of a time for which there is no part, and logins in general, still find their place.
    await api.signIn('admin', adminPassword)
  })

  it('lets an upgrade build and drop indexes on the parts, beside writers', async () => {
    const more = {
      name: '9000_more.sql',
      sql: `-- in steps
create index concurrently if not exists claims_by_comment on claims (comment) where comment is not null;
drop index concurrently if exists claims_last_change;
`,
      checksum: 'more',
    }
    expect(await migrate(url, undefined, [...readMigrations(), more])).toEqual([more.name])
    const found = await query<{ name: string; parts: number }>(
      `select c.relname as name, count(i.inhrelid)::int as parts from pg_index x join pg_class c on c.oid = indexrelid
         left join pg_inherits i on i.inhparent = c.oid
        where indrelid = 'claims'::regclass and indisvalid and c.relname in ('claims_by_comment', 'claims_last_change')
        group by c.relname`,
    )
    expect(found).toEqual([{ name: 'claims_by_comment', parts: 16 }])
  })

  it('partitions the tables that PARTITIONED_TABLES names as long as they are empty', async () => {
    const target = await freshDatabase()
    try {
      const env = { ...secrets, PARTITIONED_TABLES: 'claims, login_attempts' }
      expect(await parallax(['migrate'], target.url, env)).toMatchObject({ code: 0 })
      expect(await partitioned(target.url)).toEqual(['claims', 'login_attempts'])
      await onConnection({ connectionString: target.url }, (client) =>
        client.query(
          `insert into jobs (id, public_id, queue, payload) values (gen_random_uuid(), 'one', 'video-summarization', '{}')`,
        ),
      )
      const more = await parallax(['migrate'], target.url, { ...env, PARTITIONED_TABLES: 'jobs,annotations' })
      expect(more.output).toContain('PARTITIONED_TABLES names jobs, which has rows: run `parallax partition jobs`')
      expect(await partitioned(target.url)).toEqual(['annotations', 'claims', 'login_attempts'])
      expect(await parallax(['migrate'], target.url, { ...env, PARTITIONED_TABLES: 'personas' })).toEqual({
        code: 1,
        output: expect.stringContaining('PARTITIONED_TABLES must be some of annotations, claims, jobs, login_attempts'),
      })
    } finally {
      await target.drop()
    }
  })
})

const partitioned = (databaseUrl: string) =>
  onConnection({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      // The log of changes always is.
      `select relname as name from pg_class
        where relkind = 'p' and relnamespace = 'public'::regnamespace and relname <> 'changes' order by 1`,
    )
    return rows.map(({ name }) => name)
  })
