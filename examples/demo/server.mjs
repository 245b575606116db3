import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const commandLine = fileURLToPath(new URL('../../bin/parallax.mjs', import.meta.url))

/**
 * Variables that name the parts of another installation. The demo's server does not get them: it has parts of its own,
 * and touches no others.
 */
const ofAnotherServer =
  /^(DATABASE_|REDIS_|MODEL_SERVICE_|VIDEO_STORAGE_TYPE|THUMBNAIL_|UPLOAD_PATH|OBJSTORE_|CDN_|SERVICE_MODE|SINGLE_USER_MODE|HOST|METRICS_PORT)/

/** Starts a server with a copy of the video, with data in a temporary folder that `stop` removes. */
export async function startServer(video) {
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
  const child = spawn(process.execPath, [commandLine, 'up'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
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

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves when the server answers. The limit is generous, because the first start of a checkout compiles it. */
async function untilReady(url, child) {
  for (let tries = 0; tries < 1800; tries++) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    const ready = await fetch(`${url}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(100)
  }
  child.kill('SIGINT')
  throw new Error('the server was not ready within 180 s')
}
