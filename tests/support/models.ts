import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startModelService } from '@parallax/model-service/server.js'
import { readModelServiceConfig } from '@parallax/model-service/config.js'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from './api.js'

const sample = fileURLToPath(new URL('../fixtures/videos/', import.meta.url))

export interface WorkingApi extends TestApi {
  videoId: string
  /** Polls until the job is completed or failed and returns it; throws after `timeoutMs`. */
  ended(person: Person, jobId: string, timeoutMs?: number): Promise<any>
}

/** Starts the API, a worker and the real baseline model service on the sample video. */
export async function startWorkingApi(env: Record<string, string> = {}): Promise<WorkingApi> {
  const api = await startApiWithVideo(env)
  const workers = createWorkers(api.app)
  return {
    ...api,
    async ended(person, jobId, timeoutMs = 150_000) {
      for (const until = Date.now() + timeoutMs; Date.now() < until;) {
        const { body } = await person.get(`/api/jobs/${jobId}`)
        if (body.status === 'completed' || body.status === 'failed') return body
        await new Promise((done) => setTimeout(done, 100))
      }
      throw new Error(`job ${jobId} did not end`)
    },
    async stop() {
      await workers.close()
      await api.stop()
    },
  }
}

async function startApiWithVideo(env: Record<string, string>): Promise<TestApi & { videoId: string }> {
  const modelPort = await import('../../src/database/launch/postmaster.js').then((one) => one.freePort())
  const api = await startApi({ MODEL_SERVICE_URL: `http://127.0.0.1:${modelPort}`, ...env })
  const videos = join(api.folder, 'videos')
  mkdirSync(videos, { recursive: true })
  for (const name of ['dust-storm.webm', 'dust-storm.info.json']) copyFileSync(join(sample, name), join(videos, name))
  const models = await startModelService(
    readModelServiceConfig({
      MODEL_SERVICE_PORT: String(modelPort),
      MODEL_SERVICE_VIDEO_ROOT: videos,
      THUMBNAIL_OUTPUT_ROOT: join(api.folder, 'made'),
      LOG_LEVEL: 'silent',
    }),
  )
  ;(api.app.services.config.modelService as { videoRoot: string }).videoRoot = videos
  const synced = await (await api.admin()).post('/api/videos/sync')
  if (synced.status !== 200) throw new Error(`sync answered ${synced.status} ${synced.text}`)
  const [video] = (await (await api.admin()).get('/api/videos')).body
  return {
    ...api,
    videoId: video.id,
    async stop() {
      await api.stop()
      await models.close()
    },
  }
}
