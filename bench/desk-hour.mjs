// Measures the page of an hour of video with 5,000 tracks in Chromium: `node bench/desk-hour.mjs [ACTS]`.
// Creates the video (30 frames a second, a keyframe every two seconds), or uses that of BENCH_VIDEO, and imports the
// tracks as lines of JSON.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startServer } from './server.mjs'

const acts = Number(process.argv[2] ?? 1200)
const tracks = 5000
const frames = 108_000
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
if (!existsSync(executablePath))
  throw new Error(`There is no Chromium at ${executablePath}; CHROMIUM_PATH may name one`)

const { freePort } = await import('../dist/src/database/launch/postmaster.js')
const { startModelService } = await import('@parallax/model-service/server.js')
const { readModelServiceConfig } = await import('@parallax/model-service/config.js')
const { programPath } = await import('@parallax/model-service/media/binaries.js')

const folder = mkdtempSync(join(tmpdir(), 'parallax-hour-'))
const videos = join(folder, 'videos')
mkdirSync(videos)
const modelPort = await freePort()
const modelService = await startModelService(
  readModelServiceConfig({
    MODEL_SERVICE_PORT: String(modelPort),
    MODEL_SERVICE_VIDEO_ROOT: videos,
    THUMBNAIL_OUTPUT_ROOT: join(folder, 'made'),
    LOG_LEVEL: 'silent',
  }),
)
const server = await startServer({ STORAGE_PATH: videos, MODEL_SERVICE_URL: `http://127.0.0.1:${modelPort}` })
server.startWorker()
let browser
try {
  await measure()
} finally {
  await browser?.close()
  await server.stop()
  await modelService.close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const file = join(videos, 'hour.mp4')
  if (process.env.BENCH_VIDEO) copyFileSync(process.env.BENCH_VIDEO, file)
  else {
    const input = '-f lavfi -i testsrc2=s=320x180:r=30:d=3600 -f lavfi -i sine=duration=3600'.split(' ')
    const codec = '-c:v libx264 -preset ultrafast -crf 32 -pix_fmt yuv420p -g 60 -c:a aac -b:a 32k'.split(' ')
    const made = ['-v', 'error', '-y', ...input, ...codec, '-movflags', '+faststart', file]
    execFileSync(programPath('ffmpeg'), made)
  }
  const videoId = await probedVideo()
  await importTracks(videoId)

  browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const [name, value] = server.admin.split(/=(.*)/s)
  await context.addCookies([{ name, value, url: server.url }])
  const page = await context.newPage()
  page.on('pageerror', (error) => print('error', error.message))

  const opened = Date.now()
  await page.goto(`${server.url}/videos/${videoId}`)
  await page.getByText(`${tracks.toLocaleString('en')} tracks, frames 0 to ${frames - 1}`).waitFor()
  while ((await page.evaluate(`document.querySelector('video').readyState`)) < 2) await page.waitForTimeout(10)
  await page
    .getByRole('button', { name: /^Person \d/ })
    .first()
    .waitFor()
  print('usable after', `${Date.now() - opened} ms`)
  print('rows in the DOM of the whole hour', await page.getByRole('listitem').count())

  print('while playing', JSON.stringify(await page.evaluate(pace())))
  print('scrub to shown frame', JSON.stringify(await page.evaluate(scrub(0))))
  print('the same after pointing at the place', JSON.stringify(await page.evaluate(scrub(150))))
  print('pointed at to small picture', JSON.stringify(await previews(page)))
  await use(page, context)
}

async function probedVideo() {
  await server.call(server.admin, 'POST', '/api/videos/sync', {})
  for (;;) {
    const query = '{ videos(first: 1) { nodes { id probe { frameCount } } } }'
    const { data } = (await server.call(server.admin, 'POST', '/graphql', { query })).json()
    const [video] = data.videos.nodes
    if (video?.probe) return video.id
    await new Promise((later) => setTimeout(later, 500))
  }
}

