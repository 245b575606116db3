// Compares the tracks of several personas about a video (GET /api/videos/:videoId/agreement): random tracks over an
// hour of 30 frames a second, which every persona sees at slightly other places. Reports the seconds until the answer,
// the peak of memory above rest in MB, and how fast /api/health answers meanwhile.
// BENCH_PERSONAS (default 10), BENCH_TRACKS: the numbers of tracks of each persona (default 100,1000,10000),
// BENCH_LENGTH: frames of a track (default 100).
import pg from 'pg'
import { rounded } from './compare.mjs'
import { forgetPeak, megabytesOf } from './processes.mjs'
import { startServer } from './server.mjs'
import { healthDuring } from './transfer.mjs'

const personas = Number(process.env.BENCH_PERSONAS ?? 10)
const sizes = (process.env.BENCH_TRACKS ?? '100,1000,10000').split(',').map(Number)
const length = Number(process.env.BENCH_LENGTH ?? 100)
const frames = 108_000

const server = await startServer({})
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await client.connect()
  const cookie = await server.user('ann')
  for (const size of sizes) {
    const videoId = `bench-${size}`
    const name = `${videoId}.mp4`
    await client.query('insert into videos (id, filename, path, size) values ($1, $2, $2, 1)', [videoId, name])
    const truth = Array.from({ length: size }, (_, n) => trackOf(random(n + 1)))
    const ids = []
    for (let at = 0; at < personas; at++) ids.push(await drawn(cookie, videoId, truth, at))
    await client.query('vacuum analyze annotations')
    for (const way of ['report', 'again', 'disagreements']) {
      const path = `/api/videos/${videoId}/agreement${way === 'disagreements' ? '/disagreements' : ''}`
      const rest = megabytesOf(server.pid, 'VmRSS')
      forgetPeak(server.pid)
      let seconds
      const { result, health } = await healthDuring(server, async () => {
        const began = performance.now()
        const answer = await server.call(cookie, 'GET', `${path}?personaIds=${ids.join()}`)
        seconds = (performance.now() - began) / 1000
        return answer
      })
      const answer = result.json()
      const found = way === 'disagreements' ? answer.length : answer.groups.units
      const memory = Math.round(megabytesOf(server.pid, 'VmHWM') - rest)
      const about = { personas, tracks: size, way, seconds: rounded(seconds), found, memory, health }
      console.log(JSON.stringify({ ...about, kilobytes: Math.round(result.text.length / 1000) }))
    }
  }
} finally {
  await client.end()
  await server.stop()
}

/** Returns a generator of numbers from 0 to 1 (a linear congruential generator). */
function random(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function trackOf(next) {
  return {
    from: Math.floor(next() * (frames - length)),
    ...{ x: next() * 1800, y: next() * 900, width: 40 + next() * 80, height: 60 + next() * 100 },
    ...{ right: (next() - 0.5) * 300, down: (next() - 0.5) * 100, label: next() < 0.7 ? 'car' : 'van' },
  }
}

/** Makes a persona that sees the tracks some pixels elsewhere, and one in ten as another type. */
async function drawn(cookie, videoId, truth, at) {
  const persona = { name: `Persona ${at}`, role: 'Scout', informationNeed: 'What?' }
  const { id: personaId } = (await server.call(cookie, 'POST', '/api/personas', persona)).json()
  const entities = ['Car', 'Van'].map((name) => ({ id: name.toLowerCase(), name }))
  await server.call(cookie, 'PUT', `/api/personas/${personaId}/ontology`, { entities })
  const next = random(1_000_000 + at)
  const near = () => (next() - 0.5) * 10
  const annotations = truth.map(({ from, x, y, width, height, right, down, label }) => ({
    ...{ videoId, personaId, type: 'type', label: next() < 0.1 ? 'van' : label },
    frames: {
      boxes: [0, 0.5, 1].map((t) => ({
        frameNumber: from + Math.floor(t * (length - 1)),
        ...{ x: x + right * t + near(), y: y + down * t + near(), width: width + near(), height: height + near() },
        isKeyframe: true,
      })),
      interpolationSegments: [],
      visibilityRanges: [],
    },
  }))
  for (let from = 0; from < annotations.length; from += 1000)
    await server.call(cookie, 'POST', '/api/annotations/bulk', { annotations: annotations.slice(from, from + 1000) })
  return personaId
}
