import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { readMigrations } from '../../src/database/migrate/migrate.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { sequenceInput, made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let persona: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  persona = (await ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' })).body.id
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'
const box = (frameNumber: number, more: object = {}) => ({
  frameNumber,
  x: 1,
  y: 2,
  width: 3,
  height: 4,
  isKeyframe: true,
  ...more,
})
const frames = { interpolationMode: 'linear', z: 1, boxes: [box(0), box(10, { x: 11, note: 'ü' })], totalFrames: 11 }
const annotation = (more: object = {}) => ({
  videoId: newId(),
  type: 'type',
  personaId: persona,
  label: 't1',
  frames,
  ...more,
})

async function newVideo(): Promise<string> {
  const id = newId()
  await api.app.services.db
    .insertInto('videos')
    .values({ id, filename: `${id}.mp4`, path: `/${id}.mp4`, size: 1 })
    .execute()
  return id
}

describe('making an annotation', () => {
  it('answers the documented object with the sequence as sent and the defaults (RF-21, RF-23)', async () => {
    const input = annotation()
    const created = await ann.post('/api/annotations', input)
    expect(created.status).toBe(201)
    const { id, createdAt, updatedAt, ...rest } = created.body
    expect(rest).toEqual({
      ...input,
      number: 1,
      stale: false,
      forkedFrom: null,
      ...{ reviewState: 'open', reviewedBy: null, reviewedAt: null, reviewNote: null },
      userId: ann.id,
      createdByUserId: ann.id,
      projectId: null,
      linkType: null,
      confidence: 1,
      source: 'manual',
    })
    expect(createdAt).toBe(updatedAt)
    expect(created.text).toContain(`"frames":${JSON.stringify(frames)}`)
    expect(Object.keys(created.body)).toEqual([
      'id',
      'videoId',
      'personaId',
      'userId',
      'createdByUserId',
      'projectId',
      'type',
      'label',
      'linkType',
      'number',
      'frames',
      'confidence',
      'source',
      'stale',
      'forkedFrom',
      ...['reviewState', 'reviewedBy', 'reviewedAt', 'reviewNote'],
      'createdAt',
      'updatedAt',
    ])
    const row = await api.app.services.db
      .selectFrom('annotations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      hasBoxes: true,
      boxCount: 2,
      keyframeCount: 2,
      interpolatedCount: 9,
      firstFrame: 0,
      lastFrame: 10,
      sequenceProblems: null,
      isObject: false,
      framesSize: Buffer.byteLength(JSON.stringify(frames)),
    })
  })

  it('refuses what is missing, of the wrong type or out of range, naming the field (AN-07)', async () => {
    const cases: [object, string][] = [
      [{ videoId: undefined }, 'videoId'],
      [{ type: '' }, 'type'],
      [{ type: 'x'.repeat(51) }, 'type'],
      [{ label: '' }, 'label'],
      [{ frames: undefined }, 'frames'],
      [{ frames: [] }, 'frames'],
      [{ confidence: 1.01 }, 'confidence'],
      [{ confidence: '1' }, 'confidence'],
      [{ source: '' }, 'source'],
      [{ linkType: 'place' }, 'linkType'],
      [{ personaId: 7 }, 'personaId'],
    ]
    for (const [more, field] of cases) {
      const refused = await ann.post('/api/annotations', annotation(more))
      expect([refused.status, refused.body.details?.map((one: { field: string }) => one.field)]).toEqual([400, [field]])
    }
    expect((await api.anonymous.post('/api/annotations', annotation())).status).toBe(401)
  })

  it('refuses a sequence that X-04 calls invalid, with the place of every fault (AN-04)', async () => {
    const cases: [object, string, string][] = [
      [{ boxes: [] }, 'frames.boxes', 'Sequence must have at least one keyframe'],
      [{ boxes: [box(5), box(3)] }, 'frames.boxes.1.frameNumber', 'Frame numbers must be in ascending order'],
      [{ boxes: [box(5), box(5)] }, 'frames.boxes.1.frameNumber', 'Two keyframes at frame 5'],
      [{ boxes: [box(-1)] }, 'frames.boxes.0.frameNumber', 'Frame number -1 is negative'],
      [{ boxes: [box(0, { width: 0 })] }, 'frames.boxes.0.width', 'Box at frame 0 has a non-positive size'],
    ]
    for (const [bad, field, message] of cases) {
      const refused = await ann.post('/api/annotations', annotation({ frames: bad }))
      expect([refused.status, refused.body.details]).toEqual([400, [{ field, message }]])
    }
  })

  it('needs a persona for type annotations and takes any text for object annotations (AN-02)', async () => {
    const without = await ann.post('/api/annotations', annotation({ personaId: undefined }))
    expect(without.body.details).toEqual([{ field: 'personaId', message: 'is required for annotations of type type' }])
    expect((await ann.post('/api/annotations', annotation({ personaId: 'clip.mp4' }))).body.details[0].field).toBe(
      'personaId',
    )
    expect((await ann.post('/api/annotations', annotation({ type: 'entity', personaId: 'clip.mp4' }))).status).toBe(400)
    expect((await ann.post('/api/annotations', annotation({ type: 'entity', personaId: null }))).status).toBe(201)
    for (const more of [{ type: 'object' }, { type: 'entity', linkType: 'location' }]) {
      const created = await ann.post(
        '/api/annotations',
        annotation({ ...more, personaId: 'clip.mp4', confidence: null }),
      )
      expect([created.status, created.body.personaId, created.body.confidence]).toEqual([201, null, null])
    }
    expect((await ann.post('/api/annotations', annotation({ personaId: persona.toUpperCase() }))).body.personaId).toBe(
      persona,
    )
  })

  it('under a persona that is not usable answers like a missing one (AN-02, G-14)', async () => {
    const foreign = await ben.post('/api/annotations', annotation())
    const unknown = await ben.post('/api/annotations', annotation({ personaId: missing }))
    expect([foreign.status, foreign.body.error]).toEqual([404, 'Persona not found'])
    expect(unknown.body).toEqual(foreign.body)
    const { nodes } = (await ben.graph('{ personas { nodes { id } } }')).data.personas
    expect((await ben.post('/api/annotations', annotation({ personaId: nodes[0].id }))).status).toBe(201)
  })

  it("in a video that is known but not the viewer's to see is 404, in an unknown one it is fine (AN-03)", async () => {
    const videoId = await newVideo()
    expect((await ben.post('/api/annotations', annotation({ type: 'object', personaId: null, videoId }))).status).toBe(
      201,
    )
    const projectId = newId()
    const { db } = api.app.services
    await db
      .insertInto('projects')
      .values({ id: projectId, name: 'P', slug: projectId, ownerUserId: ann.id, createdBy: ann.id })
      .execute()
    await db
      .insertInto('projectMemberships')
      .values({ id: newId(), projectId, userId: ann.id, role: 'project_owner' })
      .execute()
    await db.insertInto('projectVideoAssignments').values({ id: newId(), projectId, videoId }).execute()
    const hidden = await ben.post('/api/annotations', annotation({ type: 'object', personaId: null, videoId }))
    expect([hidden.status, hidden.body.error]).toEqual([404, 'Video not found'])
    expect((await ann.post('/api/annotations', annotation({ videoId }))).status).toBe(201)
  })
})

