import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { startApi } from '../support/api.js'
import { secrets } from '../support/secrets.js'
import { made, unique } from '../support/workspace.js'
import { startReceiver } from './receiver.js'

it(
  'no change is left out of the messages of a webhook, however often its worker is killed',
  { timeout: 180_000 },
  async () => {
    if (isStale()) await buildAll()
    const api = await startApi({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT_MS: '1000' })
    const receiver = await startReceiver()
    // Slow enough that most kills come while a message is on its way.
    receiver.behave((_request, response) => void setTimeout(() => response.writeHead(204).end(), 150))
    const ann = await api.person()
    const work = () =>
      spawn(process.execPath, ['dist/src/main.js', 'worker'], {
        env: {
          ...process.env,
          ...secrets,
          DATABASE_URL: api.app.services.config.database.url,
          STORAGE_PATH: api.folder,
          THUMBNAIL_PATH: api.folder,
          EXPORT_PATH: api.folder,
          UPLOAD_PATH: api.folder,
          WEBHOOK_ALLOW_PRIVATE: 'true',
          WEBHOOK_TIMEOUT_MS: '1000',
          OTEL_EXPORTER_OTLP_ENDPOINT: '',
          MODEL_SERVICE_URL: 'http://127.0.0.1:9',
          LOG_LEVEL: 'silent',
          NODE_ENV: 'test',
        },
        stdio: 'ignore',
      })
    const made1 = async (projectId: string) =>
      (await made(ann.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C', projectId }))).id as string
    let worker = work()
    try {
      const projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
      await made(ann.post('/api/webhooks', { url: receiver.url, projectId, kinds: ['persona'] }))
      const wanted: string[] = []
      let kills = 0
      for (let round = 0; round < 5; round++) {
        const before = receiver.messages.length
        wanted.push(await made1(projectId))
        await expect.poll(() => receiver.messages.length, { timeout: 40_000, interval: 20 }).toBeGreaterThan(before)
        for (let n = 0; n < 3; n++) wanted.push(await made1(projectId))
        await sleep(Math.random() * 400)
        worker.kill('SIGKILL')
        await once(worker, 'exit')
        kills += 1
        worker = work()
      }
      const told = () => receiver.changes().map(({ thing }) => thing)
      await expect.poll(told, { timeout: 60_000, interval: 50 }).toEqual(wanted)
      expect(kills).toBe(5)
    } finally {
      worker.kill('SIGTERM')
      if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit')
      await receiver.close()
      await api.stop()
    }
  },
)
