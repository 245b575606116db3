import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import {
  annotation,
  box,
  claim,
  claimRelation,
  entity,
  line,
  ontology,
  persona,
  sequence,
  summary,
  typed,
} from './lines.js'
import { begin, exportLines, exportText, importLines } from './support.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi({ EXPORT_CONCURRENCY: '2' })
})
afterAll(() => api.stop())

const fresh = async () => {
  ann = await api.person()
  return ann
}

/** Sends a GET request; returns the response with its trailers, which fetch does not expose. */
function raw(
  who: Person,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, any>; trailers: Record<string, any>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    httpRequest(api.url + path, { headers: { cookie: who.cookie, ...headers } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          trailers: response.trailers,
          body: Buffer.concat(parts),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe('GET /api/export', () => {
  it('carries annotations oldest first with all documented keys, counters in the headers (X-03, X-06, X-17)', async () => {
    await fresh()
    const p = persona()
    const late = typed(p.data.id, 'person', { createdAt: '2025-05-01T00:00:00.000Z' })
    const early = annotation({ createdAt: '2025-04-01T00:00:00.000Z', boundingBoxSequence: sequence([0, 10, 20]) })
    await importLines(ann, [p, ontology(p.data.id), entity('e1'), late, early])
    const response = await ann.request('/api/export')
    const text = await response.text()
    expect(text.endsWith('}\n')).toBe(true)
    const lines = text
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one))
    expect(lines).toEqual([
      {
        id: early.data.id,
        videoId: 'v1',
        personaId: null,
        annotationType: 'object',
        objectLink: { objectId: 'e1', objectType: 'entity' },
        boundingBoxSequence: sequence([0, 10, 20]),
        createdAt: '2025-04-01T00:00:00.000Z',
        updatedAt: '2025-01-02T00:00:00.000Z',
        label: 'e1',
        type: 'object',
        confidence: 1,
        number: 1,
        source: 'import',
        linkType: 'entity',
      },
      {
        id: late.data.id,
        videoId: 'v1',
        personaId: p.data.id,
        annotationType: 'type',
        typeAssignment: { typeId: 'person', typeName: 'Person' },
        boundingBoxSequence: sequence([0, 10]),
        createdAt: '2025-05-01T00:00:00.000Z',
        updatedAt: '2025-01-02T00:00:00.000Z',
        label: 'person',
        type: 'type',
        confidence: 1,
        number: 2,
        source: 'import',
        linkType: null,
      },
    ])
    const header = (name: string) => response.headers.get(name)
    expect([header('content-type'), header('content-disposition')]).toEqual([
      'application/x-ndjson; charset=utf-8',
      'attachment; filename="annotations.jsonl"',
    ])
    expect(
      ['annotations', 'sequences', 'keyframes', 'interpolated-frames'].map((name) => header(`x-export-${name}`)),
    ).toEqual(['2', '2', '5', '0'])
    expect(header('x-export-size')).toMatch(/^\d+\.\d\dMB$/)
    expect(header('x-export-warning')).toBeNull()
  })

  it('knows the size of the body within 5 % from what is kept with the rows (X-06)', async () => {
    await fresh()
    const p = persona()
    const file = [
      p,
      ontology(p.data.id),
      entity('e1'),
      ...Array.from({ length: 2000 }, (_, i) =>
        i % 3 ? typed(p.data.id) : annotation({ boundingBoxSequence: sequence([0, 1 + (i % 50)]) }),
      ),
    ]
    await importLines(ann, file)
    const response = await ann.request('/api/export')
    const bytes = Buffer.byteLength(await response.text())
    const said = Number.parseFloat(response.headers.get('x-export-size') ?? '') * 1024 * 1024
    expect(Math.abs(said / bytes - 1)).toBeLessThan(0.05)
  })

  it('filters, ignores unknown ids, refuses malformed ones (X-02)', async () => {
    await fresh()
    const p = persona()
    await importLines(ann, [
      p,
      ontology(p.data.id),
      entity('e1'),
      typed(p.data.id),
      annotation({ videoId: 'v,2' }),
      annotation({ videoId: 'v"\'3' }),
    ])
    const count = async (query: string) => (await exportLines(ann, `/api/export?${query}`)).length
    expect(await count(`personaIds=${p.data.id},${newId()}`)).toBe(1)
    expect(await count('annotationTypes=object')).toBe(2)
    expect(await count('annotationTypes=object,type')).toBe(3)
    expect(await count(`videoIds=v1,${encodeURIComponent('v"\'3')}`)).toBe(2)
    expect(await count('videoIds=nothing')).toBe(0)
    expect(await count('videoIds=v1&videoIds=v,2')).toBe(2)
    expect(await count('videoIds=v,2')).toBe(0)
    expect(await count('videoIds=&annotationTypes=type,')).toBe(1)
    expect(await count(`personaIds=${newId()}&personaIds=${p.data.id}`)).toBe(1)
    for (const query of [
      'personaIds=x',
      `personaIds=${newId()},${newId()}&personaIds=${newId()}`,
      'annotationTypes=box',
      'format=xml',
      'includeInterpolated=maybe',
      'videoIds=%00',
    ]) {
      expect((await ann.get(`/api/export?${query}`)).status, query).toBe(400)
    }
    expect((await api.anonymous.get('/api/export')).status).toBe(401)
  })

  it('is an array with format=json, [] when there is nothing (X-07, X-09)', async () => {
    await fresh()
    const empty = await ann.request('/api/export?format=json')
    expect([empty.headers.get('content-type'), await empty.json()]).toEqual(['application/json; charset=utf-8', []])
    expect(await exportText(ann, '/api/export')).toBe('')
    await importLines(ann, [entity('e1'), annotation(), annotation(), annotation()])
    const response = await ann.request('/api/export?format=json')
    expect(response.headers.get('content-disposition')).toContain('annotations.json"')
    expect(await response.json()).toEqual(await exportLines(ann, '/api/export'))
  })

  it('carries keyframes alone, or everything between them, gaps on request (X-15, IP-10 to IP-15)', async () => {
    await fresh()
    const tracked = annotation({
      boundingBoxSequence: {
        interpolationMode: 'linear',
        trackId: 't',
        boxes: [box(0, { x: 0 }), box(5, { x: 100, isKeyframe: false }), box(10, { x: 10 })],
      },
    })
    const hidden = annotation({
      createdAt: '2025-02-01T00:00:00.000Z',
      boundingBoxSequence: { interpolationMode: 'linear', boxes: [box(0), box(4, { visible: false }), box(8)] },
    })
    await importLines(ann, [entity('e1'), tracked, hidden])
    const of = async (query: string) => {
      const response = await ann.request(`/api/export${query}`)
      const lines = (await response.text())
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one))
      const count = lines.reduce(
        (sum, one) => sum + one.boundingBoxSequence.boxes.filter((b: any) => b.isKeyframe === false).length,
        0,
      )
      expect(response.headers.get('x-export-interpolated-frames')).toBe(String(count))
      expect(response.headers.get('x-export-keyframes')).toBe('5')
      return lines.map((one) => one.boundingBoxSequence.boxes)
    }
    expect((await of('')).map((boxes) => boxes.length)).toEqual([2, 3])
    const [first, second] = await of('?includeInterpolated=true')
    expect(first).toHaveLength(11)
    expect(first[5]).toMatchObject({ frameNumber: 5, x: 100, isKeyframe: false })
    expect(first[6]).toEqual({ frameNumber: 6, x: 6, y: 2, width: 3, height: 4, isKeyframe: false, visible: true })
    expect(second.map((b: any) => b.frameNumber)).toEqual([0, 1, 2, 3, 4, 8])
    const [, shown] = await of('?includeInterpolated=true&includeInvisible=true')
    expect(shown.map((b: any) => b.visible)).toEqual([true, true, true, true, false, false, false, false, true])
    const whole = (await exportLines(ann)).filter((one) => one.type === 'annotation')
    expect(whole[0].data.boundingBoxSequence).toEqual(tracked.data.boundingBoxSequence)
  })

  it('says with interpolated boxes when their frames begin, where the file of the video has been read', async () => {
    await fresh()
    const read = newId()
    await api.app.services.db
      .insertInto('videos')
      .values({
        ...{ id: read, filename: `${read}.mp4`, path: `/nowhere/${read}.mp4`, fileVersion: '1', probedVersion: '1' },
        ...{ sha256: 'a'.repeat(64), codec: 'h264', rotation: 0, width: 640, height: 360, probedDuration: 0.1 },
        ...{ frameCount: 3, rateNumerator: 30_000, rateDenominator: 1001, tickNumerator: 1, tickDenominator: 30_000 },
        ...{ firstTick: 9000, isVariableRate: false, probedAt: new Date() },
      })
      .execute()
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
    const boxes = [{ ...box(0), time: 'mine' }, box(3)]
    for (const videoId of [read, 'nowhere "known"', read])
      await made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label: 'x', frames: { boxes } }))
    const times = (lines: any[]) => lines.map((one) => one.boundingBoxSequence.boxes.map((each: any) => each.time))
    const known = ['mine', 0.333367, 0.366733, undefined]
    const unknown = ['mine', undefined, undefined, undefined]
    const path = '/api/export?includeInterpolated=true'
    expect(times(await exportLines(ann, path))).toEqual([known, unknown, known])
    expect(times((await ann.get(`${path}&format=json`)).body)).toEqual([known, unknown, known])
    expect(times(await exportLines(ann, '/api/export'))[0]).toEqual(['mine', undefined])
  })

  it('writes the mode and the boxes that a stored sequence lacks (XR-07)', async () => {
    await fresh()
    await importLines(ann, [
      entity('e1'),
      annotation({ boundingBoxSequence: { note: 1, boxes: [box(0), box(1)] } }),
      annotation({ boundingBoxSequence: { interpolationMode: null, boxes: [box(0)] } }),
    ])
    await importLines(ann, [entity('e2'), annotation({ boundingBoxSequence: {} })], {
      validation: { validateSequenceIntegrity: false },
      conflictResolution: { sequences: { overlappingFrameRanges: 'skip' } },
    })
    const sequences = (await exportLines(ann))
      .filter((one) => one.type === 'annotation')
      .map((one) => JSON.stringify(one.data.boundingBoxSequence))
    expect(sequences.map((one) => one.replace(/\[.*\]/, '[]')).sort()).toEqual([
      '{"interpolationMode":"linear","boxes":[]}',
      '{"interpolationMode":"linear","boxes":[]}',
      '{"note":1,"boxes":[],"interpolationMode":"linear"}',
    ])
  })
})

