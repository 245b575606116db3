import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { kept, readState } from './recorded.js'

let api: TestApi
let ann: Person
let bob: Person
let admin: Person

beforeAll(async () => {
  api = await startApi({ SEQUENCES_IN_PARTS: 'true' })
  ann = await api.person()
  bob = await api.person()
  admin = await api.admin()
})
afterAll(() => api.stop())

interface Item {
  id: string
  kind: string
  thingId: string
  part: string | null
  videoId: string | null
  title: string | null
  deletedAt: string
  deletedBy: { id: string } | null
  goneWith: { kind: string; count: number }[]
}

const trash = async (who: Person, query = ''): Promise<Item[]> => (await made(who.get(`/api/trash${query}`))).trash
const restore = (who: Person, id: string) => who.post(`/api/trash/${id}/restore`)
const counts = (list: { kind: string; count: number }[]) =>
  Object.fromEntries(list.map(({ kind, count }) => [kind, count]))
const state = async () => kept(await readState(api.app.services.pool))
const itemOf = async (who: Person, thingId: string, part: string | null = null): Promise<Item> => {
  const found = (await trash(who, '?first=100')).find((one) => one.thingId === thingId && one.part === part)
  if (!found) throw new Error(`the trash has no ${thingId}`)
  return found
}
const shown = async (who: Person, id: string) =>
  (await made(who.graph(`{ annotation(id: "${id}") { personaId createdByUserId: creatorId stale } }`))).annotation
/** Gives a video a file with this digest, as a probe does. */
const setFile = (id: string, digest: string) =>
  api.app.services.pool.query(
    `update videos set sha256 = $2, codec = 'h264', rotation = 0, width = 8, height = 8, probed_duration = 1, frame_count = 25,
       rate_numerator = 25, rate_denominator = 1, tick_numerator = 1, tick_denominator = 25, first_tick = 0,
       is_variable_rate = false where id = $1`,
    [id, digest],
  )
const ofShare = (resourceType: string, resourceId: string, sharedWithUserId = bob.id) => ({
  resourceType,
  resourceId,
  sharedWithUserId,
  permissionLevel: 'read_only',
})
/** What every column of every row is, derived ones included, of the tables that restorations write. */
const derived = async () => {
  const tables = ['annotations', 'claims', 'resource_shares', 'project_video_assignments', 'video_summaries']
  const rows: unknown[] = []
  for (const table of tables) {
    const found = await api.app.services.pool.query(`select row_to_json(t)::text as row from ${table} t order by id`)
    rows.push(...found.rows.map((one: { row: string }) => one.row))
  }
  return rows
}

