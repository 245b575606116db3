import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEverything } from '../graphql/everything.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { annotation, box, entity, persona } from './lines.js'
import { exportLines, exportText, importLines } from './support.js'

let api: TestApi
let other: TestApi
let ann: Person
let ben: Person
let ids: Record<string, string>
let sent: any[]
let back: any[]

beforeAll(async () => {
  api = await startApi()
  other = await startApi()
  ann = await api.person()
  ben = await other.person()
  ids = await makeEverything(api, ann, { inProject: true })
  // Like the result of a tracker: two keyframes, and boxes between them that nobody set by hand.
  const boxes = [0, 1, 2, 9].map((frameNumber) =>
    box(frameNumber, { isKeyframe: frameNumber % 9 === 0, x: frameNumber / 7 }),
  )
  await made(
    ann.post('/api/annotations', {
      videoId: ids['videoId'],
      type: 'object',
      label: 'ferry',
      linkType: 'entity',
      source: 'tracking',
      frames: { boxes },
    }),
  )
  const { db } = api.app.services
  for (const [table, id] of [
    ['annotations', ids['annotationId']],
    ['videoSummaries', ids['summaryId']],
    ['claims', ids['claimId']],
  ] as const)
    await db
      .updateTable(table)
      .set({ reviewState: 'accepted', reviewedAt: '2025-03-04T05:06:07.089Z', reviewNote: 'Good' })
      .where('id', '=', id ?? '')
      .execute()
  const file = await exportText(ann)
  sent = await exportLines(ann)
  expect((await importLines(ben, file)).body).toMatchObject({ success: true, errors: [], conflicts: [] })
  back = await exportLines(ben)
  expect(await exportText(ben)).toBe(file)
})
afterAll(async () => {
  await api.stop()
  await other.stop()
})