describe('listing annotations', () => {
  it('gives own, project-readable and shared ones of the video, oldest first, and [] for an unknown video (AN-01)', async () => {
    const videoId = newId()
    const createdIds: string[] = []
    for (const label of ['one', 'two', 'three'])
      createdIds.push((await ann.post('/api/annotations', annotation({ videoId, label }))).body.id)
    await made(ann.post('/api/annotations', annotation()))
    const list = await ann.get(`/api/annotations/${videoId}`)
    expect(list.status).toBe(200)
    expect(list.body.map((one: { label: string }) => one.label)).toEqual(['one', 'two', 'three'])
    expect(list.body[0].frames).toEqual(frames)
    expect((await ben.get(`/api/annotations/${videoId}`)).body).toEqual([])
    expect((await ann.get('/api/annotations/unknown.mp4')).text).toBe('[]')
    expect((await api.anonymous.get(`/api/annotations/${videoId}`)).status).toBe(401)
    const { db } = api.app.services
    await db
      .insertInto('resourceShares')
      .values({ id: newId(), annotationId: createdIds[1], sharedByUserId: ann.id, sharedWithUserId: ben.id })
      .execute()
    expect((await ben.get(`/api/annotations/${videoId}`)).body.map((one: { id: string }) => one.id)).toEqual([
      createdIds[1],
    ])
    const projectId = newId()
    await db
      .insertInto('projects')
      .values({ id: projectId, name: 'P', slug: projectId, ownerUserId: ann.id, createdBy: ann.id })
      .execute()
    await db
      .insertInto('projectMemberships')
      .values({ id: newId(), projectId, userId: ben.id, role: 'viewer' })
      .execute()
    await db.updateTable('annotations').set({ projectId }).where('id', '=', createdIds[2]!).execute()
    expect((await ben.get(`/api/annotations/${videoId}`)).body.map((one: { id: string }) => one.id)).toEqual([
      createdIds[1],
      createdIds[2],
    ])
    const { data } = await ben.graph(
      'query ($v: ID!) { annotations(filter: { videoId: $v }) { nodes { id } totalCount } }',
      { v: videoId },
    )
    expect(data.annotations).toEqual({ nodes: [{ id: createdIds[1] }, { id: createdIds[2] }], totalCount: 2 })
  })
})

