import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { reads, writes, type Act, type Ids } from './acts.js'

// A token that is limited to the project `inside` reaches nothing else of what its user reaches: not the user's other
// project, nor what the user made outside of projects, nor what is shared with them, nor what everybody may read.

let api: TestApi
let owner: Person
let other: Person
let robot: Person
let inside: Ids
/** The user's other project, what they made in none, and what somebody shares with them. */
const foreign: Record<string, Ids> = {}

beforeAll(async () => {
  api = await startApi()
  const admin = await api.admin()
  ;[owner, other] = [await api.person(), await api.person()]
  const newUserId = (await api.person()).id
  const project = async (of: Person): Promise<Ids> => {
    const { id } = await made(of.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const member = await api.person()
    await made(of.post(`/api/projects/${id}/members`, { userId: member.id, role: 'viewer' }))
    const videoId = await makeVideo(api)
    await made(admin.post(`/api/projects/${id}/videos`, { videoId }))
    const content = await makeContent(of, videoId, id)
    await made(of.put(`/api/projects/${id}/world/entities/ferry`, { name: 'Ferry' }))
    const { jobId } = await made(of.post(`/api/summaries/${content.summaryId}/claims/extract`, {}))
    return { projectId: id, videoId, ...content, userId: member.id, newUserId, jobId }
  }
  const group = await made(owner.post('/api/groups', { name: 'Harbour', slug: unique('harbour') }))
  const groupId = group.id as string
  inside = { ...(await project(owner)), groupId, freeVideoId: await makeVideo(api) }
  foreign['the other project'] = { ...(await project(owner)), groupId, freeVideoId: inside['videoId']! }
  const videoId = await makeVideo(api)
  const alone = await makeContent(owner, videoId)
  await made(owner.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }] }))
  const { jobId } = await made(owner.post(`/api/summaries/${alone.summaryId}/claims/extract`, {}))
  const sent = { resourceType: 'claim', resourceId: alone.claimId, permissionLevel: 'forkable' }
  const share = await made(owner.post('/api/sharing', { ...sent, sharedWithUserId: other.id }))
  const sessions = await made(owner.get('/api/sessions'))
  const ofOwner = { userId: other.id, newUserId, groupId, jobId, shareId: share.id, sessionId: sessions[0].id }
  foreign['no project'] = { ...alone, ...ofOwner, videoId, freeVideoId: videoId }
  const shared = await makeContent(other, videoId)
  for (const resourceType of ['annotation', 'summary', 'claim', 'persona'] as const) {
    const given = { resourceType, resourceId: shared[`${resourceType}Id`], permissionLevel: 'forkable' }
    const received = await made(other.post('/api/sharing', { ...given, sharedWithUserId: owner.id }))
    foreign['what is shared'] = { ...shared, videoId, freeVideoId: videoId, shareId: received.id }
  }
  const scopes = ['write', 'export']
  const token = await made(owner.post('/api/tokens', { name: 'Robot', scopes, projectIds: [inside['projectId']] }))
  robot = api.byToken(token.token)
}, 120_000)
afterAll(() => api.stop())

/** The answer of an act by REST: its status, and its body as text. */
async function byRest({ rest }: Act, ids: Ids, who: Person): Promise<{ done: boolean; text: string }> {
  const { method, path, body } = rest(ids)
  const send = { GET: who.get, POST: who.post, PUT: who.put, PATCH: who.patch, DELETE: who.delete }[method]!
  const { status, text }: Answer = await (method === 'GET' ? who.get(path) : (send as Person['post'])(path, body))
  return { done: status < 300, text }
}

async function byGraph({ graph }: Act, ids: Ids, who: Person): Promise<{ done: boolean; text: string }> {
  const { query, variables } = graph(ids)
  const { data, errors } = await who.graph<Record<string, unknown> | null>(query, variables)
  const isThere = Object.values(data ?? {}).some((value) => value !== null)
  return { done: !errors?.length && isThere, text: JSON.stringify(errors?.[0]?.message ?? data ?? null) }
}

