import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { inZone } from '../support/zone.js'
import { persona, summary } from '../exchange/lines.js'
import { exportLines, importLines } from '../exchange/support.js'

let api: TestApi
let ann: Person
let personaId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  personaId = (await made(ann.post('/api/personas', { name: 'P', role: 'R', informationNeed: 'I' }))).id
})
afterAll(() => api.stop())

const noTimes = [
  ['30 February', '2024-02-30T00:00:00Z'],
  ['25 o’clock', '2024-01-01T25:00:00Z'],
  ['the year 0000', '0000-01-01T00:00:00Z'],
  ['the year before the first by its offset', '0001-01-01T00:00:00+01:00'],
  ['an offset of sixteen hours', '2024-01-01T00:00:00+16:00'],
]

describe('a time that no calendar has', () => {
  it.each(noTimes)('is refused over REST, naming the field: %s (G-03, G-09)', async (_name, processedAtVisual) => {
    const input = { videoId: 'v', personaId, summary: [], processedAtVisual }
    const answer = await ann.post('/api/summaries', input)
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', details: [{ field: 'processedAtVisual', message: 'must be an ISO 8601 timestamp' }] },
    ])
  })

  it.each(noTimes)('is refused over GraphQL, naming the field: %s (G-03, G-09)', async (_name, processedAtVisual) => {
    const query = 'mutation ($input: SaveSummaryInput!) { saveSummary(input: $input) { summary { id } } }'
    const input = { videoId: 'v', personaId, summary: [], processedAtVisual }
    const { errors } = await ann.graph(query, { input })
    expect(errors).toHaveLength(1)
    expect(errors).toMatchObject([
      { extensions: { code: 'VALIDATION_ERROR', details: [{ field: 'input.processedAtVisual' }] } },
    ])
  })

  it('is read as absent from lines of an import, not as a day of the next month (I-39)', async () => {
    const ben = await api.person()
    const before = Date.now()
    const one = persona({ createdAt: noTimes[0]![1] })
    await importLines(ben, [one, summary(one.data.id, { processedAtVisual: noTimes[0]![1] })])
    const [kept, its] = (await exportLines(ben)).filter(({ type }) => ['persona', 'summary'].includes(type))
    expect(Date.parse(kept.data.createdAt)).toBeGreaterThanOrEqual(before - 1)
    expect(its.data.processedAtVisual).toBeNull()
  })
})

describe('a cursor with a time that no calendar has', () => {
  it('is none, naming the argument (G-03)', async () => {
    const { personas } = (await made(ann.graph('{ personas(first: 1) { pageInfo { endCursor } } }'))) as any
    const [mark, , ...key] = JSON.parse(Buffer.from(personas.pageInfo.endCursor, 'base64url').toString())
    const after = Buffer.from(JSON.stringify([mark, '2024-02-30T00:00:00.000Z', ...key])).toString('base64url')
    const { errors } = await ann.graph(
      'query ($after: String) { personas(first: 1, after: $after) { nodes { id } } }',
      { after },
    )
    expect(errors).toMatchObject([
      { extensions: { code: 'VALIDATION_ERROR', details: [{ field: 'after', message: 'is not a cursor' }] } },
    ])
  })
})

describe('a time without an offset is UTC where the server stands in New York', () => {
  const atTen = '2099-01-01T10:00:00'

  it('as the end of a share, through REST and GraphQL (G-09, SH-01)', async () => {
    const ben = await api.person()
    const to = { resourceId: personaId, expiresAt: atTen }
    const [rest, graph] = await inZone('America/New_York', async () => [
      await made(ann.post('/api/sharing', { ...to, resourceType: 'persona', sharedWithUserId: ben.id })),
      await made(
        ann.graph('mutation ($input: ShareResourceInput!) { shareResource(input: $input) { share { expiresAt } } }', {
          input: { ...to, resourceType: 'PERSONA', receiver: { userId: ben.id } },
        }),
      ),
    ])
    expect([rest.expiresAt, graph.shareResource.share.expiresAt]).toEqual([`${atTen}.000Z`, `${atTen}.000Z`])
  })

  it('as the time from which and before which imports are listed (G-09)', async () => {
    const ben = await api.person()
    await importLines(ben, [persona()])
    const anHour = (from: number) => new Date(api.clock.now().getTime() + from * 3_600_000).toISOString().slice(0, 19)
    const count = async (since: string, until: string) =>
      (
        await made(
          ben.graph(
            'query ($since: DateTime, $until: DateTime) { imports(filter: { since: $since, until: $until }) { totalCount } }',
            { since, until },
          ),
        )
      ).imports.totalCount
    await inZone('America/New_York', async () => {
      expect(await count(anHour(-1), anHour(1))).toBe(1)
      expect(await count(anHour(1), anHour(2))).toBe(0)
      expect(await count(anHour(-2), anHour(-1))).toBe(0)
    })
  })

  it('as the time since which sessions are in use (G-09)', async () => {
    const ben = await api.person()
    const anHour = (from: number) => new Date(api.clock.now().getTime() + from * 3_600_000).toISOString().slice(0, 19)
    const count = async (activeSince: string) =>
      (
        await made(
          ben.graph(
            'query ($activeSince: DateTime) { sessions(first: 9, filter: { activeSince: $activeSince }) { totalCount } }',
            { activeSince },
          ),
        )
      ).sessions.totalCount
    for (const zone of ['America/New_York', 'Asia/Kolkata'])
      expect(await inZone(zone, async () => [await count(anHour(-1)), await count(anHour(1))])).toEqual([1, 0])
  })

  it('as the time of a row that an import brings, also with a space before the hour (G-09, I-39)', async () => {
    const ben = await api.person()
    const times = { createdAt: '2024-07-01 10:00:00', updatedAt: '2024-07-02T10:00' }
    const kept = await inZone('America/New_York', async () => {
      await importLines(ben, [persona(times)])
      return (await exportLines(ben)).find(({ type }) => type === 'persona').data
    })
    expect([kept.createdAt, kept.updatedAt]).toEqual(['2024-07-01T10:00:00.000Z', '2024-07-02T10:00:00.000Z'])
  })
})

describe('a time finer than milliseconds', () => {
  it.each([
    ['two hundred digits of a second', `2024-01-01T10:00:00.${'1'.repeat(200)}Z`, '2024-01-01T10:00:00.111Z'],
    ['the end of the last year', '9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
  ])('is cut to them before it is kept: %s (G-09)', async (_name, processedAtVisual, kept) => {
    const saved = await made(ann.post('/api/summaries', { videoId: 'v', personaId, summary: '', processedAtVisual }))
    expect(saved.processedAtVisual).toBe(kept)
    const path = `/api/videos/v/summaries/${saved.id}`
    expect((await made(ann.put(path, { processedAtVisual }))).processedAtVisual).toBe(kept)
  })
})
