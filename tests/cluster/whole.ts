import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll, isStale } from '../../bin/build.mjs'
import { startObjectServer } from '../support/s3-server.js'
import { startDatabaseCluster } from './database-cluster.js'
import { startHaproxyBeforeApis } from './haproxy.js'
import { startPart, type Part } from './part.js'
import { startPgbouncer } from './pgbouncer.js'
import { password, startRedis, startSentinel } from './redis.js'

export const adminPassword = 'Whole-cluster-password-1'
const video = 'dust-storm.webm'

/**
 * Starts a complete cluster: three API processes behind HAProxy, three workers, the baseline model service, a primary
 * with two standbys behind HAProxy and PgBouncer, three Redis servers with three sentinels, and an object store with one
 * video.
 */
export async function startWhole() {
  if (isStale()) await buildAll()
  const folder = mkdtempSync(join(tmpdir(), 'parallax-whole-'))
  for (const name of ['thumbnails', 'model-thumbnails', 'model-videos', 'uploads']) mkdirSync(join(folder, name))
  const store = await startObjectServer('films')
  store.objects.set(video, readFileSync(join('tests/fixtures/videos', video)))
  const database = await startDatabaseCluster()
  const pooler = await startPgbouncer(database.url, 20)
  const through = new URL(database.url)
  through.port = String(pooler.port)

  const redisPrimary = await startRedis()
  const redis = [redisPrimary]
  for (let n = 0; n < 2; n++) redis.push(await startRedis(`replicaof 127.0.0.1 ${redisPrimary.port}`))
  const sentinels: Part[] = []
  for (let n = 0; n < 3; n++) sentinels.push(await startSentinel(redisPrimary))

  const modelService = await startPart(process.execPath, {
    args: () => ['dist/src/main.js', 'model-service'],
    env: (_folder, port) => ({
      PATH: process.env['PATH'] ?? '',
      MODEL_SERVICE_HOST: '127.0.0.1',
      MODEL_SERVICE_PORT: String(port),
      MODEL_SERVICE_VIDEO_ROOT: folder,
      MODEL_SERVICE_CACHE_FOLDER: join(folder, 'model-videos'),
      THUMBNAIL_OUTPUT_ROOT: join(folder, 'model-thumbnails'),
      OBJSTORE_BUCKET: 'films',
      OBJSTORE_REGION: 'here',
      OBJSTORE_ENDPOINT: store.endpoint,
      LOG_LEVEL: 'fatal',
    }),
  })
  const shared: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: through.href,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_REPLICA_URLS: database.nodeUrls.join(','),
    PREPARED_STATEMENTS: 'off',
    REDIS_SENTINELS: sentinels.map(({ port }) => `127.0.0.1:${port}`).join(','),
    REDIS_SENTINEL_NAME: 'parallax',
    REDIS_USERNAME: 'parallax',
    REDIS_PASSWORD: password,
    MODEL_SERVICE_URL: `http://127.0.0.1:${modelService.port}`,
    MODEL_SERVICE_VIDEO_ROOT: folder,
    THUMBNAIL_OUTPUT_ROOT: join(folder, 'model-thumbnails'),
    THUMBNAIL_PATH: join(folder, 'thumbnails'),
    UPLOAD_PATH: join(folder, 'uploads'),
    VIDEO_STORAGE_TYPE: 'objstore',
    OBJSTORE_BUCKET: 'films',
    OBJSTORE_REGION: 'here',
    OBJSTORE_ENDPOINT: store.endpoint,
    OBJSTORE_ACCESS_KEY_ID: 'key',
    OBJSTORE_SECRET_ACCESS_KEY: 'secret',
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: adminPassword,
    RATE_LIMIT_DISABLED: 'true',
    JOB_LEASE_SECONDS: '5',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    ALLOWED_ORIGINS: 'http://127.0.0.1:3001',
    TRUST_PROXY: '1',
    API_PROCESSES: '1',
    LOG_LEVEL: 'fatal',
  }
  const seeded = spawn(process.execPath, ['dist/src/main.js', 'seed'], { env: shared, stdio: 'inherit' })
  const [code] = await once(seeded, 'exit')
  if (code !== 0) throw new Error(`seed ended with ${code}`)
  const apis: Part[] = []
  const workers: Part[] = []
  for (let n = 0; n < 3; n++) {
    apis.push(
      await startPart(process.execPath, {
        args: () => ['dist/src/main.js', 'serve'],
        env: (_folder, port) => ({ ...shared, PORT: String(port) }),
      }),
    )
    workers.push(
      await startPart(process.execPath, {
        args: () => ['dist/src/main.js', 'worker'],
        env: (_folder, port) => ({ ...shared, METRICS_PORT: String(port) }),
      }),
    )
  }
  const door = await startHaproxyBeforeApis(apis.map(({ port }) => port))
  return {
    url: `http://127.0.0.1:${door.port}`,
    database,
    pooler,
    redis,
    sentinels,
    modelService,
    apis,
    workers,
    door,
    async stop() {
      for (const part of [door, ...workers, ...apis, modelService, ...sentinels, ...redis, pooler]) await part.stop()
      await database.stop()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Whole = Awaited<ReturnType<typeof startWhole>>