describe('the trash', () => {
  it('lists each deletion once, with what went with it, and nothing twice', async () => {
    const cat = await api.person()
    const { personaId, summaryId, claimId } = await makeContent(cat, await makeVideo(api))
    await made(cat.post('/api/sharing', ofShare('claim', claimId)))
    expect(await trash(cat)).toEqual([])
    await made(cat.delete(`/api/personas/${personaId}`))
    const { persona, ...rest } = { persona: (await trash(cat))[0]!, length: (await trash(cat)).length }
    expect(rest.length).toBe(1)
    expect(persona).toMatchObject({
      kind: 'persona',
      thingId: personaId,
      part: null,
      title: expect.stringContaining('Scout'),
      deletedBy: { id: cat.id },
    })
    expect(counts(persona.goneWith)).toEqual({
      ontology: 1,
      entity_type: 1,
      event_type: 1,
      role_type: 1,
      relation_type: 1,
      annotation: 1,
      summary: 1,
      claim: 2,
      claim_relation: 1,
      share: 1,
    })
    const { trash: inGraph } = await made(
      cat.graph('{ trash { nodes { id kind thingId title goneWith { kind count } } totalCount } }'),
    )
    expect(inGraph.totalCount).toBe(1)
    const goneWith = persona.goneWith.map((one: { kind: string }) => ({ ...one, kind: one.kind.toUpperCase() }))
    expect(inGraph.nodes).toEqual([
      { id: persona.id, kind: 'PERSONA', thingId: personaId, title: persona.title, goneWith },
    ])
    expect(await trash(bob)).toEqual([])
    expect((await trash(admin, '?everyones=true')).map(({ id }) => id)).toContain(persona.id)
    expect(await cat.get('/api/trash?everyones=true')).toMatchObject({ status: 403 })
    expect(await trash(cat, '?kind=claim')).toEqual([])
    expect(summaryId).toBeDefined()
  })

  it('brings a persona back with everything, as it was, derived columns included', async () => {
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: bob.id, role: 'annotator' }))
    const videoId = await makeVideo(api)
    const { personaId, annotationId, claimId } = await makeContent(ann, videoId, project.id)
    // Somebody else's annotation and claim, a long sequence, a share that was passed on, and a claim that was edited.
    const ofBob = await made(bob.post('/api/annotations', { videoId, personaId, type: 'type', label: 'ship', frames }))
    const boxes = Array.from({ length: 900 }, (_, n) => ({ frameNumber: n, x: n / 3, y: 1, width: 2, height: 2 }))
    await made(
      ann.put(`/api/annotations/${annotationId}`, {
        frames: {
          boxes: [{ ...boxes[0], isKeyframe: true }, ...boxes.slice(1, 899), { ...boxes[899], isKeyframe: true }],
        },
      }),
    )
    await made(
      ann.patch(`/api/annotations/${annotationId}/sequence`, {
        upsert: [{ frameNumber: 7, x: 1.5, y: 2, width: 3, height: 4 }],
      }),
    )
    await made(ann.post('/api/sharing', ofShare('persona', personaId)))
    await made(ann.post('/api/sharing', { ...ofShare('claim', claimId), permissionLevel: 'forkable' }))
    await made(
      ann.graph(`mutation { updateClaim(input: { id: "${claimId}", text: "A ferry left" }) { claim { id } } }`),
    )
    const before = await state()
    const columns = await derived()
    await made(ann.delete(`/api/personas/${personaId}`))
    expect((await shown(bob, ofBob.id)).personaId).toBeNull()
    const item = await itemOf(ann, personaId)
    expect(item.goneWith.find(({ kind }) => kind === 'sequence_part')).toBeUndefined()
    const restored = await made(restore(ann, item.id))
    expect(counts(restored.restored)).toMatchObject({ persona: 1, annotation: 1, summary: 1, claim: 2, share: 2 })
    expect(restored.left).toEqual([])
    expect(await state()).toEqual(before)
    expect(await derived()).toEqual(columns)
    expect(await trash(ann)).not.toContainEqual(expect.objectContaining({ id: item.id }))
    expect(await restore(ann, item.id)).toMatchObject({ status: 404 })
    const { history } = await made(ann.get(`/api/history/claim/${claimId}`))
    expect(history.map(({ operation }: { operation: string }) => operation)).toEqual([
      'insert',
      'delete',
      'update',
      'insert',
    ])
  })

  it('brings back a branch of claims with its relations, and notes it at the summary', async () => {
    const { claimId, otherClaimId, relationId, summaryId } = await makeContent(ann, await makeVideo(api))
    const before = await state()
    await made(ann.delete(`/api/summaries/${summaryId}/claims/${claimId}`))
    const item = await itemOf(ann, claimId)
    expect(item).toMatchObject({
      kind: 'claim',
      title: 'A ferry leaves',
      goneWith: [
        { kind: 'claim', count: 1 },
        { kind: 'claim_relation', count: 1 },
      ],
    })
    const { restoreFromTrash } = await made(
      ann.graph(
        `mutation { restoreFromTrash(input: { id: "${item.id}" }) { kind thing { id } restored { kind count } } }`,
      ),
    )
    expect(restoreFromTrash.thing).toEqual({ id: claimId })
    expect(counts(restoreFromTrash.restored)).toEqual({ CLAIM: 2, CLAIM_RELATION: 1 })
    const after = await state()
    for (const name of [`claim ${claimId} null`, `claim ${otherClaimId} null`, `claim_relation ${relationId} null`])
      expect(after[name]).toEqual(before[name])
  })

  it('brings back all claims of a summary one by one, each relation once both of its claims are back', async () => {
    const { summaryId, claimId, otherClaimId } = await makeContent(ann, await makeVideo(api))
    const top = await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: 'A buoy floats' }))
    const relate = (source: string, targetClaimId: string) =>
      made(ann.post(`/api/claims/${source}/relations`, { targetClaimId, relationTypeId: 'supports' }))
    const relations = [await relate(claimId, top.id), await relate(top.id, otherClaimId)]
    const before = await state()
    const asked = `mutation { deleteClaims(input: { summaryId: "${summaryId}" }) { deleted { type ids } } }`
    const { deleteClaims } = await made(ann.graph(asked))
    expect(deleteClaims.deleted.find(({ type }: { type: string }) => type === 'Claim').ids).toHaveLength(3)
    const first = await made(restore(ann, (await itemOf(ann, claimId)).id))
    expect(first).toMatchObject({ left: [{ kind: 'claim_relation', count: 2 }] })
    const second = await made(restore(ann, (await itemOf(ann, top.id)).id))
    expect(second.left).toEqual([])
    expect(counts(second.restored)).toEqual({ claim: 1, claim_relation: 2 })
    const after = await state()
    const names = [claimId, otherClaimId, top.id].map((id) => `claim ${id} null`)
    for (const name of [...names, ...relations.map(({ id }) => `claim_relation ${id} null`)])
      expect(after[name]).toEqual(before[name])

    // Without the other claim a relation alone has no place, and a claim comes back without it.
    await made(ann.delete(`/api/claims/relations/${relations[0].id}`))
    const relation = await itemOf(ann, relations[0].id)
    await made(ann.delete(`/api/claims/${claimId}`))
    await made(ann.delete(`/api/claims/${top.id}`))
    expect(await restore(ann, relation.id)).toMatchObject({ status: 409 })
    const { left } = await made(restore(ann, (await itemOf(ann, claimId)).id))
    expect(left).toEqual([{ kind: 'claim_relation', count: 1 }])
  })

  it('brings back a project with its members, videos and content', async () => {
    const slug = unique('dock')
    const project = await made(ann.post('/api/projects', { name: 'Dock', slug }))
    const videoId = await makeVideo(api)
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: bob.id, role: 'viewer' }))
    await made(admin.post(`/api/projects/${project.id}/videos`, { videoId }))
    const { personaId } = await makeContent(ann, videoId, project.id)
    await made(ann.put(`/api/projects/${project.id}/world`, { entities: [{ id: 'quay', name: 'Quay' }] }))
    const before = await state()
    const columns = await derived()
    await made(ann.delete(`/api/projects/${project.id}`))
    expect((await made(ann.get(`/api/personas/${personaId}`))).projectId).toBeNull()
    const item = await itemOf(ann, project.id)
    expect(item).toMatchObject({ kind: 'project', title: 'Dock' })
    // Its short name is taken meanwhile.
    const other = await made(bob.post('/api/projects', { name: 'Dock', slug }))
    expect(await restore(ann, item.id)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('slug') },
    })
    await made(bob.delete(`/api/projects/${other.id}`))
    const { restored } = await made(restore(ann, item.id))
    expect(counts(restored)).toMatchObject({
      project: 1,
      project_membership: 2,
      video_assignment: 1,
      world_state: 1,
      entity: 1,
    })
    expect(await state()).toEqual(before)
    expect(await derived()).toEqual(columns)
    expect((await made(bob.get(`/api/projects/${project.id}`))).id).toBe(project.id)
  })

  it('brings back a type with the annotations that went with it, and an object of a world', async () => {
    const cat = await api.person()
    const { personaId, annotationId } = await makeContent(cat, await makeVideo(api))
    await made(cat.delete(`/api/personas/${personaId}/ontology/entities/ship`))
    const [item, ...others] = await trash(cat)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      kind: 'entity_type',
      thingId: personaId,
      part: 'ship',
      title: 'Ship',
      goneWith: [{ kind: 'annotation', count: 1 }],
    })
    const { version } = (await made(cat.graph(`{ persona(id: "${personaId}") { ontology { version } } }`))).persona
      .ontology
    await made(restore(cat, item!.id))
    const { persona } = await made(
      cat.graph(`{ persona(id: "${personaId}") { ontology { version entityTypes { key } } } }`),
    )
    expect(persona.ontology).toEqual({ version: version + 1, entityTypes: [{ key: 'ship' }] })
    expect(await shown(cat, annotationId)).not.toBeNull()
    const world = await made(cat.put('/api/world', { entities: [{ id: 'a', name: 'A' }, { id: 'b' }, { id: 'c' }] }))
    await made(cat.put('/api/world', { entities: [{ id: 'b' }, { id: 'c' }] }))
    await made(restore(cat, (await itemOf(cat, world.id, 'a')).id))
    expect((await made(cat.get('/api/world'))).entities).toEqual([{ id: 'a', name: 'A' }, { id: 'b' }, { id: 'c' }])
  })

  it('is for the owner and administrators, who may no longer put things where they may make none', async () => {
    const project = await made(ann.post('/api/projects', { name: 'Pier', slug: unique('pier') }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: bob.id, role: 'annotator' }))
    const videoId = await makeVideo(api)
    const annotation = await made(
      bob.post('/api/annotations', { videoId, type: 'object', label: 'quay', frames, projectId: project.id }),
    )
    await made(bob.delete(`/api/annotations/${videoId}/${annotation.id}`))
    const item = await itemOf(bob, annotation.id)
    expect(await restore(ann, item.id)).toMatchObject({ status: 404 })
    expect((await api.anonymous.get('/api/trash')).status).toBe(401)
    await made(ann.delete(`/api/projects/${project.id}/members/${bob.id}`))
    expect(await restore(bob, item.id)).toMatchObject({ status: 404, body: { message: 'Project not found' } })
    await made(restore(admin, item.id))
    expect((await shown(ann, annotation.id)).createdByUserId).toBe(bob.id)
  })

  it('refuses, with the reason, what has lost its place', async () => {
    const videoId = await makeVideo(api)
    const { personaId, summaryId, claimId } = await makeContent(ann, videoId)
    await made(ann.delete(`/api/summaries/${summaryId}/claims/${claimId}`))
    const claim = await itemOf(ann, claimId)
    // The claim is shown with the video of its summary as long as there is one.
    expect(claim.videoId).toBe(videoId)
    await made(ann.graph(`mutation { deleteSummary(input: { id: "${summaryId}" }) { deletedIds } }`))
    expect((await itemOf(ann, claimId)).videoId).toBe(null)
    expect(await restore(ann, claim.id)).toMatchObject({
      status: 409,
      body: { message: 'The summary to which it belongs is gone' },
    })
    const summary = await itemOf(ann, summaryId)
    await made(ann.post('/api/summaries', { videoId, personaId, summary: 'Another' }))
    expect(await restore(ann, summary.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('already exists') },
    })
    await made(ann.delete(`/api/personas/${personaId}`))
    expect(await restore(ann, summary.id)).toMatchObject({
      status: 409,
      body: { message: 'The persona to which it belongs is gone' },
    })
    const project = await made(ann.post('/api/projects', { name: 'Old', slug: unique('old') }))
    const inProject = await makeContent(ann, videoId, project.id)
    await made(ann.delete(`/api/annotations/${videoId}/${inProject.annotationId}`))
    await made(ann.put(`/api/projects/${project.id}`, { isArchived: true }))
    expect(await restore(ann, (await itemOf(ann, inProject.annotationId)).id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('archived') },
    })
    expect(await restore(ann, 'nonsense')).toMatchObject({ status: 404 })
  })

  it('leaves out shares with people who are gone, and says so', async () => {
    const eve = await api.person()
    const { personaId } = await makeContent(ann, await makeVideo(api))
    await made(ann.post('/api/sharing', ofShare('persona', personaId, eve.id)))
    await made(ann.post('/api/sharing', ofShare('persona', personaId)))
    await made(ann.delete(`/api/personas/${personaId}`))
    await api.app.services.pool.query('delete from users where id = $1', [eve.id])
    const { restored, left } = await made(restore(ann, (await itemOf(ann, personaId)).id))
    expect(left).toEqual([{ kind: 'share', count: 1 }])
    expect(counts(restored)['share']).toBe(1)
  })

  it.each(['removed', 'made a viewer'])(
    'leaves out what was in a project, with all below it, where its owner was %s meanwhile',
    async (how) => {
      const project = await made(ann.post('/api/projects', { name: 'Dock', slug: unique('dock') }))
      const eve = await api.person()
      const members = `/api/projects/${project.id}/members`
      await made(ann.post(members, { userId: eve.id, role: 'annotator' }))
      const videoId = await makeVideo(api)
      const persona = await made(eve.post('/api/personas', { name: 'Own', role: 'r', informationNeed: 'i' }))
      const inside = { videoId, personaId: persona.id, projectId: project.id }
      const outside = { videoId: await makeVideo(api), personaId: persona.id }
      const shape = { type: 'object', label: 'quay', frames }
      const annotation = await made(eve.post('/api/annotations', { ...inside, ...shape }))
      const own = await made(eve.post('/api/annotations', { ...outside, ...shape }))
      const summary = await made(eve.post('/api/summaries', { ...inside, summary: 'Inside' }))
      const claim = await made(eve.post(`/api/summaries/${summary.id}/claims`, { text: 'A claim inside' }))
      await made(eve.post(`/api/summaries/${summary.id}/claims`, { text: 'Below it', parentClaimId: claim.id }))
      await made(eve.delete(`/api/personas/${persona.id}`))
      if (how === 'removed') await made(ann.delete(`${members}/${eve.id}`))
      else await made(ann.put(`${members}/${eve.id}`, { role: 'viewer' }))
      const { restored, left } = await made(restore(eve, (await itemOf(eve, persona.id)).id))
      expect(counts(left)).toEqual({ annotation: 1, summary: 1, claim: 2 })
      expect(counts(restored)).toMatchObject({ persona: 1, annotation: 1 })
      expect(await shown(eve, own.id)).not.toBeNull()
      expect(await shown(admin, annotation.id)).toBeNull()
    },
  )

  it('answers each of several who restore and remove an item at once', async () => {
    for (let i = 0; i < 8; i++) {
      const { personaId } = await makeContent(ann, await makeVideo(api))
      await made(ann.delete(`/api/personas/${personaId}`))
      const { id } = await itemOf(ann, personaId)
      const acts = [0, 1, 2, 3].map(() => restore(ann, id))
      const statuses = (await Promise.all([...acts, ann.delete(`/api/trash/${id}`)])).map(({ status }) => status)
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      expect(statuses.filter((status) => status === 404)).toHaveLength(4)
    }
  })

  it('marks annotations as stale whose video has got another file meanwhile', async () => {
    const videoId = await makeVideo(api)
    await setFile(videoId, 'a'.repeat(64))
    const { annotationId } = await makeContent(ann, videoId)
    await made(ann.delete(`/api/annotations/${videoId}/${annotationId}`))
    await setFile(videoId, 'b'.repeat(64))
    await made(restore(ann, (await itemOf(ann, annotationId)).id))
    expect((await shown(ann, annotationId)).stale).toBe(true)
  })

  it('is left after TRASH_DAYS', async () => {
    const cat = await api.person()
    const { personaId } = await makeContent(cat, await makeVideo(api))
    await made(cat.delete(`/api/personas/${personaId}`))
    const [item] = await trash(cat)
    const { at } = (await made(cat.get(`/api/history/persona/${personaId}`))).history[0]
    const { pool } = api.app.services
    await pool.query("update changes set at = at - interval '30 days' where actor_id = $1", [cat.id])
    expect(await trash(cat)).toEqual([])
    expect(await restore(cat, item!.id)).toMatchObject({ status: 404 })
    await pool.query("update changes set at = at + interval '30 days' where actor_id = $1", [cat.id])
    expect((await trash(cat)).map(({ id, deletedAt }) => [id, deletedAt])).toEqual([[item!.id, at]])
  })

  it('lists nothing of an account that is gone', async () => {
    const cat = await api.person()
    const { personaId } = await makeContent(cat, await makeVideo(api))
    await api.app.services.pool.query('delete from users where id = $1', [cat.id])
    const listed = await trash(admin, '?everyones=true&first=100')
    expect(listed.filter(({ thingId }) => thingId === personaId)).toEqual([])
  })

  it('is emptied for good: neither the log nor the history has the content any more', async () => {
    const cat = await api.person()
    const secret = 'Nobody is to read this'
    const { personaId, claimId, summaryId } = await makeContent(cat, await makeVideo(api))
    const other = await makeContent(cat, await makeVideo(api))
    await made(cat.put(`/api/summaries/${summaryId}/claims/${claimId}`, { text: secret }))
    await made(cat.put(`/api/summaries/${summaryId}/claims/${claimId}`, { text: 'Edited' }))
    await made(cat.delete(`/api/personas/${personaId}`))
    await made(cat.delete(`/api/personas/${other.personaId}`))
    const item = await itemOf(cat, personaId)
    expect(await bob.delete(`/api/trash/${item.id}`)).toMatchObject({ status: 404 })
    expect(await made(cat.delete(`/api/trash/${item.id}`))).toEqual({ success: true })
    const { rows } = await api.app.services.pool.query(
      'select count(*)::int as n from changes where strpos(changes::text, $1) > 0',
      [secret],
    )
    expect(rows[0].n).toBe(0)
    const { history } = await made(cat.get(`/api/history/claim/${claimId}`))
    expect(history.map(({ operation, changes }: any) => [operation, changes])).toEqual([
      ['delete', []],
      ['update', []],
      ['update', []],
      ['insert', []],
    ])
    expect((await trash(cat)).map(({ thingId }) => thingId)).toEqual([other.personaId])
    expect(await restore(cat, item.id)).toMatchObject({ status: 404 })
    const { emptyTrash } = await made(cat.graph('mutation { emptyTrash { deletedIds } }'))
    expect(emptyTrash.deletedIds).toHaveLength(1)
    expect(await trash(cat)).toEqual([])
    expect(await made(cat.delete('/api/trash'))).toEqual({ removed: 0 })
  })

  it('has pages, and takes no statement for each item', async () => {
    const cat = await api.person()
    const remove = async () => {
      const { personaId } = await makeContent(cat, await makeVideo(api))
      await made(cat.delete(`/api/personas/${personaId}`))
    }
    for (let n = 0; n < 2; n++) await remove()
    const few = await statementsOf(() => trash(cat))
    for (let n = 0; n < 3; n++) await remove()
    const many = await statementsOf(() => trash(cat))
    expect(many.statements.length).toBe(few.statements.length)
    const whole = await trash(cat)
    const first = await made(cat.get('/api/trash?first=3&totalCount=true'))
    const rest = await made(cat.get(`/api/trash?first=3&after=${first.pageInfo.endCursor}`))
    expect([...first.trash, ...rest.trash]).toEqual(whole)
    expect(first.totalCount).toBe(5)
  })
})

