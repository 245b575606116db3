import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { answer, startFaultyModel, type Behaviour } from '../support/faulty-model.js'
import { made } from '../support/workspace.js'

const kinds = ['summarize', 'extract-claims', 'synthesize-summary'] as const
type Kind = (typeof kinds)[number]

const halfSent: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 }).write('{"summary_id":')
  setTimeout(() => response.destroy(), 20)
}

/** For each fault: how the service behaves, how often it is asked, and the final error of the job. */
const faults: Record<string, { behave: Behaviour; attempts: number; error: RegExp }> = {
  'half-sent': { behave: halfSent, attempts: 3, error: /^Model service is unavailable$/ },
  'no-json': { behave: answer(200, '<html>busy</html>'), attempts: 3, error: /not JSON/ },
  'other-shape': {
    behave: answer(200, { summary_id: 7, summary: 7, claims: 7, summary_gloss: 7 }),
    attempts: 3,
    error: /another shape/,
  },
  'bad-request': { behave: answer(400, { detail: 'frames are missing' }), attempts: 1, error: /^frames are missing$/ },
  'not-found': { behave: answer(404, { detail: 'no such file' }), attempts: 1, error: /^no such file$/ },
  forbidden: { behave: answer(403, { detail: 'no such key' }), attempts: 1, error: /^no such key$/ },
  'too-large': {
    behave: answer(413, { detail: 'the video is too large' }),
    attempts: 1,
    error: /^the video is too large$/,
  },
  'too-many': { behave: answer(429, { detail: 'quota used up' }), attempts: 3, error: /^quota used up$/ },
  'server-fault': { behave: answer(500, { detail: 'out of memory' }), attempts: 3, error: /^out of memory$/ },
  overloaded: { behave: answer(503, { detail: 'no model' }), attempts: 3, error: /^no model$/ },
  'too-slow': { behave: () => undefined, attempts: 3, error: /^MODEL_SERVICE_TIMEOUT: / },
}

let api: TestApi
let ann: Person
let model: Awaited<ReturnType<typeof startFaultyModel>>
let workers: { close(): Promise<void> }
let videoId: string
let refresh: NodeJS.Timeout
const asked = new Map<string, number>()
const runs = new Map<string, Started[]>()

beforeAll(async () => {
  model = await startFaultyModel()
  model.behave((request, response, body) => {
    // The texts of the job name the fault that it is to meet.
    const fault = /fault:([a-z-]+)/.exec(body)?.[1]
    if (fault === undefined)
      return answer(200, { models: {}, inference: {}, cuda_available: false, total_vram_gb: 0 })(
        request,
        response,
        body,
      )
    const key = `${request.url?.slice('/api/'.length)} ${fault}`
    asked.set(key, (asked.get(key) ?? 0) + 1)
    return faults[fault]?.behave(request, response, body)
  })
  api = await startApi({
    MODEL_SERVICE_URL: model.url,
    MODEL_SERVICE_TIMEOUT_SUMMARIZE_MS: '1500',
    MODEL_SERVICE_TIMEOUT_EXTRACT_CLAIMS_MS: '1600',
    MODEL_SERVICE_TIMEOUT_SYNTHESIZE_MS: '1700',
  })
  const videos = join(api.folder, 'videos')
  copyFileSync('tests/fixtures/videos/dust-storm.webm', join(videos, 'dust-storm.webm'))
  await made((await api.admin()).post('/api/videos/sync'))
  ann = await api.person('ann')
  videoId = (await ann.get('/api/videos')).body[0].id
  workers = createWorkers(api.app)
  // Regular successful answers keep the circuit breaker closed, so that every job meets only its own fault. At teardown
  // this request may find no server.
  refresh = setInterval(() => void ann.get('/api/models/config').catch(() => undefined), 50)
  for (const fault of Object.keys(faults)) runs.set(fault, await Promise.all(kinds.map((kind) => start(kind, fault))))
})
afterAll(async () => {
  clearInterval(refresh)
  await workers.close()
  await api.stop()
  await model.stop()
})

interface Started {
  jobId: string
  /** Reads what a successful job would have changed. */
  effect(): Promise<unknown>
}

async function start(kind: Kind, fault: string): Promise<Started> {
  const words = `fault:${fault}`
  const personaId = (await ann.post('/api/personas', { name: 'p', role: words, informationNeed: words })).body.id
  const saved = `/api/videos/${videoId}/summaries/${personaId}`
  if (kind === 'summarize') {
    const { body } = await ann.post('/api/videos/summaries/generate', { videoId, personaId })
    return { jobId: body.jobId, effect: async () => (await ann.get(saved)).status }
  }
  const summary = (await ann.post('/api/summaries', { videoId, personaId, summary: words })).body
  expect((await ann.post(`/api/summaries/${summary.id}/claims`, { text: words })).status).toBe(201)
  const [act, wish] = kind === 'extract-claims' ? ['claims/extract', {}] : ['synthesize', { onEdited: 'replace' }]
  const { body } = await ann.post(`/api/summaries/${summary.id}/${act}`, wish)
  return {
    jobId: body.jobId,
    effect: async () => [
      (await ann.get(saved)).body.summary,
      (await ann.get(`/api/summaries/${summary.id}/claims`)).body.length,
    ],
  }
}

async function ended(jobId: string): Promise<any> {
  for (const until = Date.now() + 40_000; Date.now() < until;) {
    const { body } = await ann.get(`/api/jobs/${jobId}`)
    if (body.status === 'completed' || body.status === 'failed') return body
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`job ${jobId} did not end`)
}

const unchanged = (kind: Kind, fault: string) => (kind === 'summarize' ? 404 : [`fault:${fault}`, 1])

describe('a job of each kind, with a model service that', () => {
  it.each(Object.entries(faults).map(([fault, rest]) => ({ fault, ...rest })))(
    'is $fault: fails with a clear error after $attempts attempts, and changes nothing (J-02, J-10)',
    async ({ fault, attempts, error }) => {
      const started = runs.get(fault) ?? []
      const jobs = await Promise.all(started.map(({ jobId }) => ended(jobId)))
      for (const [i, kind] of kinds.entries()) {
        expect([kind, jobs[i].status, jobs[i].error, jobs[i].result]).toEqual([
          kind,
          'failed',
          expect.stringMatching(error),
          null,
        ])
        expect([kind, asked.get(`${kind} ${fault}`)]).toEqual([kind, attempts])
        expect([kind, await started[i]?.effect()]).toEqual([kind, unchanged(kind, fault)])
      }
    },
    60_000,
  )
})
