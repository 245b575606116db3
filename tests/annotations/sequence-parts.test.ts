import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { exportText, importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made, makeVideo } from '../support/workspace.js'

// Long sequences are stored in parts once a keyframe of them is set. Nobody should notice: every test here compares with
// a server that stores sequences as a whole, or with the same sequence before it was divided.

let api: TestApi
let whole: TestApi
let ann: Person
let bea: Person

beforeAll(async () => {
  api = await startApi({ SEQUENCES_IN_PARTS: 'true' })
  whole = await startApi({ SEQUENCES_IN_PARTS: 'false' })
  ann = await api.person('ann')
  bea = await whole.person('bea')
})
afterAll(async () => {
  await api.stop()
  await whole.stop()
})

type Box = { frameNumber: number } & Record<string, unknown>
type Frames = { boxes: Box[] } & Record<string, unknown>
interface Patch {
  upsert?: Box[]
  delete?: number[]
  interpolationSegments?: object[] | null
  visibilityRanges?: object[] | null
}

const box = (frameNumber: number, more: object = {}): Box => ({
  frameNumber,
  x: frameNumber / 3,
  y: 2,
  width: 30,
  height: 4,
  isKeyframe: true,
  ...more,
})
const pathOf = (id: string) => `/api/annotations/${id}/sequence`
const inputOf = (frames: object, videoId: string = newId()) => ({ videoId, type: 'object', label: 'ship', frames })
const create = async (who: Person, frames: object, videoId?: string): Promise<string> =>
  (await made(who.post('/api/annotations', inputOf(frames, videoId)))).id

/** The parts of a sequence: how many boxes each has, and whether it says so. */
async function partsOf(id: string) {
  const { rows } = await sql<{ boxes: number; said: number; from: number; first: number }>`
    select json_array_length(('[' || boxes || ']')::json) as boxes, (tally ->> 'boxes')::int as said,
           from_frame as from, ((('[' || boxes || ']')::json) -> 0 ->> 'frameNumber')::int as first
      from sequence_parts where annotation_id = ${id} order by from_frame`.execute(api.app.services.db)
  for (const { boxes, said, from, first } of rows) expect([said, from]).toEqual([boxes, first])
  return rows.map(({ boxes }) => boxes)
}

const text = sql`case when frames_head is null then frames::text else frames_head || (
  select string_agg(boxes, ',' order by from_frame) from sequence_parts where annotation_id = id) || frames_tail end`