describe('changing and deleting an annotation', () => {
  it('changes only what is given and measures a new sequence (AN-05)', async () => {
    const { body: created } = await ann.post('/api/annotations', annotation())
    api.clock.forward(1000)
    const changed = await ann.put(`/api/annotations/${created.id}`, {
      label: 't2',
      confidence: null,
      linkType: 'event',
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      ...created,
      label: 't2',
      confidence: null,
      linkType: 'event',
      updatedAt: changed.body.updatedAt,
    })
    expect(changed.body.updatedAt > created.updatedAt).toBe(true)
    const moved = await ann.put(`/api/annotations/${created.id}`, {
      frames: { boxes: [box(3)] },
      source: 'tracking',
      type: 'object',
      personaId: 'none',
    })
    expect(moved.body).toMatchObject({
      frames: { boxes: [box(3)] },
      source: 'tracking',
      type: 'object',
      personaId: null,
      label: 't2',
    })
    const row = await api.app.services.db
      .selectFrom('annotations')
      .select(['boxCount', 'firstFrame', 'lastFrame', 'version'])
      .where('id', '=', created.id)
      .executeTakeFirst()
    expect(row).toEqual({ boxCount: 1, firstFrame: 3, lastFrame: 3, version: 3 })
    api.clock.reset()
  })

  it("refuses bad fields, other people's and missing annotations (AN-05, AN-07)", async () => {
    const { body: created } = await ann.post('/api/annotations', annotation())
    const path = `/api/annotations/${created.id}`
    const cases: [object, string][] = [
      [{ label: '' }, 'label'],
      [{ frames: { boxes: [] } }, 'frames.boxes'],
      [{ confidence: -0.1 }, 'confidence'],
      [{ personaId: 'x' }, 'personaId'],
      [{ personaId: null }, 'personaId'],
      [{ type: null }, 'type'],
    ]
    for (const [body, field] of cases) {
      const refused = await ann.put(path, body)
      expect([refused.status, refused.body.details[0].field]).toEqual([400, field])
    }
    expect((await ann.put(path, { personaId: missing })).body.error).toBe('Persona not found')
    expect((await ben.put(path, { label: 'x' })).body.error).toBe('Annotation not found')
    expect((await ann.put(`/api/annotations/${missing}`, { label: 'x' })).status).toBe(404)
    expect((await ann.put('/api/annotations/x', { label: 'x' })).body.details).toEqual([
      { field: 'id', message: 'must be a UUID' },
    ])
    expect((await api.anonymous.put(path, { label: 'x' })).status).toBe(401)
    expect((await ann.get(`/api/annotations/${created.videoId}`)).body).toEqual([created])
  })

  it('keeps working for an annotation whose persona is gone', async () => {
    const { body: created } = await ann.post('/api/annotations', annotation())
    await api.app.services.db.updateTable('annotations').set({ personaId: null }).where('id', '=', created.id).execute()
    expect((await ann.put(`/api/annotations/${created.id}`, { label: 'still' })).body).toMatchObject({
      label: 'still',
      personaId: null,
    })
  })

  it('lets one of several writers win with If-Match and tells the others', async () => {
    const created = await ann.post('/api/annotations', annotation())
    const etag = created.headers.get('etag') ?? ''
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((label) => ann.put(`/api/annotations/${created.body.id}`, { label }, { 'if-match': etag })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412, 412])
    expect(answers.find((answer) => answer.status === 412)!.body.currentVersion).toBe(2)
  })

  it('deletes one of the video named and nothing else (AN-06)', async () => {
    const { body: created } = await ann.post('/api/annotations', annotation())
    expect((await ann.delete(`/api/annotations/other/${created.id}`)).body.error).toBe('Annotation not found')
    expect((await ben.delete(`/api/annotations/${created.videoId}/${created.id}`)).status).toBe(404)
    expect((await ann.delete(`/api/annotations/${created.videoId}/x`)).status).toBe(400)
    expect((await api.anonymous.delete(`/api/annotations/${created.videoId}/${created.id}`)).status).toBe(401)
    const gone = await ann.delete(`/api/annotations/${created.videoId}/${created.id}`)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect((await ann.delete(`/api/annotations/${created.videoId}/${created.id}`)).status).toBe(404)
  })

  it('comes back as it is from an empty change (GR-13)', async () => {
    const created = await ann.post('/api/annotations', annotation())
    api.clock.forward(1000)
    const same = await ann.put(`/api/annotations/${created.body.id}`, {})
    api.clock.reset()
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([200, created.body, created.headers.get('etag')])
  })
})

