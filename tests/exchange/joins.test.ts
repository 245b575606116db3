import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everythingInTheWorld } from '../graphql/everything.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, missingId, unique } from '../support/workspace.js'
import { exportLines, exportText, importLines, readVideo } from './support.js'

let api: TestApi
let admin: Person
let owner: Person
let projectId: string
let videoId: string

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  owner = await api.person()
  projectId = (await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  videoId = await makeVideo(api)
  const { personaId } = await makeContent(owner, videoId, projectId)
  await made(owner.put(`/api/projects/${projectId}/world`, everythingInTheWorld(personaId)))
  await makeContent(owner, videoId)
  await made(owner.put('/api/world', everythingInTheWorld(missingId)))
})
afterAll(() => api.stop())

const ofWorld = ['entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection', 'relation']

/** Reads from the database in which project the row of a line is, and in which world an object is. */
async function placeOf(line: any): Promise<{ projectId: string | null; worldId?: string }> {
  const { db } = api.app.services
  const projectOf = async (table: 'personas' | 'videoSummaries' | 'claims' | 'annotations', id: string) =>
    (await db.selectFrom(table).select('projectId').where('id', '=', id).executeTakeFirstOrThrow()).projectId
  const { type, data } = line
  if (ofWorld.includes(type)) {
    const { id, projectId } = await db
      .selectFrom('worldObjects as o')
      .innerJoin('worldStates as w', 'w.id', 'o.worldId')
      .select(['w.id', 'w.projectId'])
      .where('o.objectId', '=', data.id)
      .where('w.id', '=', line.worldId)
      .executeTakeFirstOrThrow()
    return { projectId, worldId: id }
  }
  if (type === 'claim_relation') return { projectId: await projectOf('claims', data.sourceClaimId) }
  if (type === 'ontology') return { projectId: await projectOf('personas', data.personaId) }
  const table = { persona: 'personas', summary: 'videoSummaries', claim: 'claims', annotation: 'annotations' } as const
  return { projectId: await projectOf(table[type as keyof typeof table], data.id) }
}

describe('lines of exports can be joined', () => {
  it('by the project of every line and the world of every object, in exports of a project and of everything', async () => {
    for (const scope of [`project:${projectId}`, 'all']) {
      const lines = await exportLines(scope === 'all' ? admin : owner, `/api/export/all?scope=${scope}`)
      expect(new Set(lines.map(({ type }) => type)).size, scope).toBe(13)
      for (const line of lines) {
        const { type: _type, data: _data, unresolved: _unresolved, ...place } = line
        expect([scope, line.type, place]).toEqual([scope, line.type, await placeOf(line)])
      }
      const blocks = await exportLines(owner, `/api/export/summaries?scope=project:${projectId}`)
      for (const line of blocks) expect(line.projectId).toBe(projectId)
    }
    const everything = await exportLines(admin, '/api/export/all?scope=all')
    for (const type of ['persona', 'ontology', 'entity', 'summary', 'claim', 'claim_relation', 'annotation']) {
      const projects = new Set(everything.filter((line) => line.type === type).map((line) => line.projectId))
      expect([type, projects]).toEqual([type, new Set([null, projectId])])
    }
    const bare = await exportLines(admin, '/api/export?scope=all')
    expect(new Set(bare.map((line) => line.projectId))).toEqual(new Set([null, projectId]))
    const own = await exportLines(owner)
    expect(own.filter((line) => 'projectId' in line || 'worldId' in line || 'projectId' in line.data)).toEqual([])
  })

  it('and are imported as before: the places of the lines are read over', async () => {
    const text = await exportText(admin, `/api/export/all?scope=project:${projectId}`)
    const reader = await api.person()
    const { body } = await importLines(reader, text, { conflictResolution: { duplicateIds: 'regenerate-id' } })
    const warned = body.warnings.map(({ type }: { type: string }) => type)
    expect([body.success, warned, body.summary.failedLines]).toEqual([true, ['single_keyframe'], 0])
    const again = await exportLines(reader)
    expect(again).toHaveLength(text.trimEnd().split('\n').length)
    for (const { data } of again) expect([data.projectId, data.worldId]).toEqual([undefined, undefined])
  })

  it('with the videos that the caller may read, of which a project names its own', async () => {
    const closed = await readVideo(api)
    await made(admin.post(`/api/projects/${projectId}/videos`, { videoId: closed }))
    const stranger = await api.person()
    const ids = async (person: Person, scope = 'own') =>
      (await exportLines(person, `/api/export/videos?scope=${scope}`)).map((line) => {
        expect(line.type).toBe('video')
        return line.data.id
      })
    expect([await ids(stranger), await ids(owner), await ids(admin, 'all')]).toEqual([
      expect.not.arrayContaining([closed]),
      expect.arrayContaining([closed, videoId]),
      expect.arrayContaining([closed, videoId]),
    ])
    expect(await ids(owner, `project:${projectId}`)).toEqual([closed])
    expect((await stranger.get(`/api/export/videos?scope=project:${projectId}`)).status).toBe(404)
    expect((await owner.get('/api/export/videos?scope=all')).status).toBe(403)
    expect((await owner.get('/api/export/videos?scope=mine')).body.details).toMatchObject([{ field: 'scope' }])
    const { exportUrl } = await made(owner.graph('{ exportUrl(file: VIDEOS) }'))
    expect(exportUrl).toBe('/api/export/videos')

    const lines = await exportLines(owner, exportUrl)
    const of = (id: string) => lines.find(({ data }) => data.id === id)
    expect(of(closed)).toEqual({
      type: 'video',
      data: {
        id: closed,
        filename: `${closed}.mp4`,
        frameCount: 250,
        frameRate: { numerator: 25, denominator: 1 },
        isVariableRate: false,
        timeBase: { numerator: 1, denominator: 12_800 },
        firstTick: 0,
        duration: 10,
        width: 640,
        height: 360,
        sha256: '0'.repeat(64),
      },
    })
    // Of a file that has not been read, or that has changed since, nothing is known but its name.
    expect(of(videoId).data).toMatchObject({ frameCount: null, frameRate: null, timeBase: null, width: null })
    await api.app.services.db.updateTable('videos').set({ fileVersion: 'two' }).where('id', '=', closed).execute()
    const [changed] = (await exportLines(owner, `${exportUrl}?scope=project:${projectId}`)) as any[]
    expect(changed.data).toMatchObject({ id: closed, frameCount: null, frameRate: null, width: null, sha256: null })
    const { body } = await importLines(stranger, await exportText(owner, exportUrl))
    expect(body).toMatchObject({ success: true, warnings: [], summary: { excludedLines: lines.length } })
  })
})