describe('every export', () => {
  it('sends gzip where it is asked for and the digest of what it sent as trailer', async () => {
    await fresh()
    await importLines(ann, [persona({ name: 'Zürich 東京' }), entity('e1')])
    const plain = await raw(ann, '/api/export/all')
    expect(plain.headers['trailer']).toBe('Repr-Digest')
    const digest = (body: Buffer) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    expect(plain.trailers['repr-digest']).toBe(digest(plain.body))
    const zipped = await raw(ann, '/api/export/all', { 'accept-encoding': 'br, gzip' })
    expect([zipped.headers['content-encoding'], zipped.headers['vary']]).toEqual([
      'gzip',
      expect.stringContaining('Accept-Encoding'),
    ])
    expect(zipped.trailers['repr-digest']).toBe(digest(zipped.body))
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    expect(
      (await raw(ann, '/api/export/all', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'],
    ).toBeUndefined()
    expect(plain.headers['access-control-expose-headers']).toContain('X-Export-Size')
    const head = await ann.request('/api/export', { method: 'HEAD' })
    expect([head.status, head.headers.get('x-export-annotations')]).toEqual([200, '0'])
  })

  it('has its own file name and 401 for strangers (X-08)', async () => {
    await fresh()
    for (const [path, name] of [
      ['all', 'full-export'],
      ['personas', 'personas'],
      ['world', 'world-state'],
      ['summaries', 'summaries'],
    ]) {
      const response = await ann.request(`/api/export/${path}`)
      expect([response.status, response.headers.get('content-disposition'), await response.text()]).toEqual([
        200,
        `attachment; filename="${name}.jsonl"`,
        '',
      ])
      expect((await api.anonymous.get(`/api/export/${path}`)).status).toBe(401)
    }
    expect((await api.anonymous.get('/api/export/stats')).status).toBe(401)
    expect((await ann.get('/api/export/all?projectId=x')).status).toBe(400)
  })

  it('is one of so many at a time; one more is 429 with Retry-After (X-16)', async () => {
    await fresh()
    const p = persona()
    await importLines(ann, [
      p,
      ontology(p.data.id),
      entity('e1'),
      annotation({ boundingBoxSequence: sequence([0, 3_000_000]) }),
    ])
    const path = '/api/export?includeInterpolated=true'
    const open = [await begin(api.url + path, ann), await begin(api.url + path, ann)]
    const refused = await ann.get('/api/export/all')
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ error: 'Rate limit exceeded', code: 'RATE_LIMITED', retryAfter: 5 })
    expect(refused.headers.get('retry-after')).toBe('5')
    for (const one of open) one.leave()
    await expect.poll(async () => (await ann.get('/api/export/personas')).status, { timeout: 5000 }).toBe(200)
  })

  it('follows the documented order, and /summaries puts claims behind their summary (X-11, X-12)', async () => {
    await fresh()
    const p = persona()
    const [s, t] = [summary(p.data.id), summary(p.data.id, { videoId: 'v2', createdAt: '2025-01-03T00:00:00.000Z' })]
    const [a, b, c] = [claim(s.data.id), claim(s.data.id, { createdAt: '2025-01-01T00:00:01.000Z' }), claim(t.data.id)]
    const inside = claimRelation(a.data.id, b.data.id)
    const back = claimRelation(c.data.id, a.data.id)
    const ahead = claimRelation(a.data.id, c.data.id, { relationTypeId: 'explains' })
    await importLines(ann, [p, s, t, a, b, c, ahead, inside, back])
    expect((await exportLines(ann)).map((one) => one.type)).toEqual([
      'persona',
      'ontology',
      'summary',
      'summary',
      'claim',
      'claim',
      'claim',
      ...Array(3).fill('claim_relation'),
    ])
    expect((await exportLines(ann, '/api/export/summaries')).map((one) => one.data.id)).toEqual([
      s.data.id,
      a.data.id,
      b.data.id,
      inside.data.id,
      t.data.id,
      c.data.id,
      back.data.id,
      ahead.data.id,
    ])
    expect((await exportLines(ann, '/api/export/personas')).map((one) => one.type)).toEqual(['persona', 'ontology'])
  })

  it('completes world objects as documented and leaves everything else as sent (XR-13, RF-15, RF-16)', async () => {
    await fresh()
    await made(
      ann.put('/api/world', {
        entities: [
          { id: 'b', name: 'B', description: 'text', z: { y: 1, x: [2.5] } },
          { id: 'a', description: '' },
        ],
        entityCollections: [{ id: 'c', entityIds: ['a', 'gone'], collectionType: null }],
        eventCollections: [{ id: 'd', semanticRelation: 'iteration' }],
        timeCollections: [{ id: 't', description: 'kept', times: [] }],
        times: [{ id: 'u' }],
        relations: [{ id: 'r', sourceId: 'a', targetId: 'b', relationType: 'near' }],
      }),
    )
    const text = await exportText(ann, '/api/export/world')
    const lines = text.trim().split('\n')
    const time = JSON.parse(lines[0] ?? '').data.createdAt
    const stamps = `"createdAt":"${time}","updatedAt":"${JSON.parse(lines[0] ?? '').data.updatedAt}"`
    expect(lines).toEqual([
      `{"type":"entity","data":{"id":"b","name":"B","description":[{"type":"text","content":"text"}],"z":{"y":1,"x":[2.5]},"typeAssignments":[],${stamps}}}`,
      `{"type":"entity","data":{"id":"a","description":[],"name":null,"typeAssignments":[],${stamps}}}`,
      '{"type":"time","data":{"id":"u","type":null}}',
      `{"type":"entity_collection","unresolved":true,"data":{"id":"c","entityIds":["a","gone"],"collectionType":null,"name":null,"description":[],${stamps}}}`,
      `{"type":"event_collection","data":{"id":"d","semanticRelation":"iteration","name":null,"description":[],"eventIds":[],"collectionType":"iteration",${stamps}}}`,
      '{"type":"time_collection","data":{"id":"t","description":"kept","times":[],"name":null,"collectionType":"periodic"}}',
      `{"type":"relation","data":{"id":"r","sourceId":"a","targetId":"b","relationType":"near",${stamps}}}`,
    ])
    const ben = await api.person()
    expect((await importLines(ben, text)).body).toMatchObject({ success: true, warnings: [] })
    expect(await exportText(ben, '/api/export/world')).toBe(text)
  })

  it('takes along what own rows cannot stand without, where the caller may read it (X-01)', async () => {
    await fresh()
    const admin = await api.admin()
    const shared = persona({ isSystemGenerated: true })
    await importLines(admin, [shared, ontology(shared.data.id)])
    const s = summary(shared.data.id)
    expect((await importLines(ann, [s, typed(shared.data.id)])).body).toMatchObject({ success: true, warnings: [] })
    expect((await exportLines(ann)).map((one) => [one.type, one.data.id]).slice(0, 1)).toEqual([
      ['persona', shared.data.id],
    ])
    expect((await exportLines(ann)).map((one) => one.type)).toEqual(['persona', 'ontology', 'summary', 'annotation'])
    expect(await exportLines(await api.person())).toEqual([])
  })
})

