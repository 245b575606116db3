import { execFileSync } from 'node:child_process'
import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { programPath } from '@parallax/model-service/media/binaries.js'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
const last = 4499
const key = (frameNumber: number, x: number, width = 60) => {
  return { frameNumber, x, y: 40, width, height: 50, isKeyframe: true }
}

describe.skipIf(leftOut(noBrowser, 'long videos in a browser'))('the page of a video of some minutes', () => {
  let api: WorkingApi
  let ann: Person
  let desk: OpenDesk
  let page: Page
  let stop: DeskSuite<unknown>['stop'] | undefined
  let personaId: string
  let long: string

  beforeAll(async () => {
    ;({ api, ann, desk, page, stop } = await startDesk(startWorkingApi))
    personaId = (await made(ann.post('/api/personas', { name: 'Traffic', role: 'Police', informationNeed: 'Who?' }))).id
    const entities = [
      { id: 'person', name: 'Person', color: '#11aa22' },
      { id: 'car', name: 'Car', attributes: [{ name: 'plate', type: 'string', required: false }] },
    ]
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities }))
    // Of one colour: it is made, read and decoded in half the time of a test picture.
    const input = '-f lavfi -i color=gray:s=320x240:r=30:d=150 -f lavfi -i sine=duration=150'.split(' ')
    const codec = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 60 -c:a aac -movflags +faststart'.split(' ')
    const path = join(api.folder, 'videos', 'long.mp4')
    execFileSync(programPath('ffmpeg'), ['-v', 'error', '-y', ...input, ...codec, path])
    await made((await api.admin()).post('/api/videos/sync'))
    const list = async () =>
      (await made(ann.graph('{ videos(first: 9) { nodes { id filename probe { frameCount } } } }'))).videos
        .nodes as any[]
    await vi.waitFor(async () => expect((await list()).every(({ probe }) => probe)).toBe(true), { timeout: 30_000 })
    long = (await list()).find(({ filename }) => filename === 'long.mp4').id
    await page.setViewportSize({ width: 1440, height: 900 })
  }, 120_000)
  afterAll(() => stop?.())
  beforeEach(async () => {
    for (const { id } of await made(ann.get(`/api/annotations/${long}`)))
      await made(ann.delete(`/api/annotations/${long}/${id}`))
  })

  const add = async (label: string, boxes: object[], more: object = {}): Promise<string> => {
    const frames = { interpolationMode: 'linear', boxes }
    const body = { videoId: long, personaId, type: 'type', label, frames, ...more }
    return (await made(ann.post('/api/annotations', body))).id
  }
  const stored = async () => (await made(ann.get(`/api/annotations/${long}`))) as any[]
  /** The number of the first track: the video has given others before. */
  const firstNumber = async () =>
    Math.min(...(await made(ann.get(`/api/videos/${long}/tracks`))).map((one: any) => one.number))
  const framesOf = async () =>
    (await stored()).map(({ label, frames }) => [label, frames.boxes.map((one: any) => one.frameNumber)])
  const frame = () => page.locator('output').getAttribute('data-frame').then(Number)
  const atFrame = (number: number) => page.locator(`output[data-frame="${number}"]`).waitFor()
  const open = async (query = '') => {
    await page.goto(`${api.url}/videos/${long}${query}`)
    await soon(() => page.evaluate(`document.querySelector('video')?.readyState`)).toBe(4)
    await page.getByText(/tracks?, frames/).waitFor()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const names = () => page.getByRole('listitem').getByRole('button', { name: /\d$/ }).allTextContents()
  const timeline = () => page.getByRole('region', { name: 'Timeline' })
  const shown = () => page.locator('canvas').getAttribute('data-shown')

  /** Points at a part of the scrubber, 0 to 1, where a small picture appears, wholly in the window; returns its frame. */
  const pointAt = async (share: number) => {
    const scrubber = page.getByRole('slider', { name: 'Position in the video' }).locator('../..')
    // The page may still be on its way to another width: the pointer follows the scrubber.
    const isWithin = async () => {
      const { x, y, width, height } = (await scrubber.boundingBox())!
      await page.mouse.move(x + 8 + share * (width - 16), y + height / 2, { steps: 2 })
      const [box, edge] = [await preview().locator('..').boundingBox({ timeout: 1000 }), page.viewportSize()!.width]
      return box !== null && box.x >= 0 && box.x + box.width <= edge && box.y + box.height <= y
    }
    await soon(() => isWithin().catch(() => false)).toBe(true)
    return Number(/\d+/.exec((await preview().textContent())!)![0])
  }
  const preview = () => page.getByText(/^Frame \d+ · [\d:.]+$/)

  it('leads to any frame and time, is heard, and keeps frame and track in its address', async () => {
    await add('person', [key(30, 20), key(90, 100)])
    const second = await add('person', [key(3000, 20), key(3060, 100)])
    await open()
    // The scrubber is as wide as the column of the picture, and as wide on every frame.
    const scrubber = () => page.getByRole('slider', { name: 'Position in the video' }).locator('..').boundingBox()
    const { width } = (await scrubber())!
    expect(width).toBeGreaterThan(800)
    // What is pointed at is shown above it in small, and goes when that is pressed or left.
    for (const wide of [390, 1440]) {
      await page.setViewportSize({ width: wide, height: 900 })
      expect(await pointAt(0)).toBeLessThan(20)
      expect(await pointAt(1)).toBeGreaterThan(last - 20)
    }
    const middle = await pointAt(0.5)
    expect(Math.abs(middle - last / 2)).toBeLessThan(20)
    const small = `document.querySelectorAll('video')[1]`
    await soon(() => page.evaluate(`${small}.seeking ? -1 : ${small}.currentTime`)).toBeCloseTo((middle + 0.5) / 30, 2)
    const shapes = await Promise.all((await page.locator('video').all()).map((video) => video.boundingBox()))
    const [main, own] = shapes.map((shape) => shape!.width / shape!.height)
    expect(own).toBeCloseTo(main!, 1)
    expect(await frame()).toBe(0)
    await page.mouse.down()
    await preview().waitFor({ state: 'hidden' })
    await page.mouse.up()
    await atFrame(middle)
    await pointAt(0.25)
    await page.mouse.move(0, 0)
    await preview().waitFor({ state: 'hidden' })
    // Some seconds later it lets go of its file.
    await soon(() => page.locator('video').count()).toBe(1)
    expect(await page.evaluate(`document.querySelector('video').muted`)).toBe(false)
    await button('Mute').click()
    await soon(() => page.evaluate(`document.querySelector('video').muted`)).toBe(true)
    await button('Unmute').click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await field('Frame').fill('1234')
    await page.keyboard.press('Enter')
    await atFrame(1234)
    expect(await field('Frame').inputValue()).toBe('1234')
    await field('Time').fill('1:30')
    await page.keyboard.press('Enter')
    await atFrame(2700)
    // The field that has the focus shows the place that was asked for.
    expect(await field('Time').inputValue()).toBe('1:30.000')
    await page.keyboard.press('Escape')
    expect((await scrubber())!.width).toBe(width)
    await page.getByLabel('Playback speed').selectOption('4')
    await button('Play').click()
    await soon(() => page.evaluate(`document.querySelector('video').playbackRate`)).toBe(4)
    await page.keyboard.press('k')
    await page.keyboard.press('Home')
    await button('Next annotation').click()
    await atFrame(30)
    await button('Next annotation').click()
    await atFrame(3000)
    await page.getByRole('region', { name: 'Selected track' }).getByText('Person 2').waitFor()
    const entries = () => page.evaluate<number>('history.length')
    const before = await entries()
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
    await soon(() => new URL(page.url()).search).toBe(`?frame=3005&annotation=${second}`)
    expect(await entries()).toBe(before)
    await page.reload()
    await atFrame(3005)
    await page.getByRole('region', { name: 'Selected track' }).getByText('Person 2').waitFor()
    // What was done can be undone after a look at another page of the video.
    await button('Set keyframe').click()
    await soon(framesOf).toEqual([
      ['person', [30, 90]],
      ['person', [3000, 3005, 3060]],
    ])
    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    await page.getByRole('heading', { name: 'Boxes', exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Pages of this video' }).getByRole('link', { name: 'Watch' }).click()
    await atFrame(3005)
    await page.getByRole('region', { name: 'Selected track' }).getByText('Person 2').waitFor()
    await button('Undo').click()
    await soon(framesOf).toEqual([
      ['person', [30, 90]],
      ['person', [3000, 3060]],
    ])
    // Tooltips are attached to the page, outside of its landmarks.
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await pointAt(0.5)
    expect(await desk.barriers()).toEqual([])
  })

  it('says to which frame it goes while that takes long, as on a slow disk', async () => {
    await open()
    await page.evaluate(`(() => {
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime')
      const late = function (time) { setTimeout(() => set.call(this, time), 1500) }
      Object.defineProperty(document.querySelector('video'), 'currentTime', { get, set: late })
    })()`)
    const { x, y, width } = (await page.getByRole('group', { name: 'Tracks', exact: true }).boundingBox())!
    await page.mouse.click(x + width * 0.75, y + 30)
    const sign = page.getByRole('status').filter({ hasText: /^Going to frame \d+$/ })
    await sign.waitFor({ timeout: 1000 })
    const asked = Number(/\d+/.exec((await sign.textContent())!)![0])
    expect([await frame(), await page.locator('[aria-busy=true]').locator('video').count()]).toEqual([0, 1])
    await atFrame(asked)
    await sign.waitFor({ state: 'detached' })
    expect(await page.locator('[aria-busy=true]').count()).toBe(0)
  })

  it('shows all tracks of the video by type in a timeline as high as is wanted, and seeks where it is clicked', async () => {
    for (let n = 0; n < 12; n++) await add(n % 2 ? 'car' : 'person', [key(n * 350, 20), key(n * 350 + 20, 100)])
    await open()
    const first = await firstNumber()
    await page.getByText(`12 tracks, frames 0 to ${last}`).waitFor()
    const of = (name: string, at: number) => Array.from({ length: 6 }, (_one, n) => `${name} ${first + at + 2 * n}`)
    const rows = () => page.getByRole('group', { name: 'Tracks', exact: true })
    const strips = page.getByRole('img', { name: /^Frames \d+ to \d+$/ })
    // A track of less than a second is seen among two and a half minutes.
    expect((await strips.first().locator('div').boundingBox())!.width).toBe(6)
    for (const [width, height, count] of [
      [1440, 900, 4],
      [1280, 720, 3],
    ] as const) {
      await page.setViewportSize({ width, height })
      const inSight = async () => {
        const box = (await rows().boundingBox())!
        return Math.min(height, box.y + box.height) - box.y
      }
      await soon(inSight).toBeGreaterThan(count * 28)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    // Its height is dragged, and stays when the page is opened again; the picture gets smaller.
    const edge = page.getByRole('separator', { name: 'Height of the timeline' })
    const heights = async () =>
      Promise.all([timeline(), page.locator('video').first()].map(async (one) => (await one.boundingBox())!.height))
    await soon(async () => (await heights())[1]).toBeGreaterThan(400)
    const [low, large] = (await heights()) as [number, number]
    await edge.press('ArrowUp')
    await soon(async () => (await heights())[0]).toBe(low + 16)
    const grip = (await edge.boundingBox())!
    await page.mouse.move(grip.x + 300, grip.y + grip.height / 2)
    await page.mouse.down()
    await page.mouse.move(grip.x + 300, grip.y + grip.height / 2 - 134, { steps: 4 })
    await page.mouse.up()
    await open()
    await soon(async () => (await heights())[0]).toBe(low + 150)
    expect((await heights())[1]).toBeLessThan(large - 80)
    await soon(names).toEqual([...of('Car', 1), ...of('Person', 0)])
    await page.getByRole('button', { name: 'Car 6 tracks' }).click()
    await soon(names).toEqual(of('Person', 0))
    await page.getByRole('button', { name: 'Car 6 tracks' }).press('Enter')
    await edge.press('Enter')
    await soon(async () => (await heights())[0]).toBe(low)

    await timeline().getByRole('button', { name: 'Zoom in' }).click()
    await page.getByText(`6 of 12 tracks, frames 0 to 1799`).waitFor()
    const zoomOut = timeline().getByRole('button', { name: 'Zoom out' })
    await zoomOut.click()
    // The disabled button loses the focus, and nothing else has had it on this page.
    await soon(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Zoom in')
    await page.getByText(`12 tracks, frames 0 to ${last}`).waitFor()
    const { x, y, width, height } = (await rows().boundingBox())!
    await page.mouse.click(x + width * 0.75, y + height - 8)
    await soon(frame).toBeGreaterThan(1500)
    await button('Person 6 tracks').scrollIntoViewIfNeeded()
    const strip = page
      .getByRole('listitem')
      .filter({ hasText: `Person ${first}` })
      .first()
      .getByRole('img')
    await strip.click()
    await page.getByRole('region', { name: 'Selected track' }).getByText(`Person ${first}`).waitFor()
    const seen = await strip.locator('div').evaluate((bar: any) => bar.style.background)
    // The colour is that of the type, where it has one.
    expect(seen).toBe('rgb(17, 170, 34)')
    await button('Filter').click()
    // No list of a field covers the others before one is asked for.
    const onFrame = page.getByRole('switch', { name: 'Only tracks on this frame' })
    await soon(() => onFrame.and(page.locator(':focus')).count()).toBe(1)
    expect(await page.getByRole('listbox').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Types', exact: true }).click()
    await page.getByRole('option', { name: 'Car' }).click()
    await page.getByText(`6 of 12 tracks, frames 0 to ${last}`).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    await soon(shown).toBe('0')
    expect(await desk.barriers()).toEqual([])
  })

  it('steps with arrows also after a box was dragged, moves it with Ctrl, and deletes with a key', async () => {
    const id = await add('person', [key(0, 20), key(100, 100)])
    await open(`?frame=10&annotation=${id}`)
    const box = page.getByRole('application')
    const at = (await box.boundingBox())!
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    await page.mouse.down()
    await page.mouse.move(at.x + at.width / 2 + 40, at.y + at.height / 2, { steps: 3 })
    await page.mouse.up()
    await soon(framesOf).toEqual([['person', [0, 10, 100]]])
    await page.keyboard.press('ArrowRight')
    await atFrame(11)
    await page.keyboard.press('Shift+ArrowRight')
    await atFrame(21)
    await page.keyboard.press('Control+ArrowRight')
    await soon(framesOf).toEqual([['person', [0, 10, 21, 100]]])
    await page.keyboard.press('Shift+Delete')
    await soon(framesOf).toEqual([['person', [0, 10, 100]]])
    await page.keyboard.press('Delete')
    await soon(framesOf).toEqual([])
    await page.keyboard.press('Control+z')
    await soon(framesOf).toEqual([['person', [0, 10, 100]]])
    // A small box has handles around it, so that it can be grabbed itself.
    const small = await add('car', [key(30, 200, 6), key(60, 200, 6)])
    await open(`?frame=40&annotation=${small}`)
    const middle = await page.evaluate<string | null>(`(() => {
      const { x, y, width, height } = document.querySelector('[role=application]').getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2).getAttribute('role')
    })()`)
    expect(middle).toBe('application')
  })

  it('asks for the type of a box that was drawn without one, and changes types with digits', async () => {
    await page.evaluate('localStorage.clear()')
    await open()
    await page.keyboard.press('n')
    const picture = (await page.locator('video').boundingBox())!
    await page.mouse.move(picture.x + 100, picture.y + 100)
    await page.mouse.down()
    await page.mouse.move(picture.x + 200, picture.y + 180, { steps: 3 })
    await page.mouse.up()
    const dialog = page.getByRole('dialog', { name: 'Type of the new box' })
    await soon(() => dialog.getByRole('textbox', { name: 'Type' }).and(page.locator(':focus')).count()).toBe(1)
    await page.getByRole('option', { name: 'Person' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await soon(framesOf).toEqual([['person', [0]]])
    await page.getByRole('application').waitFor()
    await page.keyboard.press('2')
    await soon(framesOf).toEqual([['car', [0]]])
    // A car has a plate, which is stored with the keyframe.
    const plate = page.getByRole('group', { name: 'Attributes' }).getByLabel('plate')
    await plate.fill('A 1')
    await plate.press('Enter')
    const attributes = async () => (await stored())[0].frames.boxes[0].attributes
    await soon(attributes).toEqual({ plate: 'A 1' })
    // A field keeps letters for itself.
    await page.getByRole('application').press('o')
    const occluded = async () => (await stored())[0].frames.boxes[0].occluded
    await soon(occluded).toBe(true)
    const mark = page.getByRole('group', { name: 'Attributes' }).getByRole('checkbox', { name: 'Occluded' })
    await soon(() => mark.isChecked()).toBe(true)
    await mark.click()
    await soon(occluded).toBe(false)
    await page.keyboard.press('Control+z')
    await soon(() => mark.isChecked()).toBe(true)
    await page.keyboard.press('Control+z')
    await soon(occluded).toBeUndefined()
    expect(await attributes()).toEqual({ plate: 'A 1' })
    await button('Undo').click()
    await soon(attributes).toBeUndefined()
    await soon(() => plate.inputValue()).toBe('')
    await page.keyboard.press('Control+z')
    await soon(framesOf).toEqual([['person', [0]]])
  })

  it('splits, copies, merges, hides and locks tracks, several at once, and takes all of it back', async () => {
    const first = await add('person', [key(0, 20), key(40, 100)])
    await add('car', [key(60, 20), key(80, 100)])
    await open(`?frame=20&annotation=${first}`)
    await button('Split at frame 20').click()
    await soon(async () => (await framesOf()).sort()).toEqual([
      ['car', [60, 80]],
      ['person', [0, 19]],
      ['person', [20, 40]],
    ])
    const number = await firstNumber()
    const three = [`Car ${number + 1}`, `Person ${number}`, `Person ${number + 2}`]
    await soon(names).toEqual(three)
    for (const name of three) await page.getByLabel(`Select ${name}`).check()
    await page.getByText('3 tracks selected').waitFor()
    expect(await desk.barriers()).toEqual([])
    await button('Merge').click()
    await soon(framesOf).toEqual([['person', [0, 19, 20, 40, 60, 80]]])
    const [{ frames }] = await stored()
    expect(frames.visibilityRanges).toEqual([{ startFrame: 41, endFrame: 59, visible: false }])
    await page.keyboard.press('Control+z')
    await soon(async () => (await framesOf()).length).toBe(3)
    await page.keyboard.press('Control+z')
    await soon(async () => (await framesOf()).sort()).toEqual([
      ['car', [60, 80]],
      ['person', [0, 40]],
    ])
    await soon(async () => (await names()).length).toBe(2)
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Person \d+$/ })
      .click()
    await button('Position and size').click()
    await page.getByLabel('Number of next frames').fill('3')
    await button('Copy box to next 3 frames').click()
    await soon(async () => (await framesOf()).sort()[1]).toEqual(['person', [0, 20, 21, 22, 23, 40]])
    await button('Undo').click()
    await soon(async () => (await framesOf()).sort()[1]).toEqual(['person', [0, 40]])
    await soon(shown).toBe('1')
    await page
      .getByRole('listitem')
      .getByLabel(/^Hide Person/)
      .check({ force: true })
    await soon(shown).toBe('0')
    await page.getByRole('application').waitFor({ state: 'hidden' })
    await page
      .getByRole('listitem')
      .getByLabel(/^Hide Person/)
      .uncheck({ force: true })
    await page
      .getByRole('listitem')
      .getByLabel(/^Lock Person/)
      .check({ force: true })
    await page.getByText('This track is locked').waitFor()
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+ArrowRight')
    expect(await framesOf()).toHaveLength(2)
  })

  it('copies a box to another frame of its track, and to a new track, unless text is copied', async () => {
    const id = await add('person', [key(0, 20), key(100, 120)])
    await open(`?frame=50&annotation=${id}`)
    await page.getByRole('application').waitFor()
    await page.keyboard.press('Control+c')
    await page.getByText(/^The box of Person \d+ is copied/).waitFor()
    // Where text is selected, that is copied.
    await page.keyboard.press('Home')
    await atFrame(0)
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('h1'))`)
    await page.keyboard.press('Control+c')
    // Also while the boxes around the frame to which the user has jumped are being loaded.
    await page.route('**/sequences?*', async (route) => {
      await new Promise((done) => setTimeout(done, 1500))
      await route.continue()
    })
    await page.keyboard.press('End')
    await atFrame(last)
    await page.keyboard.press('Control+v')
    const boxes = async () => (await stored()).map(({ label, frames }) => [label, frames.boxes])
    const copy = { x: 70, y: 40, width: 60, height: 50, isKeyframe: true }
    const longer = ['person', [key(0, 20), key(100, 120), { frameNumber: last, ...copy }]]
    await soon(boxes).toEqual([longer])
    await page.unrouteAll({ behavior: 'wait' })
    await page.keyboard.press('Escape')
    await page.getByRole('application').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowLeft')
    await atFrame(last - 1)
    // A field keeps the keys for itself.
    await page.getByRole('textbox', { name: 'Frame', exact: true }).press('Control+v')
    await page.keyboard.press('Escape')
    await page.evaluate(`document.activeElement.blur()`)
    expect(await boxes()).toEqual([longer])
    await page.keyboard.press('Control+v')
    const made = ['person', [{ frameNumber: last - 1, ...copy }]]
    await soon(async () => (await boxes()).sort((a, b) => a[1].length - b[1].length)).toEqual([made, longer])
    await page.getByRole('application').waitFor()
    await page.keyboard.press('Control+z')
    await soon(boxes).toEqual([longer])
    await page.keyboard.press('Control+z')
    await soon(boxes).toEqual([['person', [key(0, 20), key(100, 120)]]])
    expect(desk.faults).toEqual([])
  })

  it('hears no key while a dialog or a popover lies above it', async () => {
    const id = await add('person', [key(0, 20), key(100, 100)])
    await open(`?frame=10&annotation=${id}`)
    await page.getByRole('application').waitFor()
    const before = await stored()
    const layers: [string, () => Promise<void>][] = [
      ['History', () => button('History').click()],
      ['the overlay of keys', () => page.keyboard.press('?')],
      [
        'the filter of the timeline',
        () =>
          timeline()
            .getByRole('button', { name: /filter/i })
            .click(),
      ],
    ]
    const pressed = 'ArrowRight Shift+ArrowLeft Control+ArrowRight End a r n 2 . , l Delete Shift+Delete Control+z ? /'
    for (const [what, openLayer] of layers) {
      await openLayer()
      await page.getByRole('dialog').waitFor()
      // On a button of the layer, none of these keys does anything.
      await page.getByRole('dialog').getByRole('button').first().focus()
      for (const one of pressed.split(' ')) await page.keyboard.press(one)
      expect([await frame(), await page.getByRole('dialog').count()], what).toEqual([10, 1])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(await stored()).toEqual(before)
    await page.keyboard.press('ArrowRight')
    await atFrame(11)
  })

  it('hears keys by their letters, or by their places where the keyboard has other letters or needs Shift', async () => {
    const id = await add('person', [key(0, 20), key(100, 100)])
    await open(`?frame=10&annotation=${id}`)
    await page.getByRole('application').waitFor()
    const press = (of: object) =>
      page.evaluate(
        `document.body.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ ...of, bubbles: true })}))`,
      )
    const steps: [keyboard: string, key: string, code: string, frame: number][] = [
      ['Russian', 'ю', 'Period', 11],
      ['Russian', 'б', 'Comma', 10],
      ['AZERTY', ':', 'Period', 11],
      ['AZERTY', ',', 'KeyM', 10],
      ['Dvorak', '.', 'KeyE', 11],
      ['Dvorak', 'w', 'Comma', 11],
    ]
    for (const [keyboard, typed, code, number] of steps) {
      await press({ key: typed, code })
      await expect.poll(frame, { message: `${keyboard} ${typed}`, timeout: 15_000 }).toBe(number)
    }
    const undo = { Russian: { key: 'я', code: 'KeyZ' }, AZERTY: { key: 'z', code: 'KeyW' } }
    for (const of of Object.values(undo)) {
      await page.keyboard.press('Control+ArrowRight')
      await soon(framesOf).toEqual([['person', [0, 11, 100]]])
      await press({ ...of, ctrlKey: true })
      await soon(framesOf).toEqual([['person', [0, 100]]])
    }
    await press({ key: 'é', code: 'Digit2' })
    await soon(framesOf).toEqual([['car', [0, 100]]])
  })

  it('names keys as the keyboard has them', async () => {
    await open('?frame=10')
    const shown = async (layout: Record<string, string>) => {
      await page.evaluate(
        `navigator.keyboard.getLayoutMap = async () => new Map(${JSON.stringify(Object.entries(layout))})`,
      )
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      const keys = dialog.locator('kbd')
      await keys.first().waitFor()
      const all = await keys.allTextContents()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      return all
    }
    const russian = { KeyJ: 'о', KeyK: 'л', KeyL: 'д', KeyZ: 'я', Comma: 'б', Period: 'ю' }
    expect(await shown(russian)).toEqual(expect.arrayContaining(['О (J) Л (K) Д (L)', 'Б (,) Ю (.)']))
    const azerty = { KeyJ: 'j', KeyK: 'k', KeyL: 'l', KeyW: 'z', Comma: ';', KeyM: ',', Period: ':', Slash: '!' }
    expect(await shown(azerty)).toEqual(expect.arrayContaining(['J K L', ', : (.)']))
  })

  it('magnifies the picture at the pointer, moves it, and fits it again; boxes stay where they are', async () => {
    const id = await add('person', [key(0, 200), key(40, 200)])
    await open(`?frame=10&annotation=${id}`)
    const box = () => page.getByRole('application').boundingBox()
    const before = (await box())!
    const [x, y] = [before.x + before.width / 2, before.y + before.height / 2]
    await page.mouse.move(x, y)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -400)
    await page.keyboard.up('Control')
    await soon(async () => (await box())!.width / before.width).toBeGreaterThan(2)
    const after = (await box())!
    expect(Math.abs(after.x + after.width / 2 - x)).toBeLessThan(3)
    expect(Math.abs(after.y + after.height / 2 - y)).toBeLessThan(3)
    await page.mouse.move(x, after.y + after.height + 20)
    await page.mouse.down()
    await page.mouse.move(x - 60, after.y + after.height + 20, { steps: 3 })
    await page.mouse.up()
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Person \d+$/ })
      .click()
    await soon(async () => Math.round((await box())!.x - after.x)).toBe(-60)
    await page.keyboard.press('0')
    await soon(async () => (await box())!.width).toBeCloseTo(before.width, 0)
    await button('Picture and boxes').click()
    await page.getByRole('slider', { name: 'Brightness' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Brightness 105 %').waitFor()
    expect(await page.evaluate(`document.querySelector('video').parentElement.style.filter`)).toContain('1.05')
    expect(await frame()).toBe(10)
    expect(desk.faults).toEqual([])
  })

  it('gives boxes the colours and the names that are chosen, and shows the handles of the selected one', async () => {
    for (let n = 0; n < 4; n++) await add('person', [key(0, 100), key(40, 100)])
    const first = await firstNumber()
    await open('?frame=10')
    const labels = async () => ((await page.locator('canvas').getAttribute('data-labels')) ?? '').split(', ')
    // All four lie upon each other, where the names of three find a place.
    await soon(labels).toEqual([0, 1, 2].map((n) => `Person ${first + n}`))
    await button(`Person ${first + 3}`).click()
    await soon(labels).toEqual([3, 0, 1].map((n) => `Person ${first + n}`))
    const handle = page.getByRole('application').locator('span').first()
    const opacity = () => handle.evaluate((one: any) => one.ownerDocument.defaultView.getComputedStyle(one).opacity)
    expect(await opacity()).toBe('0')
    await page.getByRole('application').hover()
    await soon(opacity).toBe('1')
    const colours = async () => {
      const marks = page
        .getByRole('listitem')
        .getByRole('button', { name: /^Person \d+$/ })
        .locator('span:first-child')
      return marks.evaluateAll((all) => all.map((one: any) => one.style.background))
    }
    expect(new Set(await colours())).toEqual(new Set(['rgb(17, 170, 34)']))
    await button('Picture and boxes').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Track', { exact: true }).click()
    await dialog.getByText('Selected only').click()
    await soon(labels).toEqual([`Person ${first + 3}`])
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await desk.barriers()).toEqual([])
    await open('?frame=10')
    await soon(async () => new Set(await colours()).size).toBe(4)
    expect(await labels()).toEqual([''])
    await page.evaluate('localStorage.clear()')
  })

  it('says which files hold no pictures, nothing, or only a beginning', async () => {
    const place = (name: string) => join(api.folder, 'videos', `broken-${name}`)
    const make = (asked: string, name: string) =>
      execFileSync(programPath('ffmpeg'), [...'-v error -y -f lavfi -i'.split(' '), ...asked.split(' '), place(name)])
    make('testsrc2=s=320x240:r=25:d=8 -preset ultrafast -pix_fmt yuv420p -movflags +faststart', 'cut-off.mp4')
    truncateSync(place('cut-off.mp4'), Math.floor(statSync(place('cut-off.mp4')).size / 2))
    make('sine=duration=2 -c:a aac', 'sound.mp4')
    writeFileSync(place('empty.mp4'), '')
    await made((await api.admin()).post('/api/videos/sync'))
    const list = '{ videos(first: 9, filter: { search: "broken-" }) { nodes { id filename probe { fault } } } }'
    const broken = async () => (await made(ann.graph(list))).videos.nodes as any[]
    await soon(async () => (await broken()).filter(({ probe }) => probe).length).toBe(3)
    for (const [name, title, said] of [
      ['cut-off.mp4', 'The file of this video breaks off', 'It says that it lasts 8.0 s, but its pictures end at'],
      ['sound.mp4', 'The file of this video cannot be read', 'The file holds no video stream'],
      ['empty.mp4', 'The file of this video cannot be read', 'could not be decoded'],
    ] as const) {
      const { id } = (await broken()).find(({ filename }) => filename === `broken-${name}`)
      await page.goto(`${api.url}/videos/${id}`)
      await page.getByRole('alert').filter({ hasText: title }).filter({ hasText: said }).waitFor()
      expect(await page.getByRole('alert').count()).toBe(1)
    }
    await page.goto(api.url)
    await page.getByLabel('Search by name').fill('broken-')
    desk.faults.splice(0)
    await soon(() => page.getByText('cannot be read', { exact: true }).count()).toBe(2)
    // The library asks for no pictures of them, which would be errors in the console of every visitor.
    await page.waitForTimeout(1000)
    expect(desk.faults).toEqual([])
  })
})
