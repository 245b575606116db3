import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { freePort } from '../../src/database/postmaster.js'
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
}, 60_000)
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
      MODEL_SERVICE_VIDEO_ROOT: api.folder,
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
    expect(before).toBeLessThan(60)
    // Longer than all attempts of a job with the pauses between them.
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
  }, 60_000)
})
