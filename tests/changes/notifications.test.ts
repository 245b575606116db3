import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'

// What others did to what is mine, or for me, from the one log of changes.

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const people = async () => [await api.person(), await api.person(), await api.person()] as [Person, Person, Person]
const teamOf = async (owner: Person, roles: [Person, string][]) => {
  const { id } = await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))
  for (const [{ id: userId }, role] of roles) await made(owner.post(`/api/projects/${id}/members`, { userId, role }))
  return id as string
}
const listOf = async (who: Person, query = '') => {
  await settled(api)
  return made(who.get(`/api/notifications${query}`))
}
/** The notifications in short: who did what to what, how many, with which name and note. */
const told = async (who: Person) =>
  (await listOf(who)).notifications.map((one: any) => [
    one.actor.username,
    one.act,
    one.kind,
    one.count,
    one.name,
    one.note,
  ])

describe('notifications', () => {
  it('tell who reviewed, edited, commented on and deleted what I made, newest first, and nothing that I did', async () => {
    const [chief, ann, rita] = await people()
    const projectId = await teamOf(chief, [
      [ann, 'annotator'],
      [rita, 'reviewer'],
    ])
    const videoId = await makeVideo(api)
    const { claimId, otherClaimId, summaryId, annotationId, personaId } = await makeContent(ann, videoId, projectId)
    await made(ann.put(`/api/claims/${claimId}`, { text: 'A ferry' }))
    await made(rita.post('/api/reviews', { ids: [claimId], state: 'accepted', note: 'Good' }))
    await made(rita.post('/api/reviews', { ids: [summaryId, annotationId], state: 'rejected', note: 'Which one?' }))
    await made(rita.post('/api/reviews', { ids: [annotationId], state: 'open' }))
    await made(chief.put(`/api/claims/${claimId}`, { comment: 'See 0:34' }))
    await made(chief.put(`/api/claims/${claimId}`, { text: 'Two ferries' }))
    await made(chief.delete(`/api/claims/${otherClaimId}`))
    await made(chief.put(`/api/personas/${personaId}`, { name: 'Harbour master' }))
    const [r, c] = [rita.username, chief.username]
    expect(await told(ann)).toEqual([
      [c, 'edited', 'persona', 1, 'Harbour master', null],
      [c, 'deleted', 'claim', 1, 'A ship leaves', null],
      [c, 'edited', 'claim', 1, 'Two ferries', null],
      [c, 'commented', 'claim', 1, 'Two ferries', null],
      [r, 'reopened', 'annotation', 1, null, null],
      [r, 'rejected', 'annotation', 1, null, 'Which one?'],
      [r, 'rejected', 'summary', 1, null, 'Which one?'],
      [r, 'accepted', 'claim', 1, 'Two ferries', 'Good'],
      [c, 'added', 'project', 1, 'Port', null],
    ])
    const { notifications } = await listOf(ann)
    const of = (act: string, kind: string) => notifications.find((one: any) => one.act === act && one.kind === kind)
    const video = { videoId, videoName: expect.stringContaining('.'), projectId, projectName: 'Port', personaId }
    expect(of('accepted', 'claim')).toMatchObject({ thing: claimId, ...video, isNew: true })
    expect(of('rejected', 'annotation')).toMatchObject({ thing: annotationId, ...video })
    expect(of('deleted', 'claim').actor).toEqual({ id: chief.id, username: c, displayName: c })
    // Both interfaces say the same.
    const fields = `at act kind count thingId name note videoId videoName personaId projectId projectName isNew
      actor { userId username displayName }`
    const { data } = await ann.graph(`{ notifications(first: 3) { nodes { ${fields} } } }`)
    expect(
      data.notifications.nodes.map(({ thingId, actor: { userId, ...actor }, ...one }: any) => ({
        ...one,
        act: one.act.toLowerCase(),
        kind: one.kind.toLowerCase(),
        thing: thingId,
        actor: { id: userId, ...actor },
      })),
    ).toEqual(notifications.slice(0, 3))
    expect(await told(rita)).toEqual([[c, 'added', 'project', 1, 'Port', null]])
    expect(await told(chief)).toEqual([])
  })

  it('put many acts of one person together, and lead on page by page without a gap', async () => {
    const [chief, ann, rita] = await people()
    const projectId = await teamOf(chief, [
      [ann, 'annotator'],
      [rita, 'reviewer'],
    ])
    const { personaId } = await makeContent(ann, await makeVideo(api), projectId)
    const ids: string[][] = []
    for (const count of [24, 3]) {
      const input = { videoId: await makeVideo(api), personaId, type: 'type', label: 'ship', frames }
      const annotations = Array.from({ length: count }, () => input)
      ids.push((await made(ann.post('/api/annotations/bulk', { annotations }))).annotationIds)
    }
    const [first, second] = ids as [string[], string[]]
    await made(rita.post('/api/reviews', { ids: first.slice(0, 20), state: 'accepted' }))
    await made(rita.post('/api/reviews', { ids: second, state: 'accepted' }))
    await made(rita.post('/api/reviews', { ids: first.slice(18), state: 'accepted' }))
    const rows = [
      [rita.username, 'accepted', 'annotation', 24, null, null],
      [rita.username, 'accepted', 'annotation', 3, null, null],
      [chief.username, 'added', 'project', 1, 'Port', null],
    ]
    expect(await told(ann)).toEqual(rows)
    // One at a time: a page ends before the entry that would begin another row.
    const counts: number[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: any = await listOf(ann, `?limit=1${next && `&before=${next}`}`)
      expect(page.notifications.length).toBeLessThanOrEqual(1)
      counts.push(...page.notifications.map(({ count }: any) => count))
      next = page.nextBefore
    }
    expect(counts).toEqual([6, 3, 20, 1])
    const pages: number[] = []
    for (let after: string | null = null, hasMore = true; hasMore;) {
      const query =
        'query ($after: String) { notifications(first: 1, after: $after) { nodes { count } pageInfo { endCursor hasNextPage } } }'
      const { nodes, pageInfo }: any = (await made(ann.graph(query, { after }))).notifications
      pages.push(...nodes.map(({ count }: any) => count))
      ;[after, hasMore] = [pageInfo.endCursor, pageInfo.hasNextPage]
    }
    expect(pages).toEqual(counts)
  })

  it('have ids of their own in GraphQL, and a page can go on after any of them without leaving an act out', async () => {
    const [chief, ann] = await people()
    const projectId = await teamOf(chief, [[ann, 'annotator']])
    const { claimId, personaId } = await makeContent(ann, await makeVideo(api), projectId)
    await made(chief.put(`/api/claims/${claimId}`, { text: 'Two ferries' }))
    await made(chief.put(`/api/personas/${personaId}`, { name: 'Harbour master' }))
    await settled(api)
    const query = `query ($after: String) { notifications(after: $after) { newCount edges { cursor node {
      id act thingId thing { __typename id } persona { id } video { id } project { id } actor { userId user { id } } } } } }`
    const { edges, newCount } = (await made(ann.graph(query))).notifications
    expect([newCount, edges.length, new Set(edges.map(({ node }: any) => node.id)).size]).toEqual([3, 3, 3])
    expect(edges[0].node).toMatchObject({
      act: 'EDITED',
      project: { id: projectId },
      thing: { __typename: 'Persona', id: personaId },
      actor: { userId: chief.id, user: { id: chief.id } },
    })
    for (const [at, { cursor }] of edges.entries())
      expect((await made(ann.graph(query, { after: cursor }))).notifications.edges).toEqual(edges.slice(at + 1))
  })

  it('tell of shares with me and my groups, assigned videos, invitations and memberships', async () => {
    const [ann, ben, cat] = await people()
    const group = await made(ann.post('/api/groups', { name: 'Pilots', slug: unique('pilots') }))
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: ben.id, role: 'group_member' }))
    const { personaId, claimId } = await makeContent(ann, await makeVideo(api))
    const share = { resourceType: 'persona', resourceId: personaId, permissionLevel: 'read_only' }
    await made(ann.post('/api/sharing', { ...share, sharedWithUserId: ben.id }))
    const own = { resourceType: 'claim', resourceId: claimId, permissionLevel: 'read_only' }
    const { id: shareId } = await made(ann.post('/api/sharing', { ...own, sharedWithGroupId: group.id }))
    const joined = await teamOf(ann, [[ben, 'annotator']])
    const videoId = await makeVideo(api)
    await made(ann.post(`/api/projects/${joined}/videos`, { videoId, assignedUserId: cat.id }))
    await made(ann.post(`/api/projects/${joined}/videos/bulk`, { videoIds: [videoId], assignedUserId: ben.id }))
    const asked = (await made(cat.post('/api/projects', { name: 'Ferries', slug: unique('f') }))).id
    await made(cat.post(`/api/projects/${asked}/invitations`, { userId: ben.id, role: 'viewer' }))
    const [a, c] = [ann.username, cat.username]
    const filename = (await made(ben.get(`/api/videos/${videoId}`))).filename
    const rows = [
      [c, 'invited', 'project', 1, 'Ferries', null],
      [a, 'assigned', 'video', 1, filename, null],
      [a, 'added', 'project', 1, 'Port', null],
      [a, 'shared', 'claim', 1, 'A ferry arrives', null],
      [a, 'shared', 'persona', 1, expect.any(String), null],
      [a, 'added', 'group', 1, 'Pilots', null],
    ]
    const now = await told(ben)
    expect(now.map((row: any[]) => row.slice(0, 4))).toEqual(rows.map((row) => row.slice(0, 4)))
    expect([now[0], now[1], now[2], now[5]]).toEqual([rows[0], rows[1], rows[2], rows[5]])
    expect(await told(ann)).toEqual([])
    // What has ended, and what was answered by leaving, is told no more: nothing of it is left to see.
    await made(ann.delete(`/api/sharing/${shareId}`))
    await made(ann.delete(`/api/projects/${joined}/members/${ben.id}`))
    await made(ann.delete(`/api/groups/${group.id}/members/${ben.id}`))
    expect((await told(ben)).map((row: any[]) => row[1])).toEqual(['invited', 'assigned', 'shared'])
  })

  it('name nothing and nobody once I may not read the thing any more', async () => {
    const [chief, ann, rita] = await people()
    const projectId = await teamOf(chief, [
      [ann, 'annotator'],
      [rita, 'reviewer'],
    ])
    const { claimId } = await makeContent(chief, await makeVideo(api), projectId)
    await made(chief.post('/api/sharing', { resourceType: 'claim', resourceId: claimId, sharedWithUserId: ann.id }))
    expect((await told(ann)).map((row: any[]) => row[1])).toEqual(['shared', 'added'])
    await made(chief.delete(`/api/claims/${claimId}`))
    await made(chief.delete(`/api/projects/${projectId}/members/${ann.id}`))
    const text = JSON.stringify(await listOf(ann))
    expect(JSON.parse(text).notifications).toEqual([])
    for (const secret of [chief.id, chief.username, projectId, claimId]) expect(text).not.toContain(secret)
  })

  it('are new until they are marked as seen, also what is committed while I look', async () => {
    const [ann, ben] = await people()
    const project = async () => teamOf(ann, [[ben, 'viewer']])
    await project()
    const { position, notifications } = await listOf(ben)
    expect(notifications.map(({ isNew }: any) => isNew)).toEqual([true])
    await project()
    expect(await made(ben.post('/api/notifications/seen', { position }))).toEqual({ success: true })
    const news = async () => (await listOf(ben)).notifications.map(({ isNew, count }: any) => [isNew, count])
    expect(await news()).toEqual([
      [true, 1],
      [false, 1],
    ])
    const later = await listOf(ben)
    const seen = `mutation { markNotificationsSeen(input: { position: "${later.position}" }) { newCount } }`
    expect((await ben.graph(seen)).data).toEqual({ markNotificationsSeen: { newCount: 0 } })
    // An older position takes nothing back.
    await made(ben.post('/api/notifications/seen', { position }))
    expect((await news()).map(([isNew]: any) => isNew)).toEqual([false, false])
  })

  it('refuse positions and pages that are none, and tokens that are limited to projects', async () => {
    const [ann] = await people()
    for (const [path, body, field] of [
      ['/seen', { position: 'x' }, 'position'],
      ['/seen', { position: '00000000-1-0' }, 'position'],
      ['/seen', {}, 'position'],
      ['?before=x', undefined, 'before'],
      ['?limit=0', undefined, 'limit'],
      ['?limit=101', undefined, 'limit'],
    ] as const) {
      const at = `/api/notifications${path}`
      const { status, body: answer } = await (body ? ann.post(at, body) : ann.get(at))
      expect([path, status, answer.details?.[0]?.field]).toEqual([path, 400, field])
    }
    for (const query of ['{ notifications(first: 0) { position } }', '{ notifications(after: "x") { position } }'])
      expect((await ann.graph(query)).errors?.[0]?.extensions.code).toBe('VALIDATION_ERROR')
    expect((await api.anonymous.get('/api/notifications')).status).toBe(401)
    expect((await api.anonymous.post('/api/notifications/seen', { position: 'x' })).status).toBe(401)
    const projectId = await teamOf(ann, [])
    const { token } = await made(ann.post('/api/tokens', { name: 't', scopes: ['write'], projectIds: [projectId] }))
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/seen'],
    ] as const) {
      const answer = await fetch(`${api.url}/api/notifications${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify({ position: 'x' }) }),
      })
      expect([method, answer.status]).toEqual([method, 403])
    }
    const other = await startApi({ HISTORY_DAYS: '0' })
    try {
      const eve = await other.person()
      const { status, body } = await eve.get('/api/notifications')
      expect([status, body.code]).toEqual([409, 'CONFLICT'])
      expect((await eve.post('/api/notifications/seen', { position: 'x' })).status).toBe(409)
    } finally {
      await other.stop()
    }
  })

  it('read a bounded number of blocks, however much has been done', async () => {
    const { db } = api.app.services
    const [ann, ben, cat] = await people()
    const { claimId } = await makeContent(ann, await makeVideo(api))
    // The server makes the parts of the weeks to come, and a new database has none of those before.
    for (let week = 1; week <= 5; week++)
      await sql`do $$ declare
          monday timestamptz := (date_trunc('week', now() at time zone 'UTC') - ${sql.lit(week)} * interval '7 days') at time zone 'UTC';
        begin execute format('create table parts.changes_%s partition of changes for values from (%L) to (%L)',
          to_char(monday at time zone 'UTC', 'YYYYMMDD'), monday, monday + interval '7 days'); end $$`.execute(db)
    // The costliest entries to tell about: each is a review, whose state the entries after it say.
    const batch = 40_000
    for (let until = entries; until > 0; until -= batch)
      await sql`insert into changes (kind, thing, operation, version, owner_id, actor_id, before, at)
        select 'claim', case when n % 20 = 0 then ${claimId}::uuid else gen_random_uuid() end, 'update', 2,
               case when n % 10 = 0 then ${ann.id}::uuid else ${ben.id}::uuid end, ${cat.id}::uuid,
               json_build_object('review_state', 'open', 'reviewed_at', null, 'review_note', null),
               now() - n * (interval '30 days' / ${entries}::int)
          from generate_series(greatest(1, ${until - batch + 1}::int), ${until}::int) n order by n desc`.execute(db)
    await sql`vacuum analyze changes`.execute(db)
    const sent = await statementsWithValues(() => listOf(ann))
    const pages = sent.filter(({ text }) => text.includes('from changes c'))
    expect(pages).toHaveLength(1)
    const blocks = (await Promise.all(pages.map((one) => blocksOf(one)))).reduce((sum, one) => sum + one, 0)
    console.log(`${entries} entries: ${blocks} blocks for a page of notifications`)
    expect(blocks).toBeLessThan(5_000)
    const { notifications, nextBefore } = await listOf(ann)
    expect(notifications[0]).toMatchObject({ act: 'reopened', kind: 'claim', actor: { id: cat.id } })
    expect(typeof nextBefore).toBe('string')
  })
})

/** The number of entries in the log; 10^6 for the figure in docs/performance.md. */
const entries = Number(process.env['NOTICES'] ?? 40_000)

interface Sent {
  text: string
  values: unknown[]
}

/** The statements with their values that this process sends meanwhile. */
async function statementsWithValues(act: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const listening = function (this: unknown, ...args: unknown[]): unknown {
    const [first, second] = args as [string | Sent, unknown]
    if (typeof first === 'string') sent.push({ text: first, values: Array.isArray(second) ? second : [] })
    else sent.push({ text: String(first.text), values: first.values ?? [] })
    return send.apply(this, args)
  }
  pg.Client.prototype.query = listening as typeof pg.Client.prototype.query
  try {
    await act()
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  }
  return sent
}

/** The blocks of tables and indexes that a statement reads, wherever they lie. */
async function blocksOf({ text, values }: Sent): Promise<number> {
  const client = new pg.Client({ connectionString: api.app.services.config.database.directUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
    if (process.env['NOTICES'])
      console.log(
        (await client.query(`explain (analyze, buffers) ${text}`, values)).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n'),
      )
    const plan = rows[0]['QUERY PLAN'][0].Plan
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  } finally {
    await client.end()
  }
}

describe('pages of notifications', () => {
  it.each([100, 1])('reach every share of one instant, %i at a time', async (limit) => {
    const [giver, taker] = await people()
    const count = 450
    const { pool } = api.app.services
    await pool.query(
      `with p as (insert into personas (id, user_id, name, role, information_need)
         select gen_random_uuid(), $1, 'Scout ' || i, 'r', 'i' from generate_series(1, $3::int) i returning id)
       insert into resource_shares (id, persona_id, shared_by_user_id, shared_with_user_id, resource_owner_id)
         select gen_random_uuid(), id, $1, $2, $1 from p`,
      [giver.id, taker.id, count],
    )
    let query = `?limit=${limit}`
    let found = 0
    for (let pages = 0; pages <= count; pages++) {
      const { notifications, nextBefore } = await listOf(taker, query)
      for (const one of notifications) found += one.count
      if (nextBefore === null) break
      query = `?limit=${limit}&before=${encodeURIComponent(nextBefore)}`
    }
    expect(found).toBe(count)
  })
})