const same = (...types: string[]) => {
  const of = (lines: any[]) => lines.filter(({ type }) => types.includes(type))
  expect(of(sent).length).toBeGreaterThan(0)
  expect(of(back)).toEqual(of(sent))
}
const rowOf = async (one: TestApi, table: 'videoSummaries' | 'claims', id = '') =>
  one.app.services.db
    .selectFrom(table)
    .select(['createdBy', 'projectId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A check for each row of the table "What a round trip keeps" in docs/exchange.md, by the row's first cell. */
const rows: Record<string, () => Promise<void>> = {
  ids: async () => {
    expect(back.map(({ data }) => data.id)).toEqual(sent.map(({ data }) => data.id))
    const eva = await api.person()
    expect((await importLines(eva, await exportText(ann))).body.success).toBe(true)
    const copy = await exportLines(eva)
    const own = copy.filter(({ type }) =>
      ['persona', 'summary', 'claim', 'annotation', 'claim_relation'].includes(type),
    )
    const taken = new Set(sent.map(({ data }) => data.id))
    expect(own.filter(({ data }) => taken.has(data.id))).toEqual([])
    const mentioned = JSON.stringify(copy)
    for (const { type, data } of sent)
      if (['persona', 'summary', 'claim'].includes(type)) expect(mentioned).not.toContain(data.id)
  },
  times: async () => {
    const times = (lines: any[]) =>
      lines.map(({ data }) => [data.createdAt, data.updatedAt, data.claimsExtractedAt, data.processedAtAudio])
    expect(times(back)).toEqual(times(sent))
    expect(times(sent).flat().filter(Boolean).length).toBeGreaterThan(20)
  },
  personas: async () => {
    same('persona')
    const { db } = other.app.services
    expect(
      (
        await db
          .selectFrom('personas')
          .select('projectId')
          .where('id', '=', ids['personaId'] ?? '')
          .executeTakeFirstOrThrow()
      ).projectId,
    ).toBeNull()
    for (const [who, kept] of [
      [ben, false],
      [await other.admin(), true],
    ] as const) {
      const line = persona({ isSystemGenerated: true })
      await importLines(who, [line])
      expect(
        (
          await db
            .selectFrom('personas')
            .select('isSystemGenerated')
            .where('id', '=', line.data.id)
            .executeTakeFirstOrThrow()
        ).isSystemGenerated,
      ).toBe(kept)
    }
  },
  ontologies: async () => same('ontology'),
  'correspondences of types': async () => same('type_correspondence'),
  world: async () => {
    same('entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection', 'relation')
    expect((await ben.get('/api/world')).body.createdAt).not.toBe((await ann.get('/api/world')).body.createdAt)
  },
  annotations: async () => {
    same('annotation')
    const tracked = back.find(({ data }) => data.boundingBoxSequence?.boxes.length === 4)
    expect(tracked.data.boundingBoxSequence.boxes.map((one: any) => one.isKeyframe)).toEqual([true, false, false, true])
  },
  'summaries, claims, relations': async () => {
    same('summary', 'claim', 'claim_relation')
    for (const [table, id] of [
      ['videoSummaries', ids['summaryId']],
      ['claims', ids['claimId']],
    ] as const) {
      expect(await rowOf(api, table, id)).toEqual({ createdBy: ann.id, projectId: ids['projectId'] })
      expect(await rowOf(other, table, id)).toEqual({ createdBy: ben.id, projectId: null })
    }
  },
  reviews: async () => {
    const of = (lines: any[]) =>
      lines.flatMap(({ type, data: { id, reviewState, reviewedBy, reviewedAt, reviewNote } }) =>
        reviewState === undefined ? [] : [[type, id, reviewState, reviewedBy, reviewedAt, reviewNote]],
      )
    expect(of(back)).toEqual(of(sent))
    expect(of(sent).map(([type]) => type)).toEqual(['summary', 'claim', 'annotation'])
    // Here they are known: tests/reviews/lines.test.ts.
    const reviewed = sent.map((one) => ({
      ...one,
      data: { ...one.data, ...(one.data.reviewState && { reviewedBy: ann.id }) },
    }))
    const [cat, dan] = [await other.person(), await api.person()]
    await importLines(cat, reviewed)
    expect(of(await exportLines(cat)).map((one) => one[3])).toEqual([null, null, null])
    await importLines(dan, reviewed)
    expect(of(await exportLines(dan)).map((one) => one[3])).toEqual([ann.id, ann.id, ann.id])
  },
  '': async () => {
    for (const path of ['/api/projects', '/api/groups', '/api/sharing/sent', '/api/sharing/received']) {
      expect((await ann.get(path)).body.length, path).toBeGreaterThan(0)
      expect((await ben.get(path)).body, path).toEqual([])
    }
    expect((await ben.graph('{ jobs { nodes { id } } }')).data.jobs.nodes).toEqual([])
    expect(sent.map(({ type }) => type).filter((type) => /share|job|member|import|project|group/.test(type))).toEqual(
      [],
    )
  },
  '`/api/export` (annotations only)': async () => {
    const boxes = async (path: string) =>
      (await exportLines(ann, path)).map((one) => (one.data ?? one).boundingBoxSequence?.boxes ?? [])
    expect((await boxes('/api/export')).flat().every((one: any) => one.isKeyframe)).toBe(true)
    expect((await boxes('/api/export/all')).flat().some((one: any) => !one.isKeyframe)).toBe(true)
  },
  numbers: async () => {
    const eva = await api.person()
    const file = [
      entity('e1', { weight: 'W' }),
      annotation({ boundingBoxSequence: { boxes: [box(0, { x: 'X', y: 'Y' })] } }),
    ]
    const spelt: Record<string, string> = { W: '1e3', X: '1.0', Y: '0.30000000000000004' }
    await importLines(
      eva,
      file
        .map((one) => JSON.stringify(one).replace(/"([WXY])"/g, (_all, name: string) => spelt[name] ?? ''))
        .join('\n'),
    )
    const out = await exportText(eva)
    expect(out).toContain('"x":1,"y":0.30000000000000004')
    expect(out).toContain('"weight":1000')
  },
}

describe('the table of what a round trip keeps, in docs/exchange.md', () => {
  const table = /## What a round trip keeps\n(.*?)\n## /s.exec(readFileSync('docs/exchange.md', 'utf8'))?.[1] ?? ''
  const cells = table
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| \| kept|^\|---/.test(line))
    .map((line) => line.split('|')[1]?.trim() ?? '')

  it('has the rows that are checked here', () => {
    expect(cells).toEqual(Object.keys(rows))
  })

  it.each(Object.entries(rows))('is right about: %s', (_row, check) => check())
})
