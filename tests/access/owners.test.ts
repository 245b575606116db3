import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { onConnection } from '../../src/database/driver/on-connection.js'
import { newId } from '../../src/lib/uuid.js'
import { countBroken, invariants } from '../../src/operations/invariant.sql.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

/** What triggers note for lists: whose summary a claim is in, whose thing is shared, and when a video was made. */
describe('the owner of what others made', () => {
  let api: TestApi
  let owner: Person
  let heir: Person
  let annotator: Person
  let admin: Person
  let added: string
  const shared: string[] = []

  beforeAll(async () => {
    api = await startApi()
    admin = await api.admin()
    ;[owner, heir, annotator] = [await api.person(), await api.person(), await api.person()]
    const project = await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))
    for (const [one, role] of [[heir, 'project_manager'] as const, [annotator, 'annotator'] as const])
      await made(owner.post(`/api/projects/${project.id}/members`, { userId: one.id, role }))
    const videoId = await makeVideo(api)
    await made(admin.post(`/api/projects/${project.id}/videos`, { videoId }))
    const { personaId, annotationId, summaryId, claimId } = await makeContent(owner, videoId, project.id)
    added = (await made(annotator.post(`/api/summaries/${summaryId}/claims`, { text: 'Added by a member' }))).id
    const things = { persona: personaId, annotation: annotationId, summary: summaryId, claim: claimId }
    for (const [resourceType, resourceId] of Object.entries(things)) {
      const to = { permissionLevel: 'read_only', sharedWithUserId: annotator.id }
      shared.push((await made(admin.post('/api/sharing', { resourceType, resourceId, ...to }))).id)
    }
  })
  afterAll(() => api.stop())

  const claimsOf = async (person: Person) =>
    (await made(person.graph('{ claims(first: 50) { nodes { id } } }'))).claims.nodes.map(
      ({ id }: { id: string }) => id,
    )
  const sentBy = async (person: Person) =>
    (await made(person.graph('{ sharesSent(first: 50) { totalCount nodes { id } } }'))).sharesSent.nodes.map(
      ({ id }: { id: string }) => id,
    )
  /** How many statements wait for a lock of this connection. */
  const waiting = async (client: pg.Client) =>
    (
      await client.query(
        'select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
    ).rows[0].count
  const broken = async () => {
    const counts = await Promise.all(invariants.map((one) => countBroken(api.app.services.db, one)))
    return invariants.filter((_one, i) => counts[i]).map(({ rule }) => rule)
  }

  it('sees their claims and shares in the lists', async () => {
    expect(await claimsOf(owner)).toContain(added)
    expect((await sentBy(owner)).toSorted()).toEqual(shared.toSorted())
    expect((await sentBy(admin)).toSorted()).toEqual(shared.toSorted())
    expect(await sentBy(annotator)).toEqual([])
    expect(await broken()).toEqual([])
  })

  it('is noted right when a summary changes hands while somebody adds a claim, and others may edit it meanwhile', async () => {
    const { url } = api.app.services.config.database
    const ids = { claim: newId(), summary: '' }
    const { rows } = await sql<{ id: string }>`select id from video_summaries where created_by = ${owner.id}`.execute(
      api.app.services.db,
    )
    ids.summary = rows[0]?.id ?? ''
    await onConnection({ connectionString: url }, (adds) =>
      onConnection({ connectionString: url }, async (other) => {
        await adds.query('begin')
        await adds.query(`insert into claims (id, summary_id, text, created_by) values ($1, $2, 'meanwhile', $3)`, [
          ids.claim,
          ids.summary,
          annotator.id,
        ])
        await other.query(`set statement_timeout = 2000; update video_summaries set comment = 'edited'
          where id = '${ids.summary}'`)
        await other.query('set statement_timeout = 0')
        const given = other.query('update video_summaries set created_by = $1 where id = $2', [heir.id, ids.summary])
        // It waits for the claim, which does not know of it.
        await expect.poll(() => waiting(adds)).toBe(1)
        await adds.query('commit')
        await given
      }),
    )
    const noted = await sql`select summary_owner_id from claims where id = ${ids.claim}`.execute(api.app.services.db)
    expect(noted.rows).toEqual([{ summaryOwnerId: heir.id }])
    expect(await broken()).toEqual([])
    await sql`update video_summaries set created_by = ${owner.id} where id = ${ids.summary}`.execute(
      api.app.services.db,
    )
    await sql`delete from claims where id = ${ids.claim}`.execute(api.app.services.db)
  })

  it('is whoever takes over when the account is deleted', async () => {
    const { db } = api.app.services
    await sql`update videos set created_at = created_at - interval '1 day'`.execute(db)
    await made(admin.delete(`/api/admin/users/${owner.id}?content=transfer&transferTo=${heir.id}`))
    expect(await claimsOf(heir)).toContain(added)
    expect((await sentBy(heir)).toSorted()).toEqual(shared.toSorted())
    expect(await broken()).toEqual([])
  })
})