const doors = { REST: byRest, GraphQL: byGraph }

/** Every row that is not in the project `inside`, as text; two texts differ where anything was made or changed. */
async function outsideRows(): Promise<string> {
  const { db } = api.app.services
  const tables = ['annotations', 'personas', 'video_summaries', 'claims', 'world_states', 'jobs'] as const
  const rows = async (from: ReturnType<typeof sql>) =>
    (await sql<{ rows: string | null }>`select json_agg(r order by r.id)::text as rows from ${from} r`.execute(db))
      .rows[0]?.rows
  const within = { jobs: sql`coalesce(t.project_ids, '{}') <> ${[inside['projectId']]}::uuid[]` } as Record<string, any>
  const texts = await Promise.all([
    ...tables.map((table) =>
      rows(
        sql`(select * from ${sql.table(table)} t
          where ${within[table] ?? sql`t.project_id is distinct from ${inside['projectId']}::uuid`})`,
      ),
    ),
    ...['resource_shares', 'user_groups', 'group_memberships', 'import_history', 'videos', 'users'].map((table) =>
      rows(sql.table(table) as never),
    ),
    rows(sql`(select * from projects where id <> ${inside['projectId']})`),
    rows(sql`(select * from project_memberships where project_id <> ${inside['projectId']})`),
    rows(sql`(select * from project_video_assignments where project_id <> ${inside['projectId']})`),
    rows(sql`(select * from ontologies o where o.persona_id <> ${inside['personaId']})`),
  ])
  return texts.join('\n')
}

