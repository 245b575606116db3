import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { makeVideos, type NumberedVideo } from '../support/videos/numbered.js'
import { brokenVideos, joinedVideos, oddVideos } from '../support/videos/odd.js'
import { readNumber } from '../support/videos/pictures.js'
import { wrongBoxes, wrongFrames } from '../support/videos/routes.js'
import { shapedVideos, usualVideos } from '../support/videos/usual.js'
import { buildDesk, openDesk } from './desk-support.js'
import { closeWindows, noBrowser, openBrowser } from './support.js'

const seeksEach = 20
let api: WorkingApi
let admin: Person
let videos: (NumberedVideo & { id: string; probe: any })[] = []

/** A seeded pseudo-random generator of numbers from 0 to 1: the same ones in every run. */
let seed = 20_261_122
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const fields =
  'probe { fault sha256 codec rotation width height duration frameCount isVariableRate frameRate { numerator denominator } timeBase { numerator denominator } }'

beforeAll(async () => {
  // Before the API starts: on a busy machine this holds the process up for longer than a connection is kept.
  const folder = mkdtempSync(join(tmpdir(), 'parallax-frames-'))
  const numbered = makeVideos(folder, usualVideos, shapedVideos, oddVideos, brokenVideos, joinedVideos)
  api = await startWorkingApi()
  admin = await api.admin()
  cpSync(folder, join(api.folder, 'videos'), { recursive: true })
  rmSync(folder, { recursive: true })
  await made(admin.post('/api/videos/sync'))
  const list = async () =>
    (await made(admin.graph(`{ videos(first: 100) { nodes { id filename ${fields} } } }`))).videos.nodes as any[]
  const unread = async () => (await list()).filter(({ probe }) => !probe).length
  await vi.waitFor(async () => expect(await unread()).toBe(0), { timeout: 60_000, interval: 200 })
  const found = new Map((await list()).map((video) => [video.filename, video]))
  // Synchronisation takes files by their endings, and MPEG-TS and MPEG-PS are not among them.
  videos = numbered.filter(({ name }) => found.has(name)).map((video) => ({ ...video, ...found.get(video.name) }))
}, 120_000)
afterAll(() => api?.stop())

describe('the file of a video', () => {
  it('is known by its digest, rate, number of frames, turn and codec, each for every file that decodes', () => {
    expect(videos.length).toBeGreaterThanOrEqual(30)
    for (const { name, rotation, probe } of videos) {
      const bytes = readFileSync(join(api.folder, 'videos', name))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect([name, probe]).toMatchObject([name, { fault: null, sha256, rotation }])
      expect([name, Object.entries(probe).filter(([key, value]) => value === null && key !== 'fault')]).toEqual([
        name,
        [],
      ])
    }
    const rates = Object.fromEntries(
      videos.map(({ name, probe: { frameRate, frameCount, isVariableRate } }) => [
        name,
        isVariableRate ? 'variable' : `${frameCount} at ${frameRate.numerator}/${frameRate.denominator}`,
      ]),
    )
    expect(rates).toMatchObject({
      'b-frames-2997.mp4': '40 at 30000/1001',
      'vp9-23976.webm': '40 at 24000/1001',
      'vp9-5994.webm': '40 at 60000/1001',
      'plain-125.mp4': '40 at 25/2',
      'uneven.mp4': 'variable',
      'uneven.webm': 'variable',
      'cut-b-frames.mp4': '19 at 30000/1001',
      'late.mp4': '40 at 25/1',
    })
    const turned = videos.find(({ name }) => name === 'turned-90.mp4')!
    expect(turned.probe).toMatchObject({ width: 192, height: 96 })
  })

  it('has at each frame the number, time and box that players show, in exports too', async () => {
    expect(await wrongFrames(admin, videos)).toEqual([])
    expect(await wrongBoxes(admin, videos)).toEqual([])
  })
})