describe('the trash of somebody who deleted much', () => {
  it('costs what was deleted, and not its square: a persona with 500 and with 2,000 annotations', async () => {
    const least = async (count: number) => {
      const who = await api.person()
      const persona = await made(who.post('/api/personas', { name: 'Many', role: 'r', informationNeed: 'i' }))
      await api.app.services.pool.query(
        `insert into annotations (id, video_id, persona_id, type, label, frames, created_by_user_id, has_boxes, box_count,
           keyframe_count, interpolated_count, first_frame, last_frame, frames_size)
         select gen_random_uuid(), $1, $2, 'type', 'label-' || i % 30, $3, $4, true, 2, 2, 0, 0, 9, 200
           from generate_series(1, $5::int) i`,
        [await makeVideo(api), persona.id, JSON.stringify(frames), who.id, count],
      )
      await made(who.delete(`/api/personas/${persona.id}`))
      const times: number[] = []
      for (let i = 0; i < 4; i++) {
        const began = performance.now()
        const [item] = await trash(who)
        times.push(performance.now() - began)
        expect(counts(item!.goneWith)).toMatchObject({ annotation: count })
      }
      return Math.min(...times)
    }
    await least(50)
    const few = await least(500)
    // Four times as much, and not sixteen times.
    expect((await least(2_000)) / few).toBeLessThan(8)
  })
})
