import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '@parallax/model-service/media/binaries.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { sample, videoFolder } from '../videos/support.js'
import { made } from '../support/workspace.js'
import { closeWindows, noBrowser, openBrowser } from './support.js'

interface Part {
  status: number
  range: string
}

describe.skipIf(leftOut(noBrowser, 'videos in a browser'))('a browser plays GET /api/videos/:id/stream', () => {
  let api: TestApi
  let browser: Browser
  let page: Page
  let person: Person
  let videoId: string
  let parts: Part[] = []

  beforeAll(async () => {
    api = await startApi()
    // The sample forty times in a row, 27 MB: more than browsers buffer, so that seeking needs range requests.
    const loop = ['-stream_loop', '39', '-i', sample, '-c', 'copy', '-an', join(videoFolder(api), 'long.webm')]
    execFileSync(programPath('ffmpeg'), ['-loglevel', 'error', ...loop])
    await made((await api.admin()).post('/api/videos/sync'))
    person = await api.person()
    const [video] = (await person.get('/api/videos')).body
    videoId = video.id
    browser = await openBrowser()
    page = await pageOf(person.cookie)
  })
  afterAll(async () => {
    await closeWindows()
    await api?.stop()
  })

  async function pageOf(cookie: string): Promise<Page> {
    const context = await browser.newContext()
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    if (cookie) await context.addCookies([{ name, value, url: api.url }])
    const opened = await context.newPage()
    opened.on('response', (response) => {
      if (response.url().endsWith('/stream'))
        parts.push({ status: response.status(), range: response.headers()['content-range'] ?? '' })
    })
    await opened.goto(`${api.url}/api/health`)
    return opened
  }

  /** Loads the video; resolves to its duration in seconds and the code of the MediaError, if there is one. */
  function load(one: Page): Promise<{ duration: number; error: number | null }> {
    return one.evaluate(`new Promise((done) => {
      const video = window.video = document.createElement('video')
      Object.assign(video, { muted: true, preload: 'metadata', src: '/api/videos/${videoId}/stream' })
      const tell = () => done({ duration: video.duration, error: video.error && video.error.code })
      video.onloadedmetadata = video.onerror = tell
      document.body.append(video)
    })`)
  }

  function seek(seconds: number): Promise<number> {
    return page.evaluate(`new Promise((done, fail) => {
      window.video.onseeked = () => done(window.video.currentTime)
      window.video.onerror = () => fail(new Error(window.video.error.message))
      window.video.currentTime = ${seconds}
    })`)
  }

  it('knows the length from the first ranges, each answered 206', async () => {
    const { duration, error } = await load(page)
    expect(error).toBeNull()
    expect(duration).toBeGreaterThan(140)
    expect(parts[0]).toEqual({ status: 206, range: expect.stringMatching(/^bytes 0-\d+\/\d+$/) })
  })

  it('plays: frames are decoded and the time goes on', async () => {
    const played = await page.evaluate(`(async () => {
      await window.video.play()
      await new Promise((done) => setTimeout(done, 1000))
      window.video.pause()
      return { time: window.video.currentTime, frames: window.video.getVideoPlaybackQuality().totalVideoFrames }
    })()`)
    expect(played).toEqual({ time: expect.any(Number), frames: expect.any(Number) })
    const { time, frames } = played as { time: number; frames: number }
    expect(time).toBeGreaterThan(0.2)
    expect(frames).toBeGreaterThan(5)
  })

  it('seeks forward and back: `seeked` comes at the wanted time, read from the middle of the file by 206', async () => {
    parts = []
    expect(await seek(130)).toBeCloseTo(130, 1)
    expect(await seek(2)).toBeCloseTo(2, 1)
    const starts = parts.map(({ range }) => Number(/^bytes (\d+)-/.exec(range)?.[1]))
    expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([206]))
    expect(Math.max(...starts)).toBeGreaterThan(10 * 1024 * 1024)
  })

  it('shows nothing to a browser that has not signed in', async () => {
    const stranger = await pageOf('')
    parts = []
    expect(await load(stranger)).toMatchObject({ error: 4 })
    // The answer to a range request of the previous page may still arrive.
    expect(parts.filter((part) => part.range === '')).toEqual([{ status: 401, range: '' }])
  })
})