/** What is stored of an annotation; of its sequence the digest of the text. */
async function stored(on: TestApi, id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select md5(${text}) as digest, frames_size, frames_complete, track_id, has_boxes, box_count, keyframe_count,
           interpolated_count, first_frame, last_frame, sequence_problems, stale
      from annotations where id = ${id}`.execute(on.app.services.db)
  return rows[0]
}

async function framesOf(id: string): Promise<Frames> {
  const { rows } = await sql<{ text: string }>`select ${text} as text from annotations where id = ${id}`.execute(
    api.app.services.db,
  )
  return JSON.parse(rows[0]!.text)
}

/** The document with a patch applied, as a client would do it who sends the whole document. */
function applied(frames: Frames, { upsert = [], delete: gone = [], ...lists }: Patch): Frames {
  const byFrame = new Map(frames.boxes.map((one) => [one.frameNumber, one]))
  for (const frame of gone) byFrame.delete(frame)
  for (const one of upsert) byFrame.set(one.frameNumber, { ...byFrame.get(one.frameNumber), ...one, isKeyframe: true })
  const sorted = [...byFrame.values()].sort((a, b) => a.frameNumber - b.frameNumber)
  const given = Object.entries(lists).filter(([, list]) => list !== null)
  const result: Frames = { ...frames, boxes: sorted, ...Object.fromEntries(given) }
  for (const [name, list] of Object.entries(lists)) if (list === null) delete result[name]
  return result
}

/** An answer without what differs between two annotations. */
const shown = (body: object) => ({ ...body, id: null, updatedAt: null })

/** A source of random numbers below `limit` that gives the same ones in every run. */
function dice(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** A sequence whose boxes are of every kind: keyframes that hide and show themselves, and boxes of a tracker. */
function anyFrames(length: number, roll: (limit: number) => number): Frames {
  const kinds = [{}, {}, {}, { visible: false }, { visible: true }, { isKeyframe: false }, { note: 'ü "},{"', x: 1e21 }]
  const boxes: Box[] = []
  for (let frame = roll(50); boxes.length < length; frame += 1 + roll(4)) {
    const kind = kinds[roll(kinds.length)]!
    boxes.push(box(frame, { ...kind, ...(roll(9) === 0 && { isKeyframe: false, visible: roll(2) === 0 }) }))
  }
  Object.assign(boxes[roll(length)]!, { isKeyframe: true })
  const [first, last] = [boxes[0]!.frameNumber, boxes.at(-1)!.frameNumber]
  const span = last - first
  const ranges = [
    { startFrame: first, endFrame: first + span / 3, visible: false },
    { startFrame: first + span / 2, endFrame: last + 10, visible: roll(2) === 0 },
  ]
  return {
    ...(roll(2) === 0 && { totalFrames: 1 }),
    meta: { boxes: [] },
    boxes,
    keyframeCount: 7,
    interpolationMode: 'linear',
    ...(roll(2) === 0 && { visibilityRanges: ranges }),
    trackId: 12,
  }
}

function anyPatch({ boxes, ...others }: Frames, roll: (limit: number) => number): Patch {
  const any = () => boxes[roll(boxes.length)]!.frameNumber
  const [first, last] = [boxes[0]!.frameNumber, boxes.at(-1)!.frameNumber]
  const fresh = () => [roll(last + 100), first + roll(3), last + 1 + roll(5)][roll(3)]!
  const some = <T>(most: number, one: () => T) => Array.from({ length: 1 + roll(most) }, one)
  const keyframes = (most: number, frame: () => number) => {
    const frames = [...new Set(some(most, frame))]
    return frames.map((at) => box(at, [{}, { visible: false }, { visible: null }, { y: 7.25, note: 'é' }][roll(4)]))
  }
  const segment = { startFrame: any(), endFrame: last - 1, type: 'hold' }
  const patches: (() => Patch)[] = [
    () => ({ upsert: keyframes(1, any) }),
    () => ({ upsert: keyframes(5, any) }),
    () => ({ upsert: keyframes(5, fresh) }),
    () => ({ upsert: Array.from({ length: 300 }, (_, i) => box(last + 1 + i, { isKeyframe: i % 2 === 0 })) }),
    () => ({ delete: [...new Set(some(5, any))] }),
    () => {
      const from = roll(boxes.length)
      return { delete: boxes.slice(from, from + 1 + roll(700)).map((one) => one.frameNumber) }
    },
    () => ({ delete: boxes.slice(0, 1 + roll(3)).map((one) => one.frameNumber) }),
    () => ({ delete: [last], upsert: keyframes(2, () => roll(last)) }),
    () => ({ delete: [any(), -1, last + 5, 0.5] }),
    () => ({ upsert: [box(any(), { width: 0 }), box(2 ** 31), box(-4), box(0.5, { confidence: 'much' })] }),
    () => ({ interpolationSegments: [segment], upsert: keyframes(1, any) }),
    () => ({ interpolationSegments: [segment, { ...segment, endFrame: last + 50 }, { startFrame: 'x' }] }),
    () => ({ interpolationSegments: null }),
    () => ({ visibilityRanges: [{ startFrame: any(), endFrame: last, visible: false }], delete: [any()] }),
    () => ({ visibilityRanges: [{ startFrame: first, endFrame: last, visible: false }, segment] }),
    () => ({ visibilityRanges: others['visibilityRanges'] ? null : [] }),
    () => ({}),
  ]
  return patches[roll(patches.length)]!()
}

describe('a sequence of which keyframes are set', () => {
  it.each([
    [1, 30],
    [40, 60],
    [499, 60],
    [501, 60],
    [1300, 120],
    [3000, 60],
    [10_000, 30],
  ])(
    'of %i boxes has after %i edits the document, counters and errors that it would have as a whole',
    async (length, edits) => {
      const roll = dice(length)
      let frames = anyFrames(length, roll)
      const [id, wholeId] = [await create(ann, frames), await create(bea, frames)]
      const twin = await create(bea, frames)
      let refused = 0
      for (let edit = 0; edit < edits; edit++) {
        const patch = anyPatch(frames, roll)
        const answer = await ann.patch(pathOf(id), patch)
        const expected = await bea.patch(pathOf(wholeId), patch)
        expect([answer.status, shown(answer.body)]).toEqual([expected.status, shown(expected.body)])
        if (answer.status !== 200) {
          refused += 1
          continue
        }
        frames = applied(frames, patch)
        await made(bea.put(`/api/annotations/${twin}`, { frames }))
        const now = await stored(api, id)
        expect(now).toEqual(await stored(whole, wholeId))
        expect(now).toEqual(await stored(whole, twin))
      }
      expect(refused).toBeLessThan(edits)
      const parts = await partsOf(id)
      if (length > 500) expect(parts.length).toBeGreaterThan(1)
      expect(Math.max(...parts, 0)).toBeLessThanOrEqual(400)
    },
    120_000,
  )

  it('is read and written in two statements which do not hold more than a few hundred of its boxes', async () => {
    const id = await create(ann, { boxes: Array.from({ length: 5000 }, (_, i) => box(i * 2)) })
    await made(ann.patch(pathOf(id), { upsert: [box(7)] }))
    const { statements, longestText } = await statementsOf(async () => {
      expect((await ann.patch(pathOf(id), { upsert: [box(9)] })).body.keyframeCount).toBe(5002)
    })
    expect(statements.filter((one) => /annotations/.test(one))).toHaveLength(2)
    expect(longestText).toBeLessThan(60_000)
  })

  it('keeps what several people set and delete at the same time', async () => {
    const id = await create(ann, { boxes: Array.from({ length: 1200 }, (_, i) => box(i * 10)) })
    // A keyframe that is set to what it is makes no version.
    await made(ann.patch(pathOf(id), { upsert: [box(0)] }))
    const editors = Array.from({ length: 6 }, async (_, editor) => {
      for (let edit = 0; edit < 12; edit++) {
        const [set, gone] = [(edit * 600 + editor * 10) % 12_000, (edit * 600 + editor * 10 + 300) % 12_000]
        const patch = { upsert: [box(set + 1, { by: editor })], delete: [gone] }
        // Whoever loses too often against others is told so and tries again.
        while ((await ann.patch(pathOf(id), patch)).status === 412);
      }
    })
    await Promise.all(editors)
    const frames = await framesOf(id)
    expect(frames.boxes).toHaveLength(1200)
    expect(frames.boxes.filter((one) => 'by' in one)).toHaveLength(72)
    expect((await partsOf(id)).reduce((sum, count) => sum + count)).toBe(1200)
    const stale = await ann.patch(pathOf(id), { delete: [1] }, { 'if-match': '"2"' })
    expect([stale.status, stale.body.currentVersion]).toEqual([412, 73])
  })
})

describe('a sequence in parts', () => {
  const long = (): Frames => ({
    note: 'before',
    boxes: Array.from({ length: 900 }, (_, i) =>
      box(i * 3, { isKeyframe: i % 5 !== 1, ...(i % 50 === 0 && { visible: false }) }),
    ),
    interpolationMode: 'ease-in',
  })
  /** Moves a keyframe and puts it back, so that only the form changes in which the sequence is stored. */
  const divide = async (id: string) => {
    for (const x of [4, 3])
      await made(ann.patch(pathOf(id), { upsert: [{ frameNumber: 9, x, y: 2, width: 30, height: 4 }] }))
    expect((await partsOf(id)).length).toBeGreaterThan(1)
  }

  it('is answered and exported like a whole one by every way', async () => {
    const videoId = await makeVideo(api)
    const file = {
      ...{
        rateNumerator: 25,
        rateDenominator: 1,
        tickNumerator: 1,
        tickDenominator: 25,
        frameCount: 9000,
        firstTick: 0,
      },
      ...{ isVariableRate: false, probedDuration: 360, width: 640, height: 360, codec: 'vp8', rotation: 0 },
      ...{ sha256: '0'.repeat(64), probedAt: new Date(), fileVersion: 'v', probedVersion: 'v' },
    }
    await api.app.services.db.updateTable('videos').set(file).where('id', '=', videoId).execute()
    const complete = await create(ann, long(), videoId)
    const { interpolationMode: _mode, ...withoutMode } = long()
    const bare = await create(
      ann,
      { ...withoutMode, visibilityRanges: [{ startFrame: 30, endFrame: 300, visible: false }] },
      videoId,
    )
    await create(ann, { boxes: [box(4)] }, videoId)
    const graph = `query ($v: ID!, $id: ID!) {
      annotations(filter: { videoId: $v }) { nodes { id frames keyframeCount boxAt(frame: 100) { x y } } }
      annotation(id: $id) { frames typed: boxes(from: 90, to: 120, step: 7) { frameNumber x visible } } }`
    const read = async () => {
      const texts = [
        JSON.stringify(await ann.graph(graph, { v: videoId, id: bare })),
        (await made(ann.get(`/api/videos/${videoId}/boxes?frame=100`))) as object,
        (await ann.get(`/api/annotations/${videoId}`)).text,
        (await ann.get(`/api/annotations/${videoId}?from=100&to=200`)).text,
        (await ann.get(`/api/videos/${videoId}/sequences?from=100&to=200`)).text,
        await exportText(ann, '/api/export'),
        await exportText(ann, '/api/export?includeInterpolated=true'),
        await exportText(ann, '/api/export?includeInterpolated=true&includeInvisible=true'),
        await exportText(ann),
      ].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
      return texts.map((text) => text.replace(/"updatedAt":"[^"]*"|"version":\d+/g, ''))
    }
    const before = await read()
    for (const id of [complete, bare]) await divide(id)
    const after = await read()
    for (const [at, text] of after.entries()) expect(text).toBe(before[at])
  })

  it('is answered whole to whoever changes something else of the annotation', async () => {
    const id = await create(ann, long())
    await divide(id)
    const { frames } = await made(ann.put(`/api/annotations/${id}`, { label: 'boat' }))
    expect(frames).toEqual(await framesOf(id))
    const mutation = `mutation ($id: ID!) {
      updateAnnotation(input: { id: $id, label: "ferry" }) { annotation { label frames { boxes { frameNumber } } keyframeCount } } }`
    const { updateAnnotation } = await made(ann.graph(mutation, { id }))
    const boxes = frames.boxes.map(({ frameNumber }: { frameNumber: number }) => ({ frameNumber }))
    expect(updateAnnotation.annotation).toEqual({ label: 'ferry', frames: { boxes }, keyframeCount: 720 })
  })

  it('is copied with a fork, and goes with its annotation', async () => {
    const id = await create(ann, long())
    await divide(id)
    const cat = await api.person()
    const share = { resourceType: 'annotation', resourceId: id, sharedWithUserId: cat.id, permissionLevel: 'forkable' }
    const { id: shareId } = await made(ann.post('/api/sharing', share))
    const { resourceId } = await made(cat.post(`/api/sharing/${shareId}/fork`, {}))
    expect(await stored(api, resourceId)).toEqual(await stored(api, id))
    await made(cat.patch(pathOf(resourceId), { delete: [9] }))
    expect((await framesOf(id)).boxes).toHaveLength(900)
    expect((await framesOf(resourceId)).boxes).toHaveLength(899)
    const { videoId } = await made(ann.graph('query ($id: ID!) { annotation(id: $id) { videoId } }', { id })).then(
      (data) => data.annotation,
    )
    await made(ann.delete(`/api/annotations/${videoId}/${id}`))
    expect(await partsOf(id)).toEqual([])
    expect((await partsOf(resourceId)).length).toBeGreaterThan(1)
  })

  it('is stored as a whole again by whoever writes the whole, as servers of the version before do', async () => {
    const { boxes } = long()
    const putIds = [await create(ann, long()), await create(ann, long())]
    for (const id of putIds) await divide(id)
    const frames = { boxes: boxes.slice(0, 700) }
    await made(ann.put(`/api/annotations/${putIds[0]}`, { frames }))
    await sql`update annotations set frames = ${JSON.stringify(frames)}, box_count = 700, frames_size = 1, version = version + 1
      where id = ${putIds[1]}`.execute(api.app.services.db)
    for (const id of putIds) {
      expect(await partsOf(id)).toEqual([])
      expect(await framesOf(id)).toEqual(frames)
      await made(ann.patch(pathOf(id), { delete: [0] }))
      expect(await framesOf(id)).toEqual({ boxes: boxes.slice(1, 700) })
    }
    // Other columns of the row change without the sequence.
    await made(ann.put(`/api/annotations/${putIds[0]}`, { label: 'boat' }))
    expect((await partsOf(putIds[0]!)).length).toBeGreaterThan(1)
  })

  it('is edited also by servers that divide no sequences', async () => {
    const id = await create(ann, long())
    await divide(id)
    api.app.services.config.sequencesInParts = false
    try {
      await made(ann.patch(pathOf(id), { delete: [0] }))
      expect((await partsOf(id)).length).toBeGreaterThan(1)
      await made(ann.patch(pathOf(id), { visibilityRanges: [{ startFrame: 3, endFrame: 6, visible: false }] }))
      expect(await partsOf(id)).toEqual([])
      expect((await framesOf(id)).boxes).toEqual(long().boxes.slice(1))
    } finally {
      api.app.services.config.sequencesInParts = true
    }
  })

  it('is united with the boxes of an import, and recognised when it arrives again', async () => {
    const dan = await api.person()
    const boxes = Array.from({ length: 600 }, (_, i) => box(i))
    const { id: personaId } = await made(
      dan.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: '?' }),
    )
    const input = { ...inputOf({ interpolationMode: 'linear', boxes }), type: 'type', personaId }
    const { id } = await made(dan.post('/api/annotations', input))
    await made(dan.patch(pathOf(id), { upsert: [box(3, { y: 5 })] }))
    expect((await partsOf(id)).length).toBeGreaterThan(1)
    const file = await exportText(dan, '/api/export')
    const data = JSON.parse(file) as { boundingBoxSequence: Frames }
    const again = await importLines(dan, file.replace(id, newId()))
    expect(again.body.warnings).toEqual([expect.objectContaining({ type: 'likely_repeat' })])
    const more = { ...data, boundingBoxSequence: { ...data.boundingBoxSequence, boxes: [box(700)] } }
    const conflictResolution = { sequences: { duplicateSequenceIds: 'merge-keyframes' } }
    await importLines(dan, [{ type: 'annotation', data: more }], { conflictResolution })
    expect((await framesOf(id)).boxes).toEqual([...data.boundingBoxSequence.boxes, box(700)])
    expect(await partsOf(id)).toEqual([])
  })

  it('may take no more of a line of an export than a whole one', async () => {
    const boxes = Array.from({ length: 600 }, (_, i) => box(i, { note: 'x'.repeat(40_000) }))
    const id = await create(ann, { boxes })
    await made(ann.patch(pathOf(id), { upsert: [box(3, { y: 5 })] }))
    expect((await partsOf(id)).length).toBeGreaterThan(1)
    const more = (from: number) => ({
      upsert: boxes.slice(0, 150).map((one, i) => ({ ...one, frameNumber: from + i })),
    })
    await made(ann.patch(pathOf(id), more(1000)))
    const refused = await ann.patch(pathOf(id), more(2000))
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('31 MiB')])
    // What is too long already may not grow.
    await made(ann.patch(pathOf(id), { delete: [1000] }))
  })
})