describe('the graph', () => {
  it('creates, changes and deletes annotations by the same rules as REST', async () => {
    const input = annotation({ linkType: 'ENTITY_COLLECTION' })
    const fields =
      'id label linkType confidence version frames { interpolationMode boxes { frameNumber extra } totalFrames extra } keyframeCount interpolatedFrameCount creator { username } persona { name } video { id } project { id }'
    const created = await ann.graph(
      `mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { annotation { ${fields} } } }`,
      { input: { ...input, frames: sequenceInput(frames) } },
    )
    expect(created.errors).toBeUndefined()
    expect(created.data.createAnnotation.annotation).toMatchObject({
      label: 't1',
      linkType: 'ENTITY_COLLECTION',
      confidence: 1,
      version: 1,
      frames: {
        ...{ interpolationMode: 'LINEAR', totalFrames: 11 },
        boxes: [
          { frameNumber: 0, extra: null },
          { frameNumber: 10, extra: { note: 'ü' } },
        ],
      },
      keyframeCount: 2,
      interpolatedFrameCount: 9,
      creator: { username: 'ann' },
      persona: { name: 'Scout' },
      video: null,
      project: null,
    })
    const { id } = created.data.createAnnotation.annotation
    expect((await ann.get(`/api/annotations/${input.videoId}`)).body).toMatchObject([
      { id, linkType: 'entity-collection' },
    ])
    const update =
      'mutation ($input: UpdateAnnotationInput!) { updateAnnotation(input: $input) { annotation { label linkType version } } }'
    expect(
      (await ann.graph(update, { input: { id, label: 'x', linkType: null, ifVersion: 1 } })).data.updateAnnotation
        .annotation,
    ).toEqual({ label: 'x', linkType: null, version: 2 })
    expect(
      (await ann.graph(update, { input: { id, label: 'x', ifVersion: 1 } })).errors?.[0]?.extensions,
    ).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: 2 })
    expect((await ann.graph(update, { input: { id, frames: { boxes: [] } } })).errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.frames.boxes' }],
    })
    expect((await ben.graph(update, { input: { id, label: 'y' } })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    const remove = 'mutation ($input: DeleteAnnotationInput!) { deleteAnnotation(input: $input) { deletedIds } }'
    expect((await ann.graph(remove, { input: { id, videoId: 'other' } })).errors?.[0]?.extensions.code).toBe(
      'NOT_FOUND',
    )
    expect((await ann.graph(remove, { input: { id, videoId: input.videoId } })).data.deleteAnnotation).toEqual({
      deletedIds: [id],
    })
    expect((await ann.graph('query ($id: ID!) { annotation(id: $id) { id } }', { id })).data.annotation).toBeNull()
  })

  it("computes boxes by the sequence's rules, within bounds", async () => {
    const { body: created } = await ann.post('/api/annotations', annotation())
    const query = `query ($id: ID!, $to: Int) { annotation(id: $id) {
      at5: boxAt(frame: 5) { x isKeyframe visible } at11: boxAt(frame: 11) { x } all: boxes { frameNumber } some: boxes(from: 1, to: $to, step: 4) { frameNumber x } } }`
    const { data } = await ann.graph(query, { id: created.id, to: 9 })
    expect(data.annotation).toMatchObject({
      at5: { x: 6, isKeyframe: false, visible: true },
      at11: null,
      some: [
        { frameNumber: 1, x: 2 },
        { frameNumber: 5, x: 6 },
        { frameNumber: 9, x: 10 },
      ],
    })
    expect(data.annotation.all).toHaveLength(11)
    await made(ann.put(`/api/annotations/${created.id}`, { frames: { boxes: [box(0), box(1_000_000)] } }))
    expect(
      (await ann.graph('query ($id: ID!) { annotation(id: $id) { boxes { x } } }', { id: created.id })).errors?.[0]
        ?.extensions.code,
    ).toBe('VALIDATION_ERROR')
  })

  it('resolves labels to types and world objects, dangling ones to null', async () => {
    await made(
      ann.put(`/api/personas/${persona}/ontology`, {
        entities: [{ id: 't1', name: 'Bat' }],
        roles: [{ id: 'r1', name: 'Pitcher' }],
      }),
    )
    await made(ann.put('/api/world', { entities: [{ id: 'w1', name: 'Ada' }], events: [{ id: 'w1', name: 'Game' }] }))
    const videoId = newId()
    for (const more of [
      { label: 't1' },
      { label: 'r1' },
      { label: 'gone' },
      { type: 'object', linkType: 'event', label: 'w1' },
      { type: 'object', linkType: 'location', label: 'w1' },
      { type: 'object', linkType: 'time', label: 'w1' },
    ])
      await made(ann.post('/api/annotations', annotation({ videoId, ...more })))
    const query =
      'query ($v: ID!) { annotations(filter: { videoId: $v }) { nodes { target { __typename ... on OntologyType { name kind } ... on WorldObject { key title: name } } } } }'
    const { data } = await ann.graph(query, { v: videoId })
    expect(data.annotations.nodes.map((one: { target: unknown }) => one.target)).toEqual([
      { __typename: 'OntologyType', name: 'Bat', kind: 'ENTITY' },
      { __typename: 'OntologyType', name: 'Pitcher', kind: 'ROLE' },
      null,
      { __typename: 'Event', key: 'w1', title: 'Game' },
      { __typename: 'Entity', key: 'w1', title: 'Ada' },
      null,
    ])
  })

  it('pages and filters, also under many videos at once, in a fixed number of statements', async () => {
    const eva = await api.person()
    const videoIds = await Promise.all([1, 2, 3, 4].map(() => newVideo()))
    for (const videoId of videoIds) {
      for (const label of ['a', 'b', 'c'])
        await made(eva.post('/api/annotations', annotation({ videoId, label, type: 'object', personaId: null })))
    }
    const query = `query ($n: Int) { videos(first: $n) { nodes { id annotations(first: 2) { nodes { label frames { boxes { x } } creator { id } } totalCount pageInfo { hasNextPage endCursor } } } } }`
    const { pool } = api.app.services
    const counted: number[] = []
    let last: { id: string; annotations: { pageInfo: { endCursor: string } } } | undefined
    for (const n of [1, 4]) {
      let count = 0
      const onAcquire = () => (count += 1)
      pool.on('acquire', onAcquire)
      const { data, errors } = await eva.graph(query, { n })
      pool.off('acquire', onAcquire)
      expect(errors).toBeUndefined()
      counted.push(count)
      const mine = data.videos.nodes.filter((one: { id: string }) => videoIds.includes(one.id))
      expect(mine).toHaveLength(n)
      for (const { annotations } of mine) {
        expect(annotations.nodes.map((one: { label: string }) => one.label)).toEqual(['a', 'b'])
        expect([annotations.totalCount, annotations.pageInfo.hasNextPage]).toEqual([3, true])
      }
      last = mine[0]
    }
    expect(counted[1]).toBe(counted[0])
    const next =
      'query ($after: String, $filter: AnnotationFilter) { annotations(first: 2, after: $after, filter: $filter) { nodes { label } pageInfo { hasNextPage } } }'
    const rest = await eva.graph(next, { filter: { videoId: last!.id }, after: last!.annotations.pageInfo.endCursor })
    expect(rest.data.annotations).toEqual({ nodes: [{ label: 'c' }], pageInfo: { hasNextPage: false } })
    const ofVideo = { videoId: last!.id, label: 'b' }
    const filtered = await eva.graph(next, { filter: { ...ofVideo, type: 'object', creatorId: eva.id } })
    expect(filtered.data.annotations.nodes).toEqual([{ label: 'b' }])
    const cleared = { ...ofVideo, personaId: null, type: null, linkType: null, visibleIn: null }
    const emptied = await eva.graph(next, { filter: cleared })
    expect(emptied.data?.annotations?.nodes).toEqual([{ label: 'b' }])
    const other = await eva.graph(next, {
      filter: { videoId: videoIds.find((id) => id !== last!.id) },
      after: last!.annotations.pageInfo.endCursor,
    })
    expect(other.errors?.[0]?.extensions.code).toBe('VALIDATION_ERROR')
  })
})

