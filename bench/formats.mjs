// Exports 100,000 annotations of one video in the formats of other tools, and imports 25,000 tracks as CVAT XML;
// reports boxes per second, the growth of memory, and how fast /api/health answers meanwhile. BENCH_FORMATS_TRACKS: the
// number of annotations (default 100,000); each has three keyframes and 18 boxes between them.
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import pg from 'pg'
import { rounded } from './compare.mjs'
import { forgetPeak, megabytesOf } from './processes.mjs'
import { startServer } from './server.mjs'
import { download, healthDuring, upload } from './transfer.mjs'

const tracks = Number(process.env.BENCH_FORMATS_TRACKS ?? 100_000)
const imported = Math.min(tracks, 25_000)
const boxesOfTrack = 21
const formats = ['coco', 'mot', 'cvat', 'webvtt']
const large = 'bench-formats'
const small = 'bench-formats-import'

/** Writes annotations as lines: tracks of three keyframes that begin one after the other, 10,000 labels apart. */
async function generate(file) {
  const out = createWriteStream(file)
  for (let i = 0; i < tracks; i++) {
    const boxes = [0, 7, 20].map((frame) => ({
      frameNumber: (i % 50_000) + frame,
      x: (i * 7) % 1700,
      y: frame * 3,
      width: 40 + (i % 50),
      height: 60,
      isKeyframe: true,
    }))
    const line = {
      id: `00000000-0000-4000-8000-${String(i + 1).padStart(12, '0')}`,
      videoId: i < imported ? small : large,
      personaId: null,
      annotationType: 'type',
      typeAssignment: { typeId: `class ${i % 80}` },
      boundingBoxSequence: { interpolationMode: 'linear', boxes },
    }
    if (!out.write(JSON.stringify(line) + '\n')) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}

async function fetchFile(server, cookie, path, file) {
  const response = await fetch(server.url + path, { headers: { cookie } })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  await writeFile(file, response.body)
}

/** Runs `act`; returns its seconds, the largest growth of the server's memory, and the delays of /api/health. */
async function measured(server, act) {
  forgetPeak(server.pid)
  const idle = megabytesOf(server.pid, 'VmRSS')
  const startedAt = performance.now()
  const { health, result } = await healthDuring(server, act)
  const seconds = (performance.now() - startedAt) / 1000
  const peakMB = Math.round(megabytesOf(server.pid, 'VmHWM'))
  return { result, seconds, peakMB, growthMB: Math.round(peakMB - idle), health }
}

const server = await startServer()
const client = new pg.Client({ connectionString: server.databaseUrl })
await client.connect()
try {
  const cookie = await server.user('owner')
  const lines = join(server.folder, 'tracks.jsonl')
  await generate(lines)
  for (const id of [large, small])
    await client.query(
      `insert into videos (id, filename, path, file_version, probed_version, probed_at, sha256, codec, rotation, width, height,
         probed_duration, frame_count, rate_numerator, rate_denominator, tick_numerator, tick_denominator, first_tick, is_variable_rate)
       values ($1, $1 || '.mp4', '/nowhere/' || $1, '1', '1', now(), repeat('0', 64), 'h264', 0, 1920, 1080,
         4000, 100000, 25, 1, 1, 12800, 0, false)`,
      [id],
    )
  const { summary } = await upload(server, cookie, '/api/import', lines)
  if (summary.importedItems.annotations !== tracks) throw new Error('the tracks were not imported')
  // The CVAT file that is imported later is written while all its tracks are on the one video.
  const xml = join(server.folder, 'annotations.xml')
  await fetchFile(server, cookie, `/api/export?format=cvat&videoIds=${small}`, xml)
  await client.query('update annotations set video_id = $1', [large])
  await client.query('vacuum analyze')
  for (const format of formats) {
    const one = await measured(server, () => download(server, cookie, `/api/export?format=${format}`))
    const boxes = tracks * boxesOfTrack
    console.log(
      JSON.stringify({
        what: `GET /api/export?format=${format}`,
        annotations: tracks,
        boxesPerSecond: Math.round(boxes / one.seconds),
        seconds: rounded(one.seconds),
        megabytes: Math.round(one.result.bytes / 1e6),
        peakMB: one.peakMB,
        growthMB: one.growthMB,
        health: one.health,
      }),
    )
  }
  await client.query('delete from annotations')
  const one = await measured(server, () => upload(server, cookie, '/api/import', xml))
  const { annotations } = one.result.summary.importedItems
  if (annotations !== imported) throw new Error(`${annotations} of ${imported} tracks were imported`)
  console.log(
    JSON.stringify({
      what: 'POST /api/import of CVAT XML',
      annotations,
      boxesPerSecond: Math.round((imported * boxesOfTrack) / one.seconds),
      seconds: rounded(one.seconds),
      peakMB: one.peakMB,
      growthMB: one.growthMB,
      health: one.health,
    }),
  )
} finally {
  await client.end()
  await server.stop()
}
