import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { annotation, box, claim, entity, sequence } from './lines.js'
import { exportLines, importLines, previewLines } from './support.js'

// Other users go on working while an import is planned. A second database connection stands in for them: it changes a
// row and commits only when the import waits for the lock on it.

let api: TestApi
let ann: Person
let videoId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  videoId = await makeVideo(api)
})
afterAll(() => api.stop())

const options = (conflictResolution: object) => ({ conflictResolution, validation: { validateReferences: false } })

/**
 * Runs an import while another transaction has executed its first statement but not committed. Once the import waits
 * for its lock, the other statements and the commit follow.
 */
async function beside(statements: [text: string, values: unknown[]][], lines: unknown[], conflictResolution: object) {
  const other = await somebody()
  try {
    const [first, ...more] = statements
    expect((await other.query(...first!)).rowCount).toBe(1)
    const importing = importLines(ann, lines, options(conflictResolution))
    const waits = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await other.query(waits)).rows[0].count).toBe(1)
    for (const one of more) expect((await other.query(...one)).rowCount).toBe(1)
    await other.query('commit')
    return (await made(importing)).summary.importedItems
  } finally {
    await other.end()
  }
}

/** Opens a separate connection and begins a transaction on it. */
async function somebody(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: api.app.services.config.database.url })
  await client.connect()
  await client.query('begin')
  return client
}

const framesOf = async (id: string) =>
  (await exportLines(ann))
    .find(({ data }) => data.id === id)
    ?.data.boundingBoxSequence.boxes.map((one: { frameNumber: number }) => one.frameNumber)

describe('an import beside people who work', () => {
  const arrive = async (frames: number[]) => {
    const line = annotation({ videoId, objectLink: { objectId: `e${frames[0]}`, objectType: 'entity' } })
    const first = { ...line, data: { ...line.data, boundingBoxSequence: sequence(frames) } }
    await made(importLines(ann, [first], options({})))
    return first
  }

  it('unites a line with the sequence as it is when the import writes', async () => {
    const first = await arrive([100, 110])
    const { id } = first.data
    const edited = { ...sequence([100, 105, 110]) }
    const counts = await beside(
      [['update annotations set frames = $2, version = version + 1 where id = $1', [id, JSON.stringify(edited)]]],
      [{ ...first, data: { ...first.data, boundingBoxSequence: sequence([100, 120]) } }],
      { duplicateIds: 'merge' },
    )
    expect(counts).toMatchObject({ annotations: 1 })
    expect(await framesOf(id)).toEqual([100, 105, 110, 120])
  })

  it('inserts a line whose annotation was deleted meanwhile', async () => {
    const first = await arrive([200, 210])
    const changed = { ...first, data: { ...first.data, boundingBoxSequence: sequence([200, 220]) } }
    const counts = await beside([['delete from annotations where id = $1', [first.data.id]]], [changed], {
      duplicateIds: 'merge',
    })
    expect(counts).toMatchObject({ annotations: 1 })
    expect(await framesOf(first.data.id)).toEqual([200, 220])
  })

  it('merges assignments into objects as they are when the import writes', async () => {
    const world = await made(ann.put('/api/world', { entities: [entity('w1').data] }))
    const assigned = (entityTypeId: string) => ({ personaId: '0193e5a0-0000-7000-8000-0000000000aa', entityTypeId })
    const stored = JSON.stringify({ ...entity('w1').data, typeAssignments: [assigned('ferry')] })
    await beside(
      [
        ['update world_states set version = version + 1 where id = $1', [world.id]],
        ['update world_objects set body = $2 where world_id = $1', [world.id, stored]],
      ],
      [entity('w1', { typeAssignments: [assigned('tug')] })],
      { worldObjects: 'merge-assignments' },
    )
    const { typeAssignments } = (await made(ann.get('/api/world'))).entities[0]
    expect(typeAssignments.map((one: { entityTypeId: string }) => one.entityTypeId)).toEqual(['ferry', 'tug'])
  })

  it('keeps nobody waiting for a preview', async () => {
    const first = await arrive([300, 310])
    const other = await somebody()
    await other.query('update annotations set version = version + 1 where id = $1', [first.data.id])
    const line = { ...first, data: { ...first.data, boundingBoxSequence: { ...sequence([]), boxes: [box(305)] } } }
    await made(previewLines(ann, [line], options({ duplicateIds: 'merge' })))
    await other.end()
  })

  it('puts claims into the project into which their summary moves meanwhile (PR-17)', async () => {
    const { summaryId } = await makeContent(ann, videoId)
    const { id: projectId } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const added = claim(summaryId)
    await beside([['update video_summaries set project_id = $2 where id = $1', [summaryId, projectId]]], [added], {})
    expect((await made(ann.get(`/api/claims/${added.data.id}`))).projectId).toBe(projectId)
  })

  it('counts no claim whose summary was deleted meanwhile', async () => {
    const { summaryId } = await makeContent(ann, videoId)
    const first = await arrive([400, 410])
    const line = { ...first, data: { ...first.data, boundingBoxSequence: sequence([400, 420]) } }
    const counts = await beside(
      [
        ['update annotations set version = version + 1 where id = $1', [first.data.id]],
        ['delete from video_summaries where id = $1', [summaryId]],
      ],
      [claim(summaryId), line],
      { duplicateIds: 'merge' },
    )
    expect(counts).toMatchObject({ claims: 0, annotations: 1 })
  })
})
