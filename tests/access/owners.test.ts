import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('is whoever takes over when the account is deleted', async () => {
    const { db } = api.app.services
    await sql`update videos set created_at = created_at - interval '1 day'`.execute(db)
    await made(admin.delete(`/api/admin/users/${owner.id}?content=transfer&transferTo=${heir.id}`))
    expect(await claimsOf(heir)).toContain(added)
    expect((await sentBy(heir)).toSorted()).toEqual(shared.toSorted())
    expect(await broken()).toEqual([])
  })
})