describe('GET /api/export/stats', () => {
  it('counts everything of the caller; filters apply to annotations (X-13, X-14)', async () => {
    await fresh()
    const p = persona()
    const s = summary(p.data.id)
    await importLines(ann, [
      p,
      ontology(p.data.id, undefined, { eventTypes: [{ id: 'x', name: 'X' }] }),
      entity('e1'),
      line('time', { id: 't', type: 'instant' }),
      s,
      claim(s.data.id),
      typed(p.data.id),
      annotation(),
    ])
    const { body } = await ann.get('/api/export/stats?annotationTypes=type')
    expect(body).toEqual({
      personaCount: 1,
      systemPersonaCount: 0,
      ontologyCount: 1,
      entityTypeCount: 1,
      eventTypeCount: 1,
      roleTypeCount: 0,
      relationTypeCount: 0,
      entityCount: 1,
      eventCount: 0,
      timeCount: 1,
      entityCollectionCount: 0,
      eventCollectionCount: 0,
      timeCollectionCount: 0,
      worldRelationCount: 0,
      summaryCount: 1,
      claimCount: 1,
      claimRelationCount: 0,
      typeCorrespondenceCount: 0,
      annotationCount: 1,
      sequenceCount: 1,
      keyframeCount: 2,
      interpolatedFrameCount: 0,
      fileSizes: expect.any(Object),
      totalSize: 2 * 200 + 300 + 8 * 200,
      totalSizeMB: '0.00MB',
    })
    expect((await ann.get('/api/export/stats?includeInterpolated=true')).body).toMatchObject({
      annotationCount: 2,
      interpolatedFrameCount: 18,
    })
  })
})

describe('GET /api/export/schema', () => {
  it('publishes the schema of every line type', async () => {
    const { body } = await api.anonymous.get('/api/export/schema')
    expect(body.anyOf.map((one: any) => one.title)).toEqual([
      'persona',
      'ontology',
      'type_correspondence',
      'entity',
      'event',
      'time',
      'entity_collection',
      'event_collection',
      'time_collection',
      'relation',
      'summary',
      'claim',
      'claim_relation',
      'annotation',
      'video',
      'bare annotation',
    ])
  })
})