/** Imports 5,000 tracks of six types, two to fifteen seconds long, evenly over the hour. */
async function importTracks(videoId) {
  const admin = server.admin
  const post = async (path, body) => (await server.call(admin, 'POST', path, body)).json()
  const { id: personaId } = await post('/api/personas', { name: 'Traffic', role: 'Police', informationNeed: 'Who?' })
  const entities = ['Person', 'Car', 'Bicycle', 'Dog', 'Bus', 'Truck'].map((one) => ({
    id: one.toLowerCase(),
    name: one,
  }))
  await server.call(admin, 'PUT', `/api/personas/${personaId}/ontology`, { entities })
  const lines = Array.from({ length: tracks }, (_one, n) => {
    const [first, long, x, y] = [(n * 21) % (frames - 500), 60 + ((n * 7) % 400), (n * 37) % 260, (n * 53) % 140]
    const box = (after, dx) => {
      return { frameNumber: first + after, x: x + dx, y, width: 40, height: 30, isKeyframe: true }
    }
    const boxes = [box(0, 0), box(Math.floor(long / 2), 10), box(long, 20)]
    const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
    const { id: typeId, name: typeName } = entities[n % entities.length]
    const boundingBoxSequence = { boxes, interpolationMode: 'linear' }
    const typeAssignment = { typeId, typeName }
    const data = { id, videoId, personaId, annotationType: 'type', typeAssignment, boundingBoxSequence }
    return JSON.stringify({ type: 'annotation', data })
  })
  const form = new FormData()
  form.append('file', new Blob([lines.join('\n')], { type: 'application/x-ndjson' }), 'tracks.jsonl')
  const answer = await fetch(`${server.url}/api/import`, { method: 'POST', headers: { cookie: admin }, body: form })
  const report = await answer.json()
  if (report.summary?.importedItems?.annotations !== tracks)
    throw new Error(`the import answered ${answer.status}: ${JSON.stringify(report).slice(0, 500)}`)
}

/**
 * Returns a script that plays for ten seconds and counts pictures of the page and drawings of boxes per second, and the
 * longest pause.
 */
function pace() {
  return `new Promise((done) => {
  const canvas = document.querySelector('canvas')
  document.querySelector('[aria-label=Play]').click()
  const begin = performance.now()
  let [last, longest, pictures, drawn, frame] = [begin, 0, 0, 0, '']
  const count = (now) => {
    longest = Math.max(longest, now - last)
    last = now
    pictures++
    if (canvas.dataset.frame !== frame) drawn++
    frame = canvas.dataset.frame
    if (now - begin < 10_000) return requestAnimationFrame(count)
    document.querySelector('[aria-label=Pause]')?.click()
    done({ pictures: Math.round(pictures / 10), drawn: Math.round(drawn / 10), longestMs: Math.round(longest) })
  }
  requestAnimationFrame(count)
})`
}

/**
 * Returns a script that presses on 40 places of the scrubber, after hovering over each for some milliseconds, which
 * shows its small picture; it measures the time until their frames were on the screen.
 */
function scrub(pointMs) {
  return `(async () => {
  const thumb = document.querySelector('[role=slider][aria-label="Position in the video"]')
  const area = thumb.parentElement.getBoundingClientRect()
  const video = document.querySelector('video')
  const times = []
  for (let n = 0; n < 40; n++) {
    const clientX = area.left + area.width * (((n * 0.381966) % 1) * 0.98 + 0.01)
    const init = { bubbles: true, pointerId: 1, button: 0, clientX, clientY: area.top + 10 }
    if (${pointMs}) {
      const move = { ...init, pointerType: 'mouse' }
      thumb.parentElement.dispatchEvent(new PointerEvent('pointermove', move))
      await new Promise((later) => setTimeout(later, ${pointMs}))
    }
    const begin = performance.now()
    const drawn = new Promise((done) => video.requestVideoFrameCallback(() => requestAnimationFrame(done)))
    thumb.parentElement.parentElement.setPointerCapture = () => undefined
    thumb.parentElement.dispatchEvent(new PointerEvent('pointerdown', init))
    await drawn
    times.push(performance.now() - begin)
    await new Promise((later) => setTimeout(later, 100))
  }
  times.sort((a, b) => a - b)
  return { medianMs: Math.round(times[20]), p90Ms: Math.round(times[36]), longestMs: Math.round(times[39]) }
})()`
}

