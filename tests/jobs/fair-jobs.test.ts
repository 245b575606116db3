import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startFaultyModel } from '../support/faulty-model.js'
import { made } from '../support/workspace.js'

interface Writer {
  who: Person
  summaryId: string
}

let api: TestApi
let model: Awaited<ReturnType<typeof startFaultyModel>>
let workers: { close(): Promise<void> } | undefined
/** The summary ids of the calls that the model service received, in order. */
const called: string[] = []
const answers: (() => void)[] = []
let isHeld = false

beforeAll(async () => {
  model = await startFaultyModel()
  model.behave((_request, response, body) => {
    const { summary_id } = JSON.parse(body) as { summary_id: string }
    called.push(summary_id)
    const none = { summary_id, claims: [], model_used: 'm', processing_time: 0.1 }
    const end = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(none))
    if (isHeld) answers.push(end)
    else end()
  })
  api = await startApi({ MODEL_SERVICE_URL: model.url, JOBS_OPEN_PER_USER: '40' })
})
afterAll(async () => {
  letGo()
  await workers?.close()
  await api.stop()
  await model.stop()
})
beforeEach(() => {
  called.length = 0
})

function letGo(): void {
  isHeld = false
  for (const end of answers.splice(0)) end()
}

async function writer(): Promise<Writer> {
  const who = await api.person()
  const persona = await made(who.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
  const summary = await made(who.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 'A text.' }))
  return { who, summaryId: summary.id }
}
const extract = ({ who, summaryId }: Writer, maxClaims = 50) =>
  who.post(`/api/summaries/${summaryId}/claims/extract`, { maxClaims })

async function ended({ who }: Writer, jobId: string): Promise<string> {
  await expect
    .poll(async () => (await made(who.get(`/api/jobs/${jobId}`))).status, { timeout: 20_000 })
    .toMatch(/completed|failed/)
  return (await made(who.get(`/api/jobs/${jobId}`))).status
}

describe('jobs that wait', () => {
  it('are one where they are equal: the second request answers the first job, also at the same time', async () => {
    const ann = await writer()
    const asked = await Promise.all(Array.from({ length: 150 }, () => made(extract(ann))))
    expect(new Set(asked.map(({ jobId }) => jobId)).size).toBe(1)
    const other = await made(extract(ann, 7))
    expect(other.jobId).not.toBe(asked[0].jobId)
    expect((await made(ann.who.graph('{ jobs { totalCount } }'))).jobs.totalCount).toBe(2)
  })

  it('of one person have a number; one more is 429 with Retry-After, and others are not concerned', async () => {
    const [ann, ben] = [await writer(), await writer()]
    const first = await Promise.all(Array.from({ length: 40 }, (_, n) => made(extract(ann, n + 1))))
    const refused = await extract(ann, 41)
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retryAfter)
    // An equal request joins the job that exists and does not count.
    expect((await made(extract(ann, 1))).jobId).toBe(first[0].jobId)
    await made(extract(ben))
    await made(ann.who.post(`/api/jobs/${first[3].jobId}/cancel`))
    await made(extract(ann, 41))
  })

  it('are begun in turn: the first of a person comes before the many of another', async () => {
    isHeld = true
    const [ann, ben] = [await writer(), await writer()]
    const many = await Promise.all(Array.from({ length: 30 }, (_, n) => made(extract(ann, n + 1))))
    await api.app.services.db.deleteFrom('jobs').where('userId', 'not in', [ann.who.id, ben.who.id]).execute()
    workers = createWorkers(api.app)
    await expect.poll(() => called.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
    const begun = called.length
    const { jobId } = await made(extract(ben))
    letGo()
    expect(await ended(ben, jobId)).toBe('completed')
    for (const one of many) expect(await ended(ann, one.jobId)).toBe('completed')
    expect(called).toHaveLength(31)
    // Before it may come only the jobs that had begun and those with the same turn.
    expect(called.indexOf(ben.summaryId)).toBeLessThan(begun + 6)
  })
})