describe.skipIf(leftOut(noBrowser, 'frames in a browser'))('a browser', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await openBrowser()
    const context = await browser.newContext()
    const [name = '', value = ''] = admin.cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: api.url }])
    page = await context.newPage()
    await page.goto(`${api.url}/api/health`)
  })
  afterAll(closeWindows)

  /** For each time to seek to, the number in the frame that the browser draws, and that frame's `mediaTime`. */
  function drawn(id: string, times: number[]): Promise<{ number: number; mediaTime: number }[]> {
    return page.evaluate(`(async () => {
      const video = document.createElement('video')
      Object.assign(video, { muted: true, preload: 'auto', src: '/api/videos/${id}/stream' })
      document.body.append(video)
      let [mediaTime, presented] = [0, () => undefined]
      const watch = () => video.requestVideoFrameCallback((_now, frame) => {
        mediaTime = frame.mediaTime
        presented()
        watch()
      })
      watch()
      const begun = new Promise((done) => { presented = done })
      await new Promise((done, fail) => {
        video.onloadeddata = done
        video.onerror = () => fail(new Error(video.error.message))
      })
      await Promise.race([begun, new Promise((done) => setTimeout(done, 5000))])
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight })
      const context = canvas.getContext('2d', { willReadFrequently: true })
      const found = []
      for (const time of ${JSON.stringify(times)}) {
        const shown = new Promise((done) => { presented = done })
        await new Promise((done) => {
          video.onseeked = done
          video.currentTime = time
        })
        await shown
        context.drawImage(video, 0, 0)
        found.push({ number: (${readNumber})(context), mediaTime })
      }
      video.remove()
      return found
    })()`)
  }

  it('draws the frame that the server names, wherever it seeks, and tells times of frames that the server knows', async () => {
    const wrong: unknown[] = []
    let seeks = 0
    const timesOf = new Map<string, number[]>()
    const seen = videos.filter((one) => one.browser !== 'refuses')
    for (const { id, name, probe } of seen) {
      // WebM rounds times to milliseconds and frame durations down, so near a border either frame may be drawn.
      const margin = name.endsWith('.webm') ? 0.0011 : 0
      const starts = await ask(
        id,
        range(probe.frameCount).map((frame) => `timeOf(frame: ${frame}, at: START)`),
      )
      const times: number[] = []
      // A seek within the frame that is shown presents none, and would be waited for in vain.
      let shownAt = 0
      while (times.length < seeksEach) {
        const time = random() * probe.duration
        const frame = starts.findLastIndex((start) => start <= time)
        if (frame === shownAt || starts.some((start) => Math.abs(start - time) <= margin)) continue
        times.push(time)
        shownAt = frame
      }
      timesOf.set(id, times)
    }
    await someAtOnce(seen, async ({ id, name, numbers, browser }) => {
      const times = timesOf.get(id)!
      const named = await ask(
        id,
        times.map((time) => `frameAt(time: ${time})`),
      )
      const shown = await drawn(id, times)
      const told = await ask(
        id,
        shown.map(({ mediaTime }) => `frameAt(time: ${mediaTime})`),
      )
      shown.forEach(({ number }, i) => {
        const frame = { name, time: times[i], drawn: numbers.indexOf(number), named: named[i], told: told[i] }
        if (frame.drawn !== frame.told || (frame.drawn !== frame.named && browser === 'plays')) wrong.push(frame)
      })
      if (browser === 'plays') seeks += times.length
    })
    expect(wrong).toEqual([])
    expect(seeks).toBeGreaterThanOrEqual(300)
  }, 120_000)

  it('draws a frame after seeking to the time that the server gives for it', async () => {
    const wrong: unknown[] = []
    const framesOf = new Map<string, number[]>()
    const playing = videos.filter((one) => one.browser === 'plays')
    for (const { id, probe } of playing) {
      let shownAt = 0
      const choose = () => {
        const others = range(probe.frameCount).filter((frame) => frame !== shownAt)
        return (shownAt = others[Math.floor(random() * others.length)]!)
      }
      framesOf.set(id, range(10).map(choose))
    }
    await someAtOnce(playing, async ({ id, name, numbers }) => {
      const frames = framesOf.get(id)!
      const times = await ask(
        id,
        frames.map((frame) => `timeOf(frame: ${frame})`),
      )
      const shown = await drawn(id, times)
      expect(
        await ask(
          id,
          times.map((time) => `frameAt(time: ${time})`),
        ),
      ).toEqual(frames)
      shown.forEach(({ number }, i) => {
        if (number !== numbers[frames[i]!]) wrong.push({ name, time: times[i], drawn: number, asked: frames[i] })
      })
    })
    expect(wrong).toEqual([])
  }, 120_000)

  it('at the desk is on the frame whose number the picture bears, step by step, also where the rate varies', async () => {
    await buildDesk()
    const desk = await openDesk(browser, api, admin)
    const wrong: unknown[] = []
    for (const { id, name, numbers } of videos.filter((one) => steppedAtTheDesk.includes(one.name))) {
      await desk.page.goto(`${api.url}/videos/${id}?frame=5`)
      let frame = 5
      for (const key of ['', '.', '.', ',', '.', '.', 'Shift+ArrowRight', ',']) {
        if (key) await desk.page.keyboard.press(key)
        frame += { '': 0, '.': 1, ',': -1 }[key] ?? 10
        await desk.page.locator(`output[data-frame="${frame}"]`).waitFor()
        const number = () =>
          desk.page.evaluate<number>(`(() => {
            const video = document.querySelector('video')
            if (video.readyState < 2 || video.seeking) return -1
            const canvas = document.createElement('canvas')
            Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight })
            const context = canvas.getContext('2d', { willReadFrequently: true })
            context.drawImage(video, 0, 0)
            return (${readNumber})(context)
          })()`)
        for (let tries = 0; (await number()) !== numbers[frame] && tries < 20; tries++)
          await desk.page.waitForTimeout(50)
        if ((await number()) !== numbers[frame]) wrong.push({ name, frame, drawn: await number() })
      }
    }
    expect(wrong).toEqual([])
    expect(desk.faults).toEqual([])
    await desk.close()
  }, 120_000)

  it('at the desk is told of where a browser shows no picture, or another one than it was asked for', async () => {
    await buildDesk()
    const desk = await openDesk(browser, api, admin)
    const { page: at } = desk
    const open = (name: string, query = '') =>
      at.goto(`${api.url}/videos/${videos.find((one) => one.name === name)!.id}${query}`)
    const notice = at.getByRole('alert').filter({ hasText: 'This browser cannot show this video' })
    for (const [name, said] of [
      ['hevc.mp4', 'HEVC (H.265)'],
      ['prores.mov', 'Apple ProRes'],
      ['b-frames-mpeg4.avi', 'MPEG-4 Part 2'],
      ['b-frames-h264.avi', 'AVI'],
    ] as const) {
      await open(name)
      await notice.filter({ hasText: said }).waitFor()
      await notice.filter({ hasText: `ffmpeg -i "${name}"` }).waitFor()
    }
    // Its lines stay within it on a telephone.
    const { width, height } = at.viewportSize()!
    await at.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => notice.evaluate((one: any) => one.scrollWidth - one.clientWidth)).toBe(0)
    await at.setViewportSize({ width, height })
    // It plays until the damage.
    await open('damaged.mp4')
    await at.getByRole('button', { name: 'Play', exact: true }).click()
    await notice.filter({ hasText: 'could not decode the file (H.264)' }).waitFor()
    // Its key frames are drawn too early by a browser that seeks.
    await open('fragmented-b-frames.mp4', '?frame=35')
    await at.getByText('it shows frame 36').waitFor()
    await open('b-frames-25.mp4', '?frame=35')
    await at.locator('output[data-frame="35"]').waitFor()
    expect(await notice.count()).toBe(0)
    expect(await at.getByText('it shows frame').count()).toBe(0)

    await at.goto(api.url)
    await at.getByLabel('Search by name').fill('hevc')
    await at.getByText('HEVC (H.265): not shown here').waitFor()
    await desk.close()
  }, 120_000)
})

/** Constant and variable frame rates, B-frames, an edit list, a late start, a rotated picture. */
const steppedAtTheDesk = [
  ...['plain-125.mp4', 'b-frames-2997.mp4', 'vp9-5994.webm', 'uneven.mp4', 'slower.mp4', 'late.mp4'],
  ...['cut-b-frames.mp4', 'turned-90.mp4'],
]

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Does the same with each of the videos, four at once: a browser waits for its screen at each seek. */
async function someAtOnce<Video>(some: readonly Video[], act: (video: Video) => Promise<void>): Promise<void> {
  const left = [...some]
  const work = async () => {
    for (let video = left.shift(); video; video = left.shift()) await act(video)
  }
  await Promise.all(range(4).map(work))
}

/** The values of GraphQL fields of a video, in the order in which they are asked for. */
async function ask(id: string, asked: string[]): Promise<number[]> {
  const values: number[] = []
  for (let at = 0; at < asked.length; at += 40) {
    const part = asked.slice(at, at + 40).map((field, i) => `f${i}: ${field}`)
    const { video } = await made(admin.graph(`{ video(id: "${id}") { ${part.join(' ')} } }`))
    values.push(...(Object.values(video) as number[]))
  }
  return values
}