describe('a token that is limited to a project', () => {
  it.each(Object.entries(doors))('finds nothing else by any act that reads, at %s', async (_name, ask) => {
    const found: string[] = []
    let ofOwner = 0
    for (const [where, ids] of Object.entries(foreign)) {
      const secret = ['personaId', 'annotationId', 'summaryId', 'claimId', 'otherClaimId', 'relationId', 'projectId']
      const hidden = [...secret, 'videoId', 'jobId', 'shareId', 'groupId'].flatMap((name) => ids[name] ?? [])
      for (const act of reads) {
        const { text, done } = await ask(act, ids, robot)
        // The video of REST's path is echoed by nothing.
        const seen = hidden.filter((id) => text.includes(id) && done)
        if (seen.length) found.push(`${act.name} of ${where}: ${text.slice(0, 200)}`)
        const own = await ask(act, ids, owner)
        ofOwner += Number(hidden.some((id) => own.done && own.text.includes(id)))
      }
    }
    expect(found).toEqual([])
    expect(ofOwner).toBeGreaterThan(30)
  })

  it.each(Object.entries(doors))('changes and makes nothing else by any act, at %s', async (_name, ask) => {
    const before = await outsideRows()
    const acts: string[] = []
    for (const [where, ids] of Object.entries(foreign))
      for (const act of writes) {
        const { done, text } = await ask(act, { ...ids }, robot)
        if (done) acts.push(`${act.name} of ${where}: ${text.slice(0, 200)}`)
      }
    expect(acts).toEqual([])
    expect(await outsideRows()).toBe(before)
  })

  it.each(Object.entries(doors))('reads in the project what its user reads, at %s', async (name, ask) => {
    const outside = /^(world|groups?|sessions|tokens|apiKeys|shares\w+|job|.*administrators.*)$/
    const both: string[] = []
    for (const act of reads.filter((one) => !outside.test(one.name))) {
      const [own, by] = [await ask(act, inside, owner), await ask(act, inside, robot)]
      // Lists of everything have more for the user.
      if (/^(personas|projects|videos)$/.test(act.name)) {
        expect(by, act.name).toMatchObject({ done: true })
        expect(by.text).toContain(inside[`${act.name.slice(0, -1)}Id`])
        continue
      }
      expect({ act: act.name, ...by }).toEqual({ act: act.name, ...own })
      if (own.done) both.push(act.name)
    }
    expect(both.length, name).toBeGreaterThan(8)
  })

  it('counts in lists what is in the project alone', async () => {
    const lists = ['personas', 'summaries', 'claims', 'videos', 'projects']
    const query = `{ ${lists.map((one) => `${one} { totalCount nodes { id } }`).join(' ')} }`
    const [all, some] = [await made(owner.graph(query)), await made(robot.graph(query))]
    const { db } = api.app.services
    const { projectId } = inside
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from personas where project_id = ${projectId}) as personas,
      (select count(*)::int from video_summaries where project_id = ${projectId}) as summaries,
      (select count(*)::int from claims where project_id = ${projectId}) as claims,
      1 as videos, 1 as projects`.execute(db)
    for (const list of lists) {
      expect([list, some[list].totalCount, some[list].nodes.length]).toEqual([list, rows[0]![list], rows[0]![list]])
      expect(all[list].totalCount).toBeGreaterThan(some[list].totalCount)
    }
    const search = '{ search(query: "leaves") { nodes { __typename } totalCount } }'
    const [wide, narrow] = [await made(owner.graph(search)), await made(robot.graph(search))]
    expect(narrow.search.totalCount).toBeGreaterThan(0)
    expect(wide.search.totalCount).toBeGreaterThan(narrow.search.totalCount)
  })

  it('finds by node(id) what is in the project alone', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }'
    const named = ['personaId', 'annotationId', 'summaryId', 'claimId', 'relationId', 'projectId', 'videoId']
    const ofInside = named.map((name) => inside[name])
    const there = await made(robot.graph(query, { ids: ofInside }))
    expect(there.nodes.map((one: { id: string } | null) => one?.id)).toEqual(ofInside)
    for (const ids of Object.values(foreign)) {
      const asked = [...named, 'groupId', 'jobId', 'shareId', 'sessionId', 'userId'].flatMap((name) => ids[name] ?? [])
      expect((await made(robot.graph(query, { ids: asked }))).nodes).toEqual(asked.map(() => null))
    }
    const own = [owner.id, (await made(owner.get('/api/tokens')))[0].id]
    expect((await made(robot.graph(query, { ids: own }))).nodes).toEqual([null, null])
  })

  it('makes content in the project, with it as the project of each row', async () => {
    const { projectId, videoId } = inside
    const persona = { name: 'Robot', role: 'Robot', informationNeed: 'Who?' }
    const refused = await robot.post('/api/personas', persona)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe('The token is limited to projects, and this is outside of them')
    const { id: personaId } = await made(robot.post('/api/personas', { ...persona, projectId }))
    const { makeContent: make } = await import('../support/workspace.js')
    const content = await make(robot, videoId!, projectId)
    const object = { videoId, type: 'object', label: 'ship', frames: { boxes: [] } }
    const boxes = [{ frameNumber: 0, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }]
    const free = await robot.post('/api/annotations', { ...object, frames: { boxes } })
    expect(free.status).toBe(403)
    const placed = await made(robot.post('/api/annotations', { ...object, frames: { boxes }, projectId }))
    expect(placed.projectId).toBe(projectId)
    for (const path of [`/api/personas/${personaId}`, `/api/annotations/${placed.id}`]) {
      const out = await robot.put(path, { projectId: null })
      expect([path, out.status]).toEqual([path, 403])
    }
    const { db } = api.app.services
    for (const [table, id] of [
      ['personas', content.personaId],
      ['annotations', content.annotationId],
      ['videoSummaries', content.summaryId],
      ['claims', content.claimId],
    ] as const)
      expect(
        await db.selectFrom(table).select('projectId').where('id', '=', id).executeTakeFirst(),
        `a row of ${table}`,
      ).toEqual({ projectId })
  })

  it('finds the jobs that were made by it, and no others of its user', async () => {
    const { jobId } = await made(robot.post(`/api/summaries/${inside['summaryId']}/claims/extract`, {}))
    await made(robot.get(`/api/jobs/${jobId}`))
    await made(owner.get(`/api/jobs/${jobId}`))
    expect((await robot.get(`/api/jobs/${inside['jobId']}`)).status).toBe(404)
    const { jobs } = await made(robot.graph('{ jobs { totalCount nodes { id } } }'))
    expect(jobs.nodes.map(({ id }: { id: string }) => id)).toContain(jobId)
    expect(JSON.stringify(jobs)).not.toContain(inside['jobId'])
  })

  it('gets no answer that is kept under an Idempotency-Key of its user', async () => {
    const { projectId } = foreign['the other project']!
    const persona = { name: 'Kept', role: 'Kept', informationNeed: 'Who?', projectId }
    const key = { 'idempotency-key': unique('key') }
    const first = await made(owner.post('/api/personas', persona, key))
    expect((await made(owner.post('/api/personas', persona, key))).id).toBe(first.id)
    const asked = await robot.post('/api/personas', persona, key)
    expect([asked.status, asked.text.includes(first.id)]).toEqual([409, false])
    const query = 'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }'
    const body = { query, variables: { input: persona } }
    const other = { 'idempotency-key': unique('key') }
    const { data } = (await owner.post('/graphql', body, other)).body
    const graph = await robot.post('/graphql', body, other)
    expect([graph.status, graph.text.includes(data.createPersona.persona.id)]).toEqual([409, false])
  })

  it('exports the project, as its user does, and nothing else', async () => {
    const { projectId } = inside
    const scopes = ['export']
    const token = await made(owner.post('/api/tokens', { name: 'Exporter', scopes, projectIds: [projectId] }))
    const exporter = api.byToken(token.token)
    const path = `/api/export/all?scope=project:${projectId}`
    const [own, by] = [await owner.get(path), await exporter.get(path)]
    expect(by.status).toBe(200)
    expect(by.text.length).toBeGreaterThan(1000)
    expect(by.text).toBe(own.text)
    expect((await made(exporter.get('/api/projects'))).map(({ id }: { id: string }) => id)).toEqual([projectId])
    expect((await exporter.get('/api/export/all')).status).toBe(403)
    expect((await exporter.get('/api/export/all?scope=all')).status).toBe(403)
    const elsewhere = foreign['the other project']!['projectId']
    expect((await exporter.get(`/api/export/all?scope=project:${elsewhere}`)).status).toBe(404)
    expect((await exporter.get('/api/personas')).status).toBe(403)
    const names = 'projects { nodes { id name } edges { cursor } }'
    expect(await made(exporter.graph(`{ ${names} }`))).toMatchObject({ projects: { nodes: [{ id: projectId }] } })
    const deeper = [
      '{ projects { nodes { id members { role } } } }',
      '{ projects { edges { node { personas { nodes { id } } } } } }',
      '{ projects { nodes { ...Of } } } fragment Of on Project { id owner { username } }',
    ]
    for (const query of deeper) {
      const { errors } = await exporter.graph(query)
      expect([query, errors?.[0]?.extensions['code']]).toEqual([query, 'FORBIDDEN'])
      await made(robot.graph(query))
    }
  })

  it('never widens when its project is deleted or its user leaves', async () => {
    const { id } = await made(owner.post('/api/projects', { name: 'Gone', slug: unique('gone') }))
    const token = await made(owner.post('/api/tokens', { name: 'Robot', scopes: ['read'], projectIds: [id] }))
    const lost = api.byToken(token.token)
    expect(await made(lost.get('/api/projects'))).toHaveLength(1)
    await made(owner.delete(`/api/projects/${id}`))
    expect(await made(lost.get('/api/projects'))).toEqual([])
    expect(await made(lost.get('/api/personas'))).toEqual([])
    expect(await made(lost.get('/api/videos'))).toEqual([])
  })

  it('is made only for projects in which its user has a role', async () => {
    const stranger = await api.person()
    const body = { name: 'Robot', scopes: ['read'], projectIds: [inside['projectId']] }
    const refused = await stranger.post('/api/tokens', body)
    expect(refused.status).toBe(404)
    const admin = await (
      await api.admin()
    ).post('/api/tokens', { ...body, projectIds: [inside['projectId']], scopes: ['admin'] })
    expect(admin.status).toBe(400)
    expect(admin.body.message).toContain('leave out admin')
  })
})
