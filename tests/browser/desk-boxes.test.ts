import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { programPath } from '@parallax/model-service/media/binaries.js'
import { ontology, persona } from '../../examples/demo/content.mjs'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { annotationOf, made } from '../support/workspace.js'
import { deleteTrack, openDesk, startDesk, withoutUpdates, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

/** Like expect.poll, with a timeout of 15 seconds for busy machines. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
const key = (frameNumber: number, x: number) => ({
  ...{ frameNumber, x, y: 40, width: 60, height: 50 },
  isKeyframe: true,
})
/** A white area of the long video, whose aspect ratio is 4:3, in pixels of the video. */
const white = { x: 220, y: 150, width: 60, height: 50 }
const viewport = { width: 1280, height: 500 }

describe.skipIf(leftOut(noBrowser, 'boxes in a browser'))('boxes at the desk', () => {
  let api: WorkingApi
  let ann: Person
  let browser: DeskSuite<unknown>['browser']
  let stop: DeskSuite<unknown>['stop'] | undefined
  let personaId: string
  let long: string
  let open: OpenDesk
  let page: Page

  beforeAll(async () => {
    ;({ api, ann, browser, stop } = await startDesk(startWorkingApi))
    personaId = (await made(ann.post('/api/personas', persona))).id
    await made(ann.put(`/api/personas/${personaId}/ontology`, ontology(personaId)))
    const square = `drawbox=x=${white.x}:y=${white.y}:w=${white.width}:h=${white.height}:color=white:t=fill`
    const picture = ['-f', 'lavfi', '-i', `color=black:s=320x240:r=30:d=32,${square}`]
    const path = join(api.folder, 'videos', 'long.mp4')
    const codec = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30 -movflags +faststart'.split(' ')
    execFileSync(programPath('ffmpeg'), ['-v', 'error', '-y', ...picture, ...codec, path])
    const admin = await api.admin()
    await made(admin.post('/api/videos/sync'))
    const list = async () =>
      (await made(ann.graph('{ videos(first: 9) { nodes { id filename probe { frameCount } } } }'))).videos
        .nodes as any[]
    await vi.waitFor(async () => expect((await list()).every(({ probe }) => probe)).toBe(true), { timeout: 30_000 })
    long = (await list()).find(({ filename }) => filename === 'long.mp4').id
  }, 120_000)
  afterAll(() => stop?.())
  afterEach(async () => {
    await open.close()
    for (const videoId of [long, api.videoId])
      for (const { id } of await made(ann.get(`/api/annotations/${videoId}`)))
        await made(ann.delete(`/api/annotations/${videoId}/${id}`))
  })

  const track = async (videoId: string, ...boxes: object[]): Promise<string> => {
    const frames = { interpolationMode: 'linear', boxes }
    return (await made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label: 'front', frames }))).id
  }
  const keys = async (id: string) => {
    return Object.fromEntries((await annotationOf(ann, id)).frames.boxes.map((one: any) => [one.frameNumber, one]))
  }
  const left = () => page.getByLabel('Left', { exact: true })
  const box = () => page.getByRole('application')
  const atFrame = (frame: number) => page.locator(`output[data-frame="${frame}"]`).waitFor()
  /** The left edge of the selected box, in pixels of a video of the given width. */
  const edge = async (width: number) => {
    const style = (await box().getAttribute('style')) ?? ''
    return Math.round(Number(/left: ([\d.-]+)%/.exec(style)?.[1]) * width) / 100
  }
  const watch = async (videoId: string, query: string, prepare?: (page: Page) => Promise<unknown>) => {
    open = await openDesk(browser, api, ann, viewport)
    ;({ page } = open)
    await prepare?.(page)
    await page.goto(`${api.url}/videos/${videoId}?${query}`)
    await soon(() => page.evaluate(`document.querySelector('video')?.readyState`)).toBe(4)
    await page.getByText(/tracks?, frames/).waitFor()
  }
  /** Shows only the tracks of the window of the frame in the timeline, which opens on the whole video. */
  const showWindow = () => page.getByRole('button', { name: 'Zoom in', exact: true }).click()
  const type = async (value: number) => {
    await left().fill(String(value))
    await left().press('Enter')
  }

  it('lie where the picture is, also in a low window', async () => {
    await watch(long, 'frame=3')
    await page.getByRole('textbox', { name: 'Type' }).first().click()
    await page.getByRole('option', { name: 'Dust front' }).click()
    await page.getByRole('button', { name: 'Draw a box' }).click()
    await page.evaluate('scrollTo(0, 0)')
    const screen = await whiteOn(page)
    await page.mouse.move(screen.x, screen.y)
    await page.mouse.down()
    await page.mouse.move(screen.x + screen.width, screen.y + screen.height, { steps: 3 })
    await page.mouse.up()
    await box().waitFor()
    const list = async () => made(ann.get(`/api/annotations/${long}`))
    await soon(async () => (await list()).length).toBe(1)
    const [{ id }] = await list()
    const stored = (await keys(id))[3]
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs(stored[side] - white[side]), side).toBeLessThan(2)
      expect(Math.abs((await box().boundingBox())![side] - screen[side]), side).toBeLessThan(3)
    }
    const { width, height } = (await page.locator('video').boundingBox())!
    expect(width / height).toBeCloseTo(320 / 240, 1)
    expect(height).toBeLessThanOrEqual(351)
  })

  it('that were moved by keys are kept whatever is selected next', async () => {
    const id = await track(api.videoId, key(0, 100), key(90, 100))
    await track(api.videoId, key(0, 700), key(90, 700))
    await watch(api.videoId, `frame=0&annotation=${id}`)
    const video = (await page.locator('video').boundingBox())!
    const click = (x: number, y: number) =>
      page.mouse.click(video.x + (x / 1280) * video.width, video.y + (y / 720) * video.height)
    let x = 100
    for (const leave of [() => page.keyboard.press('Escape'), () => click(730, 65), () => click(1200, 600)]) {
      await click(130, 65)
      await box().focus()
      await page.evaluate('scrollTo(0, 0)')
      await page.keyboard.press('Control+ArrowRight')
      await leave()
      x++
      await soon(async () => (await keys(id))[0].x).toBe(x)
    }
  })

  it('are accepted and rejected by keys, and lead from one that is open to the next', async () => {
    const first = await track(api.videoId, key(0, 100), key(90, 100))
    const second = await track(api.videoId, key(10, 700), key(90, 700))
    const reviewOf = async (id: string) => {
      const fields = 'reviewState reviewNote'
      return Object.values((await made(ann.graph(`{ annotation(id: "${id}") { ${fields} } }`))).annotation)
    }
    await watch(api.videoId, `frame=0&annotation=${first}`)
    const filter = page.getByRole('group', { name: 'Review states' })
    const bar = page.getByRole('group', { name: 'Review', exact: true })
    await bar.getByRole('button', { name: 'Accept' }).waitFor()
    await page.keyboard.press('a')
    await bar.getByText('Accepted', { exact: true }).waitFor()
    await filter.getByRole('button', { name: 'Accepted 1' }).waitFor()
    expect(await reviewOf(first)).toEqual(['ACCEPTED', null])
    await filter.getByRole('button', { name: 'Next open' }).click()
    await atFrame(10)
    await bar.getByText('Open', { exact: true }).waitFor()
    await page.keyboard.press('r')
    await page.getByLabel('Review note').fill('Too wide')
    await page.keyboard.press('Enter')
    await bar.getByText('“Too wide”').waitFor()
    await filter.getByRole('button', { name: 'Rejected 1' }).waitFor()
    expect(await reviewOf(second)).toEqual(['REJECTED', 'Too wide'])
    // A chip leaves the tracks in its state in the list and on the picture.
    await filter.getByRole('button', { name: 'Rejected 1' }).click()
    await page.getByText(/^1 of 2 tracks/).waitFor()
    expect(await open.barriers()).toEqual([])
    await filter.getByRole('button', { name: 'Rejected 1' }).click()

    // Both together, with one note; one that was changed in the meantime is named, and the other is reviewed.
    const rows = page.getByRole('region', { name: 'Timeline' }).or(page.getByRole('main'))
    const boxes = rows.getByRole('checkbox', { name: /^Select / })
    await boxes.first().check()
    await boxes.nth(1).check()
    await page.getByRole('heading', { name: '2 tracks selected' }).waitFor()
    const chosen = page.getByRole('region', { name: 'Selected tracks' })
    await chosen.getByRole('button', { name: 'Reopen' }).waitFor()
    expect(await open.barriers()).toEqual([])
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Accept: 2 annotations' }).getByLabel('Review note').fill('Both fit')
    await made(ann.put(`/api/annotations/${second}`, { confidence: 0.4 }))
    await page.keyboard.press('Enter')
    await page.getByText(/have been changed since you loaded them: [^,]+\. They are no longer selected/).waitFor()
    expect(await reviewOf(first)).toEqual(['ACCEPTED', null])
    await page.getByRole('heading', { name: '1 track selected' }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Accept: 1 annotation' }).getByLabel('Review note').fill('Fits')
    await page.keyboard.press('Enter')
    await page.getByText('1 annotation accepted.').waitFor()
    expect(await reviewOf(first)).toEqual(['ACCEPTED', 'Fits'])
    expect(open.faults).toEqual([])
  })

  it('stay on the screen when a keyframe of the window before is taken back', async () => {
    const id = await track(long, key(0, 20), key(900, 110))
    await watch(long, `frame=590&annotation=${id}`)
    await showWindow()
    await page.getByRole('button', { name: 'Set keyframe' }).click()
    await soon(async () => Object.keys(await keys(id))).toEqual(['0', '590', '900'])
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await atFrame(610)
    await page.getByText('1 track, frames').waitFor()
    await page.keyboard.press('Control+z')
    await soon(async () => Object.keys(await keys(id))).toEqual(['0', '900'])
    await page.getByText('1 track, frames').waitFor({ timeout: 3_000 })
    await soon(() => page.locator('canvas').getAttribute('data-shown')).toBe('1')
    await soon(() => edge(320)).toBeCloseTo(81, 0)
    expect(open.faults).toEqual([])
  })

  it('are as they were set, also where an older answer arrives later', async () => {
    const id = await track(long, key(0, 20), key(900, 110))
    open = await openDesk(browser, api, ann, viewport)
    ;({ page } = open)
    let late: (() => Promise<void>) | undefined
    const hold = async (route: Route) => {
      const response = await route.fetch()
      if (late) return route.fulfill({ response })
      late = () => route.fulfill({ response })
    }
    await page.route(/sequences\?from=600/, hold)
    await page.goto(`${api.url}/videos/${long}?frame=590&annotation=${id}`)
    await left().waitFor()
    await soon(() => late !== undefined).toBe(true)
    await type(200)
    await soon(async () => (await keys(id))[590]?.x).toBe(200)
    await page.getByText('Saving').waitFor({ state: 'hidden' })
    await late!()
    await page.evaluate('document.activeElement.blur()')
    for (let i = 0; i < 2; i++) await page.keyboard.press('Shift+ArrowRight')
    await atFrame(610)
    await soon(() => edge(320)).toBeCloseTo(200 - (20 * 90) / 310, 0)
    expect(open.faults).toEqual([])
  })

  it('that cannot be loaded are told once and asked for now and then, not with every frame', async () => {
    open = await openDesk(browser, api, ann, viewport)
    ;({ page } = open)
    let asked = 0
    await page.route(/sequences\?/, (route) => {
      asked++
      return route.fulfill({ status: 500, json: { error: 'It is broken', code: 'INTERNAL' } })
    })
    await page.goto(`${api.url}/videos/${long}?frame=0`)
    await page.getByText('It is broken').first().waitFor()
    const first = asked
    for (let frame = 1; frame <= 12; frame++) {
      await page.keyboard.press('.')
      await atFrame(frame)
    }
    expect(await page.getByText('It is broken').count()).toBe(1)
    expect(asked - first).toBeLessThan(5)
    await page.unroute(/sequences\?/)
    await page.getByText('0 tracks, frames').waitFor()
  })

  it('are drawn for a persona whose types of two kinds have one id', async () => {
    const ben = await api.person('Ben')
    const { id } = await made(ben.post('/api/personas', persona))
    const types = { entities: [{ id: 'storm', name: 'Storm' }], events: [{ id: 'storm', name: 'Storming' }] }
    await made(ben.put(`/api/personas/${id}/ontology`, types))
    open = await openDesk(browser, api, ben, viewport)
    ;({ page } = open)
    await page.goto(`${api.url}/videos/${api.videoId}`)
    await page.getByRole('textbox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Storm', exact: true }).click()
    await soon(() => page.getByRole('button', { name: 'Draw a box' }).isEnabled()).toBe(true)
    expect(open.faults).toEqual([])
  })

  it('are shown as others have changed them, once a later window tells of it', async () => {
    const id = await track(long, key(0, 20), key(900, 110))
    await watch(long, `frame=10&annotation=${id}`)
    await showWindow()
    await made(ann.patch(`/api/annotations/${id}/sequence`, { upsert: [key(10, 222)] }))
    await page.keyboard.press('End')
    await page.getByText('1 track, frames 600').waitFor()
    await page.keyboard.press('Home')
    await atFrame(0)
    await page.keyboard.press('Shift+ArrowRight')
    await atFrame(10)
    await soon(() => left().inputValue()).toBe('222')
    expect(open.faults).toEqual([])
  })

  it('of a track that ended in the window before are dotted, and go on where they are set', async () => {
    const id = await track(long, key(0, 20), key(590, 100))
    await watch(long, `frame=590&annotation=${id}`)
    await showWindow()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await atFrame(610)
    await page.getByText('0 tracks, frames').waitFor()
    await page.getByRole('button', { name: 'Set keyframe' }).click()
    await soon(async () => Object.keys(await keys(id))).toEqual(['0', '590', '610'])
    await soon(() => page.locator('canvas').getAttribute('data-shown')).toBe('1')
    await soon(() => box().getAttribute('data-ghost')).toBe('false')
    expect(open.faults).toEqual([])
  })

  it('that others have changed as well are told of, where the page was left before they were kept', async () => {
    const id = await track(api.videoId, key(0, 100), key(90, 100))
    await watch(api.videoId, `frame=0&annotation=${id}`, withoutUpdates)
    await made(ann.patch(`/api/annotations/${id}/sequence`, { upsert: [key(0, 222)] }))
    let goOn: () => void = () => undefined
    const gone = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/graphql', async (route) => {
      await gone
      await route.continue().catch(() => undefined)
    })
    await type(333)
    await page.getByRole('link', { name: 'Summary & claims', exact: true }).click()
    await page.waitForURL(/\/reading/)
    goOn()
    await page.getByText(/The resource is at version 2/).waitFor()
    await soon(() => page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(true)
    expect((await keys(id))[0].x).toBe(222)
  })

  describe('while the server is away', () => {
    let id: string
    let other: string
    beforeEach(async () => {
      id = await track(api.videoId, key(0, 100), key(90, 100))
      other = await track(api.videoId, key(0, 700), key(90, 700))
    })
    const goOffline = async () => {
      await page.waitForTimeout(500)
      // What was saved before has been answered by now, so that the next change is the first that waits.
      await soon(isHeld).toBe(false)
      await page.context().setOffline(true)
    }
    const goOnline = async () => {
      await page.context().setOffline(false)
      await page.getByText('The server is not responding').waitFor({ state: 'detached' })
      await page.getByText('Saving').waitFor({ state: 'hidden' })
    }
    const isHeld = () => page.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`)

    it('are taken back in the order in which they were moved', async () => {
      await watch(api.videoId, `frame=0&annotation=${id}`)
      await type(110)
      await soon(async () => (await keys(id))[0].x).toBe(110)
      await goOffline()
      expect(await isHeld()).toBe(false)
      await type(120)
      await page.getByText('Saving').waitFor()
      expect(await isHeld()).toBe(true)
      await type(130)
      await page.getByRole('button', { name: 'Undo' }).click()
      await soon(() => edge(1280)).toBeCloseTo(120, 0)
      await goOnline()
      expect((await keys(id))[0].x).toBe(120)
      expect(await isHeld()).toBe(false)
      await page.getByRole('button', { name: 'Redo' }).click()
      await soon(async () => (await keys(id))[0].x).toBe(130)
    })

    it('forget what was taken back once something else is done', async () => {
      await watch(api.videoId, `frame=0&annotation=${id}`)
      await goOffline()
      await type(140)
      await page.getByRole('button', { name: 'Undo' }).click()
      await type(150)
      await goOnline()
      expect((await keys(id))[0].x).toBe(150)
      expect(await page.getByRole('button', { name: 'Redo' }).isDisabled()).toBe(true)
    })

    it('all stay where they were moved, one and the next', async () => {
      await watch(api.videoId, `frame=0&annotation=${id}`)
      await goOffline()
      await type(160)
      await page
        .getByRole('button', { name: /^Dust front \d+$/ })
        .last()
        .click()
      await soon(() => left().inputValue()).toBe('700')
      await type(720)
      await soon(() => edge(1280)).toBeCloseTo(720, 0)
      // It stays there: nothing takes it back a moment later.
      await page.waitForTimeout(300)
      expect(await edge(1280)).toBeCloseTo(720, 0)
      await goOnline()
      expect(await edge(1280)).toBeCloseTo(720, 0)
      expect([(await keys(id))[0].x, (await keys(other))[0].x]).toEqual([160, 720])
    })

    it('are sent again under the same key when the database alone was away', async () => {
      await watch(api.videoId, `frame=0&annotation=${id}`)
      const sent: string[] = []
      await page.route('**/graphql', (route) => {
        const given = route.request().headers()['idempotency-key']
        if (given === undefined || sent.push(given) > 2) return route.continue()
        const extensions = { code: 'DATABASE_UNAVAILABLE', retryAfter: 1 }
        const errors = [{ message: 'The database does not answer; try again', extensions }]
        return route.fulfill({ status: 503, json: { errors } })
      })
      await type(180)
      await page.getByText('Saving').waitFor()
      await soon(async () => (await keys(id))[0].x).toBe(180)
      expect([sent.length, new Set(sent).size]).toEqual([3, 1])
      expect(await page.getByText('Error').count()).toBe(0)
    })

    it('come back as they were last when they were deleted', async () => {
      await watch(api.videoId, `frame=0&annotation=${id}`)
      await goOffline()
      await type(170)
      await deleteTrack(page)
      await goOnline()
      await page.getByText('1 track, frames').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('2 tracks, frames').waitFor()
      const list = await made(ann.get(`/api/annotations/${api.videoId}`))
      const again = list.find((one: any) => one.id !== other).id
      expect((await keys(again))[0].x).toBe(170)
    })
  })
})

/** The position of the white area on the screen, found in a screenshot of the page. */
async function whiteOn(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const clip = (await page.locator('video').boundingBox())!
  const input = await page.screenshot()
  const gray = ['-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
  const pixels = execFileSync(programPath('ffmpeg'), ['-v', 'error', '-i', 'pipe:0', ...gray], {
    ...{ input, maxBuffer: 2 ** 24 },
  })
  const [columns, rows]: [number[], number[]] = [[], []]
  for (let y = Math.ceil(clip.y) + 2; y < Math.min(viewport.height, clip.y + clip.height - 2); y++) {
    for (let x = Math.ceil(clip.x) + 2; x < clip.x + clip.width - 2; x++) {
      if (pixels[y * viewport.width + x]! < 150) continue
      columns.push(x)
      rows.push(y)
    }
  }
  const span = (of: number[]) => {
    const [from, to] = of.reduce(([a, b], one) => [Math.min(a, one), Math.max(b, one)], [Infinity, -Infinity])
    return { from, length: to - from + 1 }
  }
  const [across, down] = [span(columns), span(rows)]
  return { x: across.from, y: down.from, width: across.length, height: down.length }
}
