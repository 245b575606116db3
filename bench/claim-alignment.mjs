// Compares the claims of two personas about a video (GET /api/videos/:videoId/agreement/claims) with the built-in model
// service: the first time, when all texts are encoded, again, when their vectors are kept, and by words, with a model
// service that does not answer. Reports seconds, the peak of memory, and how fast /api/health answers meanwhile.
// BENCH_CLAIMS: the numbers of claims of each persona (default 100,1000,5000), all with texts of their own.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { rounded } from './compare.mjs'
import { forgetPeak, megabytesOf } from './processes.mjs'
import { startServer } from './server.mjs'
import { healthDuring } from './transfer.mjs'

const sizes = (process.env.BENCH_CLAIMS ?? '100,1000,5000').split(',').map(Number)
const { freePort } = await import('../dist/src/database/launch/postmaster.js')

const modelPort = await freePort()
const server = await startServer({ MODEL_SERVICE_URL: `http://127.0.0.1:${modelPort}` })
mkdirSync(join(server.folder, 'videos'), { recursive: true })
const startModels = () =>
  spawn(process.execPath, [fileURLToPath(new URL('../model-service/dist/main.js', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      MODEL_SERVICE_HOST: '127.0.0.1',
      MODEL_SERVICE_PORT: String(modelPort),
      MODEL_SERVICE_VIDEO_ROOT: join(server.folder, 'videos'),
      THUMBNAIL_OUTPUT_ROOT: join(tmpdir(), 'parallax-bench-thumbnails'),
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  })
let models = startModels()
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await client.connect()
  await client.query(`insert into videos (id, filename, path, size) values ('bench', 'v.mp4', '/v.mp4', 1)`)
  const cookie = await server.user('ann')
  for (const size of sizes) {
    const ids = [await claimed(cookie, size, 'A', 0), await claimed(cookie, size, 'The', size / 2)]
    const path = `/api/videos/bench/agreement/claims?personaIds=${ids.join()}`
    for (const way of ['first', 'again', 'words']) {
      if (way === 'words') await ended(models)
      const pids = way === 'words' ? [server.pid] : [server.pid, models.pid]
      pids.forEach(forgetPeak)
      let seconds
      const { result: answer, health } = await healthDuring(server, async () => {
        const began = performance.now()
        const compared = await server.call(cookie, 'GET', path)
        seconds = (performance.now() - began) / 1000
        return compared
      })
      const { comparedBy, pairs } = answer.json()
      const [memory, modelMemory = null] = pids.map((pid) => Math.round(megabytesOf(pid, 'VmHWM')))
      console.log(
        JSON.stringify({
          ...{
            claims: size,
            way,
            comparedBy,
            seconds: rounded(seconds),
            same: pairs[0].same,
            opposed: pairs[0].opposed,
          },
          ...{ memory, modelMemory, health, kilobytes: Math.round(answer.text.length / 1000) },
        }),
      )
    }
    models = startModels()
  }
} finally {
  await client.end()
  await ended(models)
  await server.stop()
}

async function ended(child) {
  if (child.exitCode !== null) return
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await exit
}

/** Makes a persona with so many claims about the video; the texts of two personas overlap by half in other words. */
async function claimed(cookie, count, article, from) {
  const persona = { name: `Persona ${article} ${count}`, role: 'Scout', informationNeed: 'What?' }
  const { id: personaId } = (await server.call(cookie, 'POST', '/api/personas', persona)).json()
  const summary = { videoId: 'bench', personaId, summary: 'It is.' }
  const { id } = (await server.call(cookie, 'POST', '/api/summaries', summary)).json()
  for (let at = 0; at < count; at += 1000) {
    const claims = Array.from({ length: Math.min(1000, count - at) }, (_, n) => ({
      text: sentence(from + at + n, article),
      confidence: 0.5,
    }))
    await server.call(cookie, 'POST', `/api/summaries/${id}/claims/bulk`, { claims })
  }
  return personaId
}

/** Returns the n-th sentence, in the words of one of two people. */
function sentence(n, article) {
  const isFirst = article === 'A'
  const who = ['cyclist', 'bus driver', 'nurse', 'police officer', 'tourist', 'child', 'street vendor', 'referee']
  const does = isFirst
    ? ['waits at', 'walks past', 'looks at', 'takes a picture of', 'stops in front of', 'leaves', 'runs to', 'cleans']
    : [
        'is waiting at',
        'passes',
        'is looking at',
        'photographs',
        'halts before',
        'goes away from',
        'hurries to',
        'is cleaning',
      ]
  const where = [
    'bridge',
    'bakery',
    'fountain',
    'market',
    'stadium',
    'school',
    'station',
    'town hall',
    'harbour',
    'park',
  ]
  const when = Math.trunc(n / 640)
  const text = `${who[n % 8]} ${does[Math.trunc(n / 8) % 8]} the ${where[Math.trunc(n / 64) % 10]}`
  return `${article} ${text}${when ? ` in minute ${when}` : ''}`
}