describe('counters of a sequence', () => {
  it('wrong counters are corrected, and counters that were not sent are not added (IP-15)', async () => {
    const sent = {
      ...{ totalFrames: 99, keyframeCount: 'two', boxes: [box(5), box(15)], interpolatedFrameCount: 9 },
      visibilityRanges: [{ startFrame: 5, endFrame: 15, visible: true }],
    }
    const made = await ann.post('/api/annotations', { videoId: 'counted', type: 'object', label: 'e', frames: sent })
    expect(made.status, made.text).toBe(201)
    expect(JSON.stringify(made.body.frames)).toBe(
      JSON.stringify({ ...sent, totalFrames: 11, keyframeCount: 2, interpolatedFrameCount: 9 }),
    )
    const changed = await ann.put(`/api/annotations/${made.body.id}`, {
      frames: { boxes: [box(3)], interpolatedFrameCount: 4 },
    })
    expect(changed.body.frames).toEqual({ boxes: [box(3)], interpolatedFrameCount: 0 })
  })

  it('stand beside control points that are two finite points, or are refused (X-04, AN-04)', async () => {
    const post = (controlPoints: unknown) =>
      ann.post('/api/annotations', {
        ...{ videoId: 'counted', type: 'object', label: 'e' },
        frames: {
          boxes: [box(0), box(10)],
          interpolationSegments: [{ startFrame: 0, endFrame: 10, type: 'bezier', controlPoints }],
        },
      })
    const point = { x: 0.1, y: 0.2 }
    for (const good of [null, [], [point, point], { x: [point, point] }]) expect((await post(good)).status).toBe(201)
    for (const wrong of ['ease', [point], [point, { x: 'a', y: 1 }], { width: [1, 2] }, [point, point, point]]) {
      const { status, body } = await post(wrong)
      expect([status, body.details?.[0]?.field]).toEqual([400, 'frames.interpolationSegments.0.controlPoints'])
    }
  })
})