/** Hovers over 20 places of the scrubber; returns the times until the small picture showed them. */
async function previews(page) {
  const { x, y, width, height } = await page
    .getByRole('slider', { name: 'Position in the video' })
    .locator('..')
    .boundingBox()
  await page.mouse.move(x, y + height / 2)
  await page.waitForFunction(() => document.querySelectorAll('video')[1]?.readyState >= 2)
  const times = []
  for (let n = 1; n <= 20; n++) {
    await page.evaluate(() => {
      window.shown = new Promise((done) => {
        document.querySelectorAll('video')[1].addEventListener('seeked', () => done(performance.now()), { once: true })
        document.addEventListener('pointermove', () => (window.begun = performance.now()), {
          once: true,
          capture: true,
        })
      })
    })
    await page.mouse.move(x + width * ((n * 0.381966) % 1), y + height / 2)
    times.push(await page.evaluate('window.shown.then((end) => end - window.begun)'))
  }
  await page.mouse.move(0, 0)
  times.sort((a, b) => a - b)
  return { medianMs: Math.round(times[10]), longestMs: Math.round(times[19]) }
}

/** Does what an analyst does in an hour, and prints the memory of the page after garbage collection. */
async function use(page, context) {
  const line = await context.newCDPSession(page)
  await line.send('Performance.enable')
  const held = async (done) => {
    for (let i = 0; i < 3; i++) await line.send('HeapProfiler.collectGarbage')
    const { metrics } = await line.send('Performance.getMetrics')
    const of = (name) => metrics.find((one) => one.name === name)?.value ?? NaN
    const mb = Math.round(of('JSHeapUsedSize') / 1e5) / 10
    print(`after ${done} acts`, `heap ${mb} MB, ${of('Nodes')} nodes, ${of('JSEventListeners')} listeners`)
  }
  const slider = page.getByRole('slider', { name: 'Position in the video' }).locator('..')
  const point = async (n) => {
    const { x, y, width, height } = await slider.boundingBox()
    await page.mouse.move(x + width * ((n * 0.381966) % 1), y + height / 2)
  }
  const at = (name) => page.getByRole('button', { name, exact: true })
  const round = [
    (n) => page.getByRole('textbox', { name: 'Frame', exact: true }).fill(String((n * 7919) % frames)),
    () => page.keyboard.press('Enter'),
    () => page.keyboard.press('Escape'),
    () => at('Next annotation').click(),
    () => page.keyboard.press('ArrowRight'),
    () => page.keyboard.press('Control+ArrowRight'),
    () => page.keyboard.press('Shift+ArrowRight'),
    () => page.keyboard.press('Control+ArrowDown'),
    (n) => point(n),
    () => page.mouse.move(0, 0),
    () => page.keyboard.press('Shift+ArrowLeft'),
    () => page.keyboard.press('Control+z'),
    () => page.keyboard.press('Control+z'),
    () => page.keyboard.press('Space'),
    () => page.keyboard.press('k'),
  ]
  await held(0)
  for (let done = 1; done <= acts; done++) {
    await round[done % round.length](done)
    await page.waitForTimeout(20)
    if (done === acts || done % Math.ceil(acts / 4) === 0) await held(done)
  }
}

function print(what, text) {
  process.stdout.write(`${what}: ${text}\n`)
}
