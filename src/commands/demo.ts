import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../database/launch/postmaster.js'
import { Client } from './demo-client.js'
import { annotation, ontology, persona, renamed, world } from './demo-content.js'

interface DemoServer {
  url: string
  adminPassword: string
  stop(): Promise<void>
}

const nestedClaims = `query ($id: ID!) {
  video(id: $id) {
    filename
    summaries { visualModelUsed claims { text confidence textSpans { charStart charEnd } subclaims { text subclaims { text subclaims { text } } } } }
  }
}`

/**
 * The command `parallax demo [VIDEO]`: goes through the whole workflow step by step, from signing in to export and
 * import, against a fresh server of its own or a running one (PARALLAX_URL with ADMIN_PASSWORD). Returns 1 when a step
 * fails or the round trip loses anything, and 2 when there is no such video.
 */
export async function demo(args: string[]): Promise<number> {
  const [video = 'tests/fixtures/videos/dust-storm.webm'] = args
  if (!process.env['PARALLAX_URL'] && !existsSync(video)) {
    process.stderr.write(`There is no video at ${video}\n`)
    return 2
  }
  let server: DemoServer | undefined
  try {
    server = await timed(
      'start a server',
      () => runningServer() ?? startServer(resolve(video)),
      (one) => one.url,
    )
    return await mainJob(server, basename(video))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await server?.stop()
  }
}

async function timed<T>(step: string, act: () => Promise<T>, tell: (result: T) => string): Promise<T> {
  const startedAt = performance.now()
  const result = await act()
  const ms = Math.round(performance.now() - startedAt)
  process.stdout.write(`${step.padEnd(44)} ${String(ms).padStart(6)} ms  ${tell(result)}\n`)
  return result
}

function runningServer(): Promise<DemoServer> | null {
  const url = process.env['PARALLAX_URL']
  return url
    ? Promise.resolve({ url, adminPassword: process.env['ADMIN_PASSWORD'] ?? '', stop: async () => undefined })
    : null
}

/**
 * Variables that name the parts of another installation. The demo's server does not get them: it has parts of its own,
 * and touches no others.
 */
const ofAnotherServer =
  /^(DATABASE_|REDIS_|MODEL_SERVICE_|VIDEO_STORAGE_TYPE|THUMBNAIL_|UPLOAD_PATH|OBJSTORE_|CDN_|SERVICE_MODE|SINGLE_USER_MODE|HOST|METRICS_PORT)/

async function startServer(video: string): Promise<DemoServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parallax-demo-'))
  const videos = join(dataDir, 'videos')
  mkdirSync(videos)
  copyFileSync(video, join(videos, basename(video)))
  const sidecar = video.replace(/\.[^.]+$/, '.info.json')
  if (existsSync(sidecar)) copyFileSync(sidecar, join(videos, basename(sidecar)))
  const port = await freePort()
  const adminPassword = randomBytes(12).toString('hex')
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofAnotherServer.test(name)))
  const env = {
    ...own,
    PORT: String(port),
    PARALLAX_DATA_DIR: dataDir,
    STORAGE_PATH: videos,
    ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'up'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, adminPassword, stop }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    const ready = await fetch(`${url}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(100)
  }
  child.kill('SIGINT')
  throw new Error('the server was not ready within 30 s')
}

async function mainJob({ url, adminPassword }: DemoServer, filename: string): Promise<number> {
  const admin = new Client(url)
  await timed(
    'sign in as administrator',
    () => admin.login('admin', adminPassword),
    () => 'admin',
  )
  await timed(
    'synchronise the videos',
    () => admin.post('/api/videos/sync'),
    (found) => JSON.stringify(found),
  )
  const [ann, ben] = await timed(
    'make two users',
    () => Promise.all([newUser(admin, url, 'ann'), newUser(admin, url, 'ben')]),
    () => 'ann, ben',
  )
  const videos = await ann.get<{ id: string; filename: string }[]>('/api/videos')
  const video = videos.find((one) => one.filename === filename) ?? videos[0]
  if (!video) throw new Error('the server has no video')

  const { id: personaId } = await timed(
    'make a persona',
    () => ann.post<{ id: string }>('/api/personas', persona),
    (made) => made.id,
  )
  await timed(
    'give it an ontology',
    () => ann.put(`/api/personas/${personaId}/ontology`, ontology(personaId)),
    () => 'entity, event, role and relation types',
  )
  await timed(
    'describe the world',
    () => ann.put('/api/world', world(personaId)),
    () => 'entities, an event, a time, a collection',
  )
  for (const kind of ['type', 'object'] as const) {
    await timed(
      `annotate the video (${kind})`,
      () => ann.post<{ id: string }>('/api/annotations', annotation(kind, video.id, personaId)),
      (made) => made.id,
    )
  }

  const summarized = await timed(
    'summarize the video',
    () => ann.job('/api/videos/summaries/generate', { videoId: video.id, personaId, enableAudio: true }),
    (job) => job.status,
  )
  const summary = await ann.get<{ id: string; summary: string }>(`/api/videos/${video.id}/summaries/${personaId}`)
  process.stdout.write(`    ${summary.summary.replaceAll('\n', '\n    ')}\n`)
  const extracted = await timed(
    'extract claims',
    () =>
      ann.job(`/api/summaries/${summary.id}/claims/extract`, {
        strategy: 'hierarchical',
        minConfidence: 0,
        includeOntology: true,
      }),
    (job) => `${job.result?.['count']} claims`,
  )
  if (summarized.status !== 'completed' || extracted.status !== 'completed')
    throw new Error(summarized.error ?? extracted.error ?? 'a job failed')
  await timed(
    'nested claims by one GraphQL query',
    () => ann.graph(nestedClaims, { id: video.id }),
    (data) => `${JSON.stringify(data).length} bytes`,
  )

  const first = await timed(
    'export everything',
    () => ann.text('/api/export/all'),
    (text) => `${text.trim().split('\n').length} lines`,
  )
  const report = await timed(
    'import it as another user',
    () => ben.upload('/api/import', 'export.jsonl', first),
    (one) => JSON.stringify(one['summary']),
  )
  const second = await timed(
    'export it again',
    () => ben.text('/api/export/all'),
    (text) => `${text.trim().split('\n').length} lines`,
  )
  const same = renamed(first) === renamed(second) && report['success'] === true
  process.stdout.write(
    same ? 'Nothing was lost: both exports are equal but for the new ids.\n' : 'The exports differ.\n',
  )
  return same ? 0 : 1
}

async function newUser(admin: Client, url: string, name: string): Promise<Client> {
  const username = `${name}-${randomBytes(3).toString('hex')}`
  const password = randomBytes(9).toString('hex')
  await admin.post('/api/admin/users', { username, displayName: name, password })
  const client = new Client(url)
  await client.login(username, password)
  return client
}