describe('the kind of an annotation', () => {
  it('is one of two words in lower case, or another word, in REST, and in any case in GraphQL', async () => {
    const says = { field: 'type', message: 'must be type or object, in lower case, or another word' }
    for (const type of ['OBJECT', 'Object', 'TYPE', 'tYpe']) {
      const given = annotation({ type })
      expect(await ann.post('/api/annotations', given)).toMatchObject({ status: 400, body: { details: [says] } })
      const query =
        'mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { annotation { type } } }'
      const { createAnnotation } = await made(ann.graph(query, { input: { ...given, frames: sequenceInput(frames) } }))
      expect(createAnnotation.annotation.type).toBe(type.toUpperCase())
      const bulk = await ann.post('/api/annotations/bulk', { annotations: [annotation(), given] })
      expect(bulk.body.details).toEqual([{ ...says, field: 'annotations.1.type' }])
      const first = await made(ann.post('/api/annotations', annotation()))
      expect(await ann.put(`/api/annotations/${first.id}`, { type })).toMatchObject({ status: 400 })
    }
    for (const type of ['type', 'track', 'Objects'])
      expect((await made(ann.post('/api/annotations', annotation({ type })))).type).toBe(type)
  })

  it('of rows from before is put right by a migration, which leaves other words and whatever else they hold', async () => {
    const { db } = api.app.services
    const ids: string[] = []
    for (const type of ['OBJECT', 'tYpe', 'Objects', 'track']) {
      const { id } = await made(ann.post('/api/annotations', annotation()))
      await db.updateTable('annotations').set({ type }).where('id', '=', id).execute()
      ids.push(id)
    }
    const rows = () => db.selectFrom('annotations').selectAll().where('id', 'in', ids).orderBy('id').execute()
    const before = await rows()
    const step = readMigrations().find(({ name }) => name.startsWith('0250_'))!.sql
    for (const changed of [2n, 0n]) expect((await sql.raw(step).execute(db)).numAffectedRows).toBe(changed)
    const after = await rows()
    expect(after.map(({ type, isObject }) => [type, isObject])).toEqual([
      ['object', true],
      ['type', false],
      ['Objects', false],
      ['track', false],
    ])
    expect(after).toEqual(before.map((row, i) => ({ ...row, type: after[i]!.type, isObject: after[i]!.isObject })))
  })
})
