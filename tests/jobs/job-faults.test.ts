import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { createWorkers } from '../../src/app.js'
import { sweepJobs } from '../../src/jobs/job-runner.service.js'
import { startApi, type Person } from '../support/api.js'
import { answer, startFaultyModel } from '../support/faulty-model.js'
import { made, makeVideo, unique } from '../support/workspace.js'

// The time limit is too long to end any call, so a connection that closes was given up by its worker.
const limits = { MODEL_SERVICE_TIMEOUT_EXTRACT_CLAIMS_MS: '20000', JOB_LEASE_SECONDS: '2' }

/** Starts an API without a worker, whose model service behaves as a test tells it. */
async function open() {
  const model = await startFaultyModel()
  const env = { MODEL_SERVICE_URL: model.url, ...limits }
  const api = await startApi(env)
  const ann = await api.person('ann')
  const persona = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
  let count = 0

  async function newSummary(): Promise<string> {
    const summary = { videoId: `v${count++}`, personaId: persona.id, summary: 'A text. Another text.' }
    return (await made(ann.post('/api/summaries', summary))).id
  }

  async function extract(): Promise<{ summaryId: string; jobId: string }> {
    const summaryId = await newSummary()
    return {
      summaryId,
      jobId: (await made(ann.post(`/api/summaries/${summaryId}/claims/extract`, { minConfidence: 0 }))).jobId,
    }
  }

  async function ended(jobId: string, person = ann, timeoutMs = 25_000): Promise<any> {
    for (const until = Date.now() + timeoutMs; Date.now() < until;) {
      const { body } = await person.get(`/api/jobs/${jobId}`)
      if (body.status === 'completed' || body.status === 'failed') return body
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error(`job ${jobId} did not end: ${(await ann.get(`/api/jobs/${jobId}`)).text}`)
  }

  const stop = async () => {
    await api.stop()
    await model.stop()
  }
  return { model, env, api, ann, extract, ended, stop }
}
type Place = Awaited<ReturnType<typeof open>>

const goodAnswer = {
  summary_id: 's',
  claims: [{ text: 'A text.', confidence: 0.9, sentence_index: 0, char_start: 0, char_end: 7, subclaims: [] }],
  model_used: 'm',
  processing_time: 0.1,
}
const good = answer(200, goodAnswer)

/** The answer of a detection that found one person, who stands still, on each of the frames. */
const walkersOn = (frames: readonly number[]) => ({
  ...{ id: 'd', query: 'person', model_used: 'm', processing_time: 0.1, total_detections: frames.length },
  ...{ video_width: 640, video_height: 360 },
  frames: frames.map((frame) => ({
    ...{ frame_number: frame, timestamp: frame / 5 },
    detections: [
      {
        ...{ label: 'person', confidence: 0.9, track_id: 't' },
        bounding_box: { x: 0.1, y: 0.2, width: 0.1, height: 0.3 },
      },
    ],
  })),
})

// Each of the two has a database of its own, and waits beside the other for pauses and for leases that run out.
describe.concurrent('a job whose model service misbehaves', () => {
  let place: Place
  let { model, api, ann, extract, ended } = {} as Place
  let workers: { close(): Promise<void> } | undefined
  beforeAll(async () => {
    place = await open()
    ;({ model, api, ann, extract, ended } = place)
    workers = createWorkers(api.app)
  })
  afterAll(async () => {
    await workers?.close()
    await place.stop()
  })

  it.sequential('is tried three times with growing pauses and then failed, nothing half-saved (J-02)', async () => {
    model.behave(answer(500, { detail: 'out of memory' }))
    const asked = model.asked.length
    const { summaryId, jobId } = await extract()
    const job = await ended(jobId)
    expect(job).toMatchObject({
      status: 'failed',
      state: 'failed',
      error: 'out of memory',
      failedReason: 'out of memory',
      result: null,
    })
    expect(model.asked.length - asked).toBe(3)
    expect(Date.parse(job.failedAt) - Date.parse(job.createdAt)).toBeGreaterThan(5500)
    expect((await ann.get(`/api/summaries/${summaryId}/claims`)).body).toEqual([])
  })

  it.sequential('is not tried again after a refusal, and says what was refused (J-02)', async () => {
    model.behave(answer(422, { detail: 'summary_text is too long' }))
    const asked = model.asked.length
    const { jobId } = await extract()
    expect(await ended(jobId)).toMatchObject({ status: 'failed', error: 'summary_text is too long' })
    expect(model.asked.length - asked).toBe(1)
  })

  it.sequential('completes when a later attempt succeeds, and shows `delayed` in between (J-01, J-07)', async () => {
    let calls = 0
    model.behave((request, response, body) =>
      (++calls === 1 ? answer(503, { detail: 'warming up' }) : good)(request, response, body),
    )
    const { jobId } = await extract()
    const states = new Set<string>()
    for (const until = Date.now() + 10_000; Date.now() < until && !states.has('completed');) {
      states.add((await ann.get(`/api/jobs/${jobId}`)).body.status)
      await new Promise((done) => setTimeout(done, 50))
    }
    expect([...states]).toEqual(expect.arrayContaining(['delayed', 'completed']))
  })

  it.sequential('keeps an answer with characters that no database stores, cleaned of them (G-06)', async () => {
    const { claims, ...rest } = goodAnswer
    const text = '{"text":"A \\u0000text with half a \\ud83d face."}'
    const odd = { ...claims[0], ...(JSON.parse(text) as object) }
    model.behave(answer(200, JSON.stringify({ ...rest, claims: [odd] })))
    const { summaryId, jobId } = await extract()
    expect(await ended(jobId)).toMatchObject({ status: 'completed', result: { count: 1 } })
    const [claim] = await made(ann.get(`/api/summaries/${summaryId}/claims`))
    expect(claim.text).toBe('A text with half a \ufffd face.')
    expect((await made(ann.get(`/api/summaries/${summaryId}/claims`))).length).toBe(1)
  })

  it.sequential('that is cancelled while the model works saves nothing (J-01)', async () => {
    let release: (() => void) | undefined
    model.behave((request, response, body) => void (release = () => good(request, response, body)))
    const { summaryId, jobId } = await extract()
    await expect.poll(() => release).toBeDefined()
    expect((await ann.post(`/api/jobs/${jobId}/cancel`)).body).toMatchObject({ status: 'failed', error: 'Cancelled' })
    release?.()
    // Closing waits for the jobs that are running.
    await workers?.close()
    workers = createWorkers(api.app)
    expect((await ann.get(`/api/jobs/${jobId}`)).body).toMatchObject({ status: 'failed', error: 'Cancelled' })
    expect((await ann.get(`/api/summaries/${summaryId}/claims`)).body).toEqual([])
  })

  it.sequential('ends with a deactivated account, saves nothing, and may be repeated later (AD-09, J-01)', async () => {
    const admin = await api.admin()
    const eva = await api.person()
    const { summaryId, running } = await heldJob(eva)
    const other = await made(eva.post(`/api/summaries/${summaryId}/claims/extract`, { minConfidence: 0.1 }))
    const setActive = (isActive: boolean) => made(admin.put(`/api/admin/users/${eva.id}`, { isActive }))
    await setActive(false)
    const jobs = [running.jobId, other.jobId]
    const deactivated = { status: 'failed', error: 'The account was deactivated' }
    for (const id of jobs) expect((await admin.get(`/api/jobs/${id}`)).body).toMatchObject(deactivated)
    await expect.poll(() => gone).toBe(true)
    release()
    await new Promise((done) => setTimeout(done, 400))
    for (const id of jobs) expect((await admin.get(`/api/jobs/${id}`)).body).toMatchObject(deactivated)
    expect(await claimsOf(summaryId)).toEqual([])

    await setActive(true)
    model.behave(good)
    const again = await made((await api.signIn(eva.username, 'password-1')).post(`/api/jobs/${running.jobId}/retry`))
    expect(await ended(again.jobId, admin)).toMatchObject({ status: 'completed' })
    expect(await claimsOf(summaryId)).toHaveLength(1)
  })

  it.sequential.each(['keep', 'transfer', 'delete'])(
    'saves nothing once its account is deleted, content=%s (U-07)',
    async (content) => {
      const admin = await api.admin()
      const eva = await api.person()
      const { summaryId, running } = await heldJob(eva)
      const to = content === 'transfer' ? `&transferTo=${ann.id}` : ''
      await made(admin.delete(`/api/admin/users/${eva.id}?content=${content}${to}`))
      await expect.poll(() => gone).toBe(true)
      release()
      await new Promise((done) => setTimeout(done, 400))
      const left = await admin.get(`/api/jobs/${running.jobId}`)
      if (left.status === 200) expect(left.body.status).toBe('failed')
      expect(await claimsOf(summaryId)).toEqual([])
    },
  )

  let release = () => undefined as void
  let gone = false

  /**
   * Starts an extraction that the model service holds until `release` is called. `gone` becomes true when the worker
   * has given up the call.
   */
  async function heldJob(person: Person) {
    gone = false
    let called = false
    model.behave((request, response, body) => {
      called = true
      response.once('close', () => (gone = !response.writableFinished))
      release = () => good(request, response, body)
    })
    const project = await made(person.post('/api/projects', { name: 'Team', slug: unique('team') }))
    const persona = await made(
      person.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i', projectId: project.id }),
    )
    const summary = await made(
      person.post('/api/summaries', { videoId: await makeVideo(api), personaId: persona.id, summary: 'A text.' }),
    )
    const running = await made(person.post(`/api/summaries/${summary.id}/claims/extract`, { minConfidence: 0 }))
    await expect.poll(() => called).toBe(true)
    return { summaryId: summary.id as string, running }
  }

  const claimsOf = (summaryId: string) =>
    api.app.services.db.selectFrom('claims').select('id').where('summaryId', '=', summaryId).execute()
})

describe.concurrent('a job whose worker dies', () => {
  let place: Place
  let { model, env, api, ann, extract, ended } = {} as Place
  let workers: { close(): Promise<void> } | undefined
  const children: ChildProcess[] = []
  beforeAll(async () => {
    place = await open()
    ;({ model, env, api, ann, extract, ended } = place)
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await workers?.close()
    await place.stop()
  })

  const start = () => {
    const { config } = api.app.services
    const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))
    const child = spawn(process.execPath, [main, 'worker'], {
      env: {
        ...process.env,
        ...env,
        DATABASE_URL: config.database.directUrl,
        STORAGE_PATH: config.files.root,
        SESSION_SECRET: config.session.secret,
        API_KEY_ENCRYPTION_KEY: config.encryption.key,
        ADMIN_PASSWORD: 'x'.repeat(12),
        OTEL_EXPORTER_OTLP_ENDPOINT: '',
        LOG_LEVEL: 'warn',
      },
      stdio: 'inherit',
    })
    children.push(child)
    return child
  }

  it.sequential('is finished by another one, with one effect (J-01)', async () => {
    if (isStale()) await buildAll()
    let calls = 0
    model.behave((request, response, body) => {
      if (++calls > 1) good(request, response, body)
    })
    const first = start()
    const { summaryId, jobId } = await extract()
    for (let i = 0; calls === 0 && i < 300; i++) await new Promise((done) => setTimeout(done, 50))
    expect(calls).toBe(1)
    first.kill('SIGKILL')
    start()
    const job = await ended(jobId, ann, 40_000)
    expect(job).toMatchObject({ status: 'completed', result: { count: 1 } })
    expect((await ann.get(`/api/summaries/${summaryId}/claims`)).body).toHaveLength(1)
  }, 60_000)

  it.sequential('in the middle of a search in a whole video is begun again by another one, and makes each annotation once', async () => {
    for (const child of children) child.kill('SIGKILL')
    const videoId = await makeVideo(api)
    const read = {
      path: join(api.app.services.config.files.root, 'walk.webm'),
      ...{ sha256: '0'.repeat(64), probedAt: new Date(), fileVersion: 'v', probedVersion: 'v' },
      ...{ codec: 'vp8', rotation: 0, width: 640, height: 360, probedDuration: 30, isVariableRate: false },
      ...{ frameCount: 150, firstTick: 0, rateNumerator: 5, rateDenominator: 1 },
      ...{ tickNumerator: 1, tickDenominator: 5 },
    }
    await api.app.services.db.updateTable('videos').set(read).where('id', '=', videoId).execute()
    const personaId = (await made(ann.post('/api/personas', { name: 'W', role: 'r', informationNeed: 'i' }))).id
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [{ id: 'walker', name: 'Person' }] }))
    const searched: number[][] = []
    let hangs = true
    model.behave((request, response, body) => {
      const { frame_numbers: frames } = JSON.parse(body) as { frame_numbers: number[] }
      searched.push(frames)
      // Two of the three requests of this video are answered; during the third, the worker is killed.
      if (hangs && searched.length === 3) return
      answer(200, walkersOn(frames))(request, response, body)
    })
    const first = start()
    const asked = { personaId, framesPerSecond: 5, types: [{ label: 'person', typeId: 'walker' }] }
    const { jobId } = await made(ann.post(`/api/videos/${videoId}/detections`, asked))
    await expect.poll(() => searched.length, { timeout: 20_000, interval: 20 }).toBe(3)
    expect((await made(ann.get(`/api/jobs/${jobId}`))).progress).toBeGreaterThan(50)
    first.kill('SIGKILL')
    hangs = false
    start()
    const { status, result } = await ended(jobId, ann, 40_000)
    expect([status, result.framesSearched]).toEqual(['completed', 150])
    const batches = [searched[0], searched[1], searched[2]]
    expect(searched).toEqual([...batches, ...batches])
    const stored = (await made(ann.get(`/api/annotations/${videoId}`))) as any[]
    expect(stored.map(({ id }) => id)).toEqual(result.annotationIds)
    const numbers = stored.map(({ frames }) => frames.boxes.map((one: any) => one.frameNumber))
    expect(numbers).toEqual([Array.from({ length: 150 }, (_one, n) => n)])
  }, 60_000)

  it.sequential('and jobs that the queue store has forgotten are sent again by the sweeper (CF-09)', async () => {
    for (const child of children) child.kill('SIGKILL')
    model.behave(good)
    const { jobId } = await extract()
    const board = api.app.services.queue.boards().find((one) => one.name === 'claim-extraction')
    await board?.obliterate({ force: true })
    await new Promise((done) => setTimeout(done, 2200))
    workers = createWorkers(api.app)
    expect(await sweepJobs(api.app.context())).toBe(1)
    expect(await ended(jobId)).toMatchObject({ status: 'completed' })
  })
})
