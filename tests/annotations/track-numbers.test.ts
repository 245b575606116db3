import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { annotation } from '../exchange/lines.js'
import { exportLines, importLines } from '../exchange/support.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const annotationOf = (videoId: string, label = 'ship') => ({ videoId, type: 'object', label, frames })
const make = async (videoId: string, who = ann): Promise<{ id: string; number: number }> =>
  made(who.post('/api/annotations', annotationOf(videoId)))
const numbersIn = async (videoId: string): Promise<number[]> =>
  (await made(ann.get(`/api/videos/${videoId}/tracks`))).map(({ number }: { number: number }) => number)
const numberOf = async (id: string): Promise<number> =>
  (await made(ann.graph(`{ annotation(id: "${id}") { number } }`))).annotation.number
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the number of a track', () => {
  it('counts the tracks of its video, and is given to no other one once the track is deleted', async () => {
    const [videoId, other] = [await makeVideo(api), await makeVideo(api)]
    const tracks = [await make(videoId), await make(videoId), await make(videoId)]
    expect(tracks.map(({ number }) => number)).toEqual([1, 2, 3])
    expect((await make(other)).number).toBe(1)
    await made(ann.delete(`/api/annotations/${videoId}/${tracks[2]!.id}`))
    const { createAnnotation } = await made(
      ann.graph(`mutation { createAnnotation(input: { videoId: "${videoId}", type: OBJECT, label: "quay",
        frames: { boxes: [{ frameNumber: 0, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }] } })
        { annotation { number } } }`),
    )
    expect(createAnnotation.annotation.number).toBe(4)
    expect(await numbersIn(videoId)).toEqual([1, 2, 4])
    const listed = (await made(ann.get(`/api/annotations/${videoId}`))) as { number: number }[]
    expect(listed.map(({ number }) => number)).toEqual([1, 2, 4])
  })

  it('stays with the track when its type changes, and when it comes back from the trash', async () => {
    const videoId = await makeVideo(api)
    await make(videoId)
    const { id, number } = await make(videoId)
    await made(ann.put(`/api/annotations/${id}`, { label: 'quay' }))
    expect(await numberOf(id)).toBe(number)
    await made(ann.delete(`/api/annotations/${videoId}/${id}`))
    expect((await make(videoId)).number).toBe(number + 1)
    const { trash } = await made(ann.get('/api/trash?kind=annotation'))
    await made(ann.post(`/api/trash/${trash[0].id}/restore`))
    expect(await numberOf(id)).toBe(number)
  })

  it('follows the order of a request, and is given once however many ask at the same time', async () => {
    const videoId = await makeVideo(api)
    const other = await makeVideo(api)
    const annotations = [videoId, other, videoId, videoId].map((one) => annotationOf(one))
    const { annotationIds } = await made(ann.post('/api/annotations/bulk', { annotations }))
    expect(await Promise.all(annotationIds.map(numberOf))).toEqual([1, 1, 2, 3])
    const people = await Promise.all(upTo(4).map(() => api.person()))
    const given = await Promise.all(upTo(40).map((i) => make(videoId, people[i % 4])))
    expect(given.map(({ number }) => number).sort((a, b) => a - b)).toEqual(upTo(40).map((i) => i + 3))
  })

  it('is a new one in a copy, and in an import of numbers that tracks of the video had already', async () => {
    const videoId = await makeVideo(api)
    const { annotationId } = await makeContent(ann, videoId)
    const bob = await api.person()
    const share = { resourceType: 'annotation', resourceId: annotationId, sharedWithUserId: bob.id }
    const { id } = await made(ann.post('/api/sharing', { ...share, permissionLevel: 'forkable' }))
    await made(bob.post(`/api/sharing/${id}/fork`))
    expect((await make(videoId)).number).toBe(3)
    const lines = await exportLines(ann, `/api/export?videoIds=${videoId}`)
    expect(lines.map(({ number }) => number)).toEqual([1, 3])
    const boxes = [{ frameNumber: 50, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }]
    const boundingBoxSequence = { boxes, interpolationMode: 'linear' }
    const again = lines.map((line) => ({ ...line, id: crypto.randomUUID(), boundingBoxSequence }))
    expect((await importLines(ann, again)).body).toMatchObject({ success: true, errors: [], conflicts: [] })
    expect((await numbersIn(videoId)).sort()).toEqual([1, 3, 4, 5])
  })

  const imported = (more: Record<string, unknown>) =>
    annotation({ objectLink: { objectId: unique('object') }, unresolved: true, ...more })
  const importNumbers = async (videoId: string, numbers: unknown[], options?: unknown): Promise<unknown[]> => {
    const lines = numbers.map((number) => imported({ videoId, number }))
    expect((await importLines(ann, lines, options)).body).toMatchObject({ success: true, errors: [] })
    return Promise.all(lines.map(({ data }) => numberOf(data.id)))
  }

  it('comes along with an import where no track of the video had it', async () => {
    const videoId = await makeVideo(api)
    expect(await importNumbers(videoId, [4, 2, undefined, 9, 4])).toEqual([4, 2, 10, 9, 11])
    // 3 was not given, but is below the numbers of the video.
    expect(await importNumbers(videoId, [12, 3, 9, 20])).toEqual([12, 21, 22, 20])
    expect((await make(videoId)).number).toBe(23)
    // Values that no track can have are ignored, and so is a number that would use up those of the video.
    expect(await importNumbers(videoId, [0, -1, 2.5, '30', null, 2147483647])).toEqual([24, 25, 26, 27, 28, 29])
  })

  it('comes along where PostgreSQL refuses another line of the file', async () => {
    const videoId = await makeVideo(api)
    const lines = [7, 5, 3].map((number) => imported({ videoId, number }))
    const refused = unique('refused').replaceAll('-', '_')
    await api.app.services.pool.query(
      `alter table annotations add constraint ${refused} check (label <> '${refused}') not valid`,
    )
    const moved = await make(await makeVideo(api))
    try {
      const bad = imported({ videoId, number: 4, objectLink: { objectId: refused } })
      const { body } = await importLines(ann, [lines[0], bad, lines[1], lines[2]], { transaction: { atomic: false } })
      expect(body.summary.importedItems).toMatchObject({ annotations: 3 })
      expect(await Promise.all(lines.map(({ data }) => numberOf(data.id)))).toEqual([7, 5, 3])
      // A track of another video comes to this one, and the import still takes numbers for the lines after it.
      const there = { ...imported({ videoId }).data, id: moved.id }
      const last = imported({ videoId, number: 8 })
      const replacing = {
        transaction: { atomic: false },
        conflictResolution: { sequences: { duplicateSequenceIds: 'replace' } },
      }
      const again = { ...bad, data: { ...bad.data, id: crypto.randomUUID() } }
      const answer = await importLines(ann, [{ type: 'annotation', data: there }, again, last], replacing)
      expect(answer.body.summary.importedItems).toMatchObject({ annotations: 2 })
      expect(await numberOf(last.data.id)).toBe(8)
      expect(await numberOf(moved.id)).toBeGreaterThan(8)
    } finally {
      await api.app.services.pool.query(`alter table annotations drop constraint ${refused}`)
    }
  })

  it('is given by PostgreSQL to rows that are written without one', async () => {
    const videoId = await makeVideo(api)
    const { id } = await make(videoId)
    const copied = unique('label')
    await api.app.services.pool.query(
      `insert into annotations (id, video_id, created_by_user_id, type, label, frames, source, has_boxes, box_count,
         keyframe_count, interpolated_count, frames_size)
       select gen_random_uuid(), video_id, created_by_user_id, type, $2, frames, source, has_boxes, box_count,
         keyframe_count, interpolated_count, frames_size from annotations where id = $1`,
      [id, copied],
    )
    expect(await numbersIn(videoId)).toEqual([1, 2])
  })
})
