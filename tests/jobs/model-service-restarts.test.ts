import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '@parallax/model-service/media/binaries.js'
import { createWorkers } from '../../src/app.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let workers: { close(): Promise<void> }
let port: number
let service: ChildProcess

beforeAll(async () => {
  port = await freePort()
  api = await startApi({ MODEL_SERVICE_URL: `http://127.0.0.1:${port}` })
  ann = await api.person()
  workers = createWorkers(api.app)
})
afterAll(async () => {
  service.kill('SIGKILL')
  await workers.close()
  await api.stop()
})

async function startService(): Promise<void> {
  service = spawn(process.execPath, ['dist/src/main.js', 'model-service'], {
    env: {
      PATH: process.env.PATH,
      MODEL_SERVICE_HOST: '127.0.0.1',
      MODEL_SERVICE_PORT: String(port),
      MODEL_SERVICE_VIDEO_ROOT: join(api.folder, 'videos'),
      THUMBNAIL_OUTPUT_ROOT: api.folder,
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  })
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(health, { timeout: 30_000, interval: 50 }).toBe(true)
}

async function killService(): Promise<void> {
  const ended = new Promise((done) => service.once('exit', done))
  service.kill('SIGKILL')
  await ended
}

describe('60 jobs whose model service is killed and comes back', () => {
  it('are all completed: a job waits while the service is away, which costs it no attempt (J-02)', async () => {
    await startService()
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
    const extract = async (n: number) => {
      const summary = 'The ship left the harbour at noon. Two tugs towed it.'
      const { id } = await made(ann.post('/api/summaries', { videoId: `v${n}`, personaId, summary }))
      return (await made(ann.post(`/api/summaries/${id}/claims/extract`, {}))).jobId as string
    }
    const statuses = async () => {
      const { rows } = await api.app.services.pool.query<{ status: string; count: number }>(
        'select status, count(*)::int as count from jobs group by status',
      )
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    }
    for (let n = 0; n < 30; n += 1) await extract(n)
    await expect.poll(async () => (await statuses()).completed ?? 0, { timeout: 30_000 }).toBeGreaterThan(0)
    await killService()
    const before = (await statuses()).completed ?? 0
    for (let n = 30; n < 60; n += 1) await extract(n)
    // Longer than all attempts of a job together with the pauses between them.
    await sleep(9000)
    expect((await statuses()).failed ?? 0).toBe(0)
    await startService()
    await expect.poll(async () => (await statuses()).completed ?? 0, { timeout: 60_000 }).toBeGreaterThan(before + 5)
    await killService()
    await startService()
    await expect.poll(statuses, { timeout: 90_000, interval: 200 }).toEqual({ completed: 60 })
  }, 240_000)

  it('can be cancelled while they wait', async () => {
    await killService()
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
    const input = { videoId: 'last', personaId, summary: 'The ship left.' }
    const { id } = await made(ann.post('/api/summaries', input))
    const { jobId } = await made(ann.post(`/api/summaries/${id}/claims/extract`, {}))
    const status = async () => (await made(ann.get(`/api/jobs/${jobId}`))).status as string
    await expect.poll(status, { timeout: 30_000 }).toBe('active')
    await made(ann.post(`/api/jobs/${jobId}/cancel`))
    expect(await status()).toBe('failed')
  })
})

describe('a model service that is killed in the middle', () => {
  let videoId: string
  beforeAll(async () => {
    const videos = join(api.folder, 'videos')
    mkdirSync(videos, { recursive: true })
    // A clip of two seconds with people who walk, a sign to read and a voice.
    execFileSync(programPath('ffmpeg'), [
      ...['-nostdin', '-v', 'error', '-i', 'tests/fixtures/videos/pedestrians.webm'],
      ...['-i', 'tests/fixtures/pictures/sign-1.png', '-i', 'tests/fixtures/sounds/speech-1.mp3'],
      ...['-filter_complex', '[0][1]overlay=60:40[v]', '-map', '[v]', '-map', '2:a', '-t', '2', '-pix_fmt', 'yuv420p'],
      join(videos, 'walk.mp4'),
    ])
    ;(api.app.services.config.modelService as { videoRoot: string }).videoRoot = videos
    await made((await api.admin()).post('/api/videos/sync'))
    videoId = (await ann.get('/api/videos')).body[0].id
  })

  /** Kills the model service once it has loaded the model of a task. */
  async function killDuring(task: string): Promise<void> {
    const works = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/models/status`).catch(() => undefined)
      const { loaded_models: loaded } = ((await answer?.json()) ?? {}) as { loaded_models?: object }
      return Object.hasOwn(loaded ?? {}, task)
    }
    await expect.poll(works, { timeout: 90_000, interval: 10 }).toBe(true)
    await killService()
  }
  const ended = async (jobId: string) => {
    const job = async () => (await made(ann.get(`/api/jobs/${jobId}`))) as { status: string; error: string | null }
    await expect.poll(async () => (await job()).status, { timeout: 120_000, interval: 200 }).toBe('completed')
    return job()
  }

  it.each([
    ['looks', 'object_detection'],
    ['reads', 'text_reading'],
    ['listens', 'speech_detection'],
  ])(
    'while it %s leaves no half summary, and the job ends once with a whole one (J-02)',
    async (_what, task) => {
      const { id: personaId } = await made(ann.post('/api/personas', { name: task, role: 'r', informationNeed: 'i' }))
      await startService()
      const input = { videoId, personaId, enableAudio: true }
      const { jobId } = await made(ann.post('/api/videos/summaries/generate', input))
      await killDuring(task)
      expect((await ann.get(`/api/videos/${videoId}/summaries/${personaId}`)).status).toBe(404)
      await startService()
      await ended(jobId)
      const { summary, evidence } = await made(ann.get(`/api/videos/${videoId}/summaries/${personaId}`))
      expect(evidence.map(({ source }: any) => source)).toEqual(expect.arrayContaining(['seen', 'read', 'heard']))
      expect(summary).toContain('EXIT 42 North Gate')
      await killService()
    },
    240_000,
  )

  it('while it follows something leaves no annotation, and the job ends once with one', async () => {
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'f', role: 'r', informationNeed: 'i' }))
    await startService()
    const { jobId } = await made(
      ann.post(`/api/videos/${videoId}/track`, {
        ...{ type: 'type', label: 'walker', personaId },
        frame: 10,
        box: { x: 300, y: 200, width: 40, height: 90 },
      }),
    )
    await killDuring('object_detection')
    expect((await ann.get(`/api/annotations/${videoId}`)).body).toEqual([])
    await startService()
    await ended(jobId)
    expect((await ann.get(`/api/annotations/${videoId}`)).body).toHaveLength(1)
    await killService()
  }, 240_000)

  it('while it detects is told to who asked, and keeps nothing', async () => {
    await startService()
    const frameNumbers = Array.from({ length: 60 }, (_, n) => n)
    const asked = ann.post(`/api/videos/${videoId}/detect`, { manualQuery: 'person', frameNumbers })
    await killDuring('object_detection')
    const { status, body } = await asked
    expect([status, body.code]).toEqual([502, 'MODEL_SERVICE_UNREACHABLE'])
  }, 120_000)
})
