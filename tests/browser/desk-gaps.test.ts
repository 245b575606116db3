import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { programPath } from '@parallax/model-service/media/binaries.js'
import { ontology, persona } from '../../examples/demo/content.mjs'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { annotationOf, made } from '../support/workspace.js'
import { openDesk, startDesk, withoutUpdates, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

/** Like expect.poll, with a timeout of 15 seconds for busy machines. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
const key = (frameNumber: number, x: number, more: object = {}) => ({
  ...{ frameNumber, x, y: 40, width: 60, height: 50, isKeyframe: true },
  ...more,
})
const hidden = (startFrame: number, endFrame: number) => ({ startFrame, endFrame, visible: false })
const shown = (startFrame: number, endFrame: number) => ({ startFrame, endFrame, visible: true })
const still = 'Hold'

describe.skipIf(leftOut(noBrowser, 'gaps and easing in a browser'))('between two keyframes', () => {
  let api: WorkingApi
  let ann: Person
  let browser: DeskSuite<unknown>['browser']
  let stop: DeskSuite<unknown>['stop'] | undefined
  let personaId: string
  /** A video of 960 frames, which is more than one window of the track store, 320 pixels wide. */
  let videoId: string
  let open: OpenDesk
  let page: Page

  beforeAll(async () => {
    ;({ api, ann, browser, stop } = await startDesk(startWorkingApi))
    personaId = (await made(ann.post('/api/personas', persona))).id
    await made(ann.put(`/api/personas/${personaId}/ontology`, ontology(personaId)))
    const picture = ['-f', 'lavfi', '-i', 'color=black:s=320x240:r=30:d=32']
    const codec = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30 -movflags +faststart'.split(' ')
    execFileSync(programPath('ffmpeg'), [
      '-v',
      'error',
      '-y',
      ...picture,
      ...codec,
      join(api.folder, 'videos', 'long.mp4'),
    ])
    await made((await api.admin()).post('/api/videos/sync'))
    const list = async () =>
      (await made(ann.graph('{ videos(first: 9) { nodes { id filename probe { frameCount } } } }'))).videos
        .nodes as any[]
    await vi.waitFor(async () => expect((await list()).every(({ probe }) => probe)).toBe(true), { timeout: 30_000 })
    videoId = (await list()).find(({ filename }) => filename === 'long.mp4').id
  }, 120_000)
  afterAll(() => stop?.())
  afterEach(async () => {
    await open.close()
    for (const { id } of await made(ann.get(`/api/annotations/${videoId}`)))
      await made(ann.delete(`/api/annotations/${videoId}/${id}`))
  })

  const track = async (frames: object): Promise<string> => {
    const input = {
      videoId,
      personaId,
      type: 'type',
      label: 'front',
      frames: { interpolationMode: 'linear', ...frames },
    }
    return (await made(ann.post('/api/annotations', input))).id
  }
  const framesOf = async (id: string) => (await annotationOf(ann, id)).frames
  const segments = async (id: string) => (await framesOf(id)).interpolationSegments
  const ranges = async (id: string) => (await framesOf(id)).visibilityRanges
  const boxAt = async (id: string, frame: number) =>
    (await made(ann.graph(`{ annotation(id: "${id}") { boxAt(frame: ${frame}) { x visible } } }`))).annotation
      .boxAt as any
  const watch = async (id: string, frame: number) => {
    open = await openDesk(browser, api, ann)
    ;({ page } = open)
    await page.goto(`${api.url}/videos/${videoId}?frame=${frame}&annotation=${id}`)
    await soon(() => page.evaluate(`document.querySelector('video')?.readyState`)).toBe(4)
    await page.getByText(/tracks?, frames/).waitFor()
  }
  const go = async (...keys: string[]) => {
    await page.evaluate('document.activeElement.blur()')
    for (const one of keys) await page.keyboard.press(one)
  }
  const atFrame = (frame: number) => page.locator(`output[data-frame="${frame}"]`).waitFor()
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const movement = () => page.getByRole('textbox', { name: 'Interpolation' })
  const choose = async (name: string) => {
    await movement().click()
    await page.getByRole('option', { name }).click()
  }
  /** The left edge of the selected box in pixels of the video, and whether the track is visible, not a dotted ghost. */
  const drawn = async () => {
    const box = page.getByRole('application')
    const style = (await box.getAttribute('style')) ?? ''
    const x = Math.round((Number(/left: ([\d.-]+)%/.exec(style)?.[1]) * 320) / 100)
    return { x, isShown: (await box.getAttribute('data-ghost')) === 'false' }
  }

  it('a box stands still where that is said, on the screen and on the server, and moves again when it is undone', async () => {
    const id = await track({
      boxes: [key(0, 0), key(20, 100), key(40, 200), key(900, 20)],
      interpolationSegments: [
        { startFrame: 0, endFrame: 40, type: 'ease-in', note: 'by Ann' },
        { startFrame: 40, endFrame: 900, type: 'ease-out' },
      ],
    })
    await watch(id, 30)
    expect(await movement().inputValue()).toBe('Ease in')
    await page.getByText('Frames 20 to 40', { exact: true }).waitFor()
    await soon(drawn).toEqual({ x: 125, isShown: true })
    await choose(still)
    await soon(drawn).toEqual({ x: 100, isShown: true })
    await soon(async () => (await boxAt(id, 30)).x).toBe(100)
    const rest = { startFrame: 40, endFrame: 900, type: 'ease-out' }
    const first = { startFrame: 0, endFrame: 20, type: 'ease-in', note: 'by Ann' }
    expect(await segments(id)).toEqual([first, { startFrame: 20, endFrame: 40, type: 'hold' }, rest])
    expect((await boxAt(id, 10)).x).toBe(25)
    // The timeline opens on the whole video, on which each track is one bar.
    await button('Zoom in').click()
    await page.getByText('hold, frames 20 to 40').waitFor({ state: 'attached' })
    await button('Undo').click()
    await soon(drawn).toEqual({ x: 125, isShown: true })
    await soon(() => segments(id)).toEqual([{ ...first, endFrame: 40 }, rest])
    await button('Redo').click()
    await soon(drawn).toEqual({ x: 100, isShown: true })
    await soon(async () => (await boxAt(id, 30)).x).toBe(100)
    // Linear movement is the default of the whole track, so it needs no segment.
    await choose('Linear')
    await soon(drawn).toEqual({ x: 150, isShown: true })
    await soon(() => segments(id)).toEqual([first, rest])
    // The movement is also set on a frame far from the keyframe where it begins.
    await page.goto(`${api.url}/videos/${videoId}?frame=700&annotation=${id}`)
    await choose(still)
    await soon(drawn).toEqual({ x: 200, isShown: true })
    await soon(async () => (await boxAt(id, 700)).x).toBe(200)
    expect(await open.barriers()).toEqual([])
    expect(open.faults).toEqual([])
  })

  it('a thing is hidden from one frame and shown again from another, inside of a gap that is stored as well', async () => {
    const id = await track({ boxes: [key(0, 0), key(100, 100), key(900, 20)], visibilityRanges: [hidden(700, 750)] })
    await watch(id, 20)
    await button('Hide until frame 699').click()
    await soon(drawn).toEqual({ x: 0, isShown: false })
    await soon(() => ranges(id)).toEqual([hidden(20, 750)])
    await go('Shift+ArrowRight', 'Shift+ArrowRight')
    await atFrame(40)
    await button('Show until frame 750').click()
    await soon(drawn).toEqual({ x: 40, isShown: true })
    await soon(() => ranges(id)).toEqual([hidden(20, 39), shown(40, 750)])
    for (const [frame, visible] of [
      [19, true],
      [20, false],
      [39, false],
      [40, true],
      [720, true],
    ] as const)
      expect((await boxAt(id, frame)).visible, String(frame)).toBe(visible)
    // Tooltips are attached to the page, outside of its landmarks.
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await open.barriers()).toEqual([])
    await button('Undo').click()
    await soon(drawn).toEqual({ x: 0, isShown: false })
    await soon(() => ranges(id)).toEqual([hidden(20, 750)])
    await button('Undo').click()
    await soon(drawn).toEqual({ x: 40, isShown: true })
    await soon(() => ranges(id)).toEqual([hidden(700, 750)])
    await button('Redo').click()
    await soon(drawn).toEqual({ x: 0, isShown: false })
    await soon(async () => (await boxAt(id, 40)).visible).toBe(false)
    expect(open.faults).toEqual([])
  })

  it('gaps that keyframes open stay where they are when another is made, also those of frames that are not loaded', async () => {
    const boxes = [key(0, 0), key(100, 100), key(610, 20), key(800, 50, { visible: false }), key(820, 20), key(900, 20)]
    const id = await track({ boxes })
    await watch(id, 50)
    await button('Hide until frame 609').click()
    await soon(() => ranges(id)).toEqual([hidden(50, 609), hidden(800, 819)])
    for (const [frame, visible] of [
      [49, true],
      [609, false],
      [610, true],
      [810, false],
      [820, true],
    ] as const)
      expect((await boxAt(id, frame)).visible, String(frame)).toBe(visible)
    await go('End')
    await atFrame(959)
    await go('Home')
    await atFrame(0)
    await button('Hide until frame 49').waitFor()
    await button('Undo').click()
    await soon(() => ranges(id)).toEqual([hidden(800, 819)])
    expect(open.faults).toEqual([])
  })

  it('a movement and a gap are set by keys alone', async () => {
    const id = await track({ boxes: [key(0, 0), key(100, 100)] })
    await watch(id, 50)
    const reach = async (there: Locator) => {
      for (let steps = 0; steps < 150; steps++) {
        if ((await there.and(page.locator(':focus')).count()) === 1) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab does not lead to ${String(there)}`)
    }
    await reach(movement())
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: still }).waitFor()
    await page.waitForTimeout(100)
    await page.keyboard.press('ArrowUp')
    await soon(() => page.getByRole('option', { name: still }).getAttribute('data-combobox-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await soon(() => movement().inputValue()).toBe(still)
    await soon(async () => (await boxAt(id, 50)).x).toBe(0)
    await reach(button(/^Hide until/))
    await page.keyboard.press('Enter')
    await soon(() => ranges(id)).toEqual([hidden(50, 959)])
    await button('Show until frame 959').waitFor()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await soon(async () => [await ranges(id), await segments(id)]).toEqual([undefined, undefined])
    await page.keyboard.press('Control+Shift+z')
    await soon(async () => (await boxAt(id, 50)).x).toBe(0)
    expect(open.faults).toEqual([])
  })

  it('the last keyframe is taken out although a segment reaches to it, and comes back as sure as it was', async () => {
    const boxes = [
      key(0, 0),
      key(20, 100, { visible: false, confidence: 0.4 }),
      key(40, 200, { confidence: 0.7, occluded: true, attributes: { plate: 'A 1' } }),
    ]
    const segment = { startFrame: 0, endFrame: 40, type: 'ease-in' }
    const id = await track({ boxes, interpolationSegments: [segment] })
    await watch(id, 40)
    await button('Remove keyframe').click()
    await soon(() => segments(id)).toEqual([{ ...segment, endFrame: 20 }])
    expect((await framesOf(id)).boxes).toHaveLength(2)
    await button('Undo').click()
    await soon(() => segments(id)).toEqual([segment])
    const whole = { x: 200, confidence: 0.7, occluded: true, attributes: { plate: 'A 1' } }
    expect((await framesOf(id)).boxes[2]).toMatchObject(whole)
    await go('Home')
    await atFrame(0)
    await button('Remove keyframe').click()
    await soon(() => segments(id)).toEqual([{ ...segment, startFrame: 20 }])
    await go('Shift+ArrowRight', 'Shift+ArrowRight')
    await atFrame(20)
    // A keyframe that opens a gap still does so after its box was moved, in the page as on the server.
    await page.getByLabel('Left', { exact: true }).fill('110')
    await page.getByLabel('Left', { exact: true }).press('Enter')
    await soon(async () => (await framesOf(id)).boxes[0]).toMatchObject({ x: 110, visible: false, confidence: 0.4 })
    await soon(drawn).toEqual({ x: 110, isShown: false })
    expect(open.faults).toEqual([])
  })

  it('what somebody else has said of other frames stays without a question; only for the same ones one decides', async () => {
    const id = await track({ boxes: [key(0, 0), key(20, 100), key(40, 200), key(900, 20)] })
    await watch(id, 10)
    await withoutUpdates(page)
    await page.reload()
    await page.getByText(/tracks?, frames/).waitFor()
    const theirs = { startFrame: 40, endFrame: 900, type: 'ease-out' }
    const change = (lists: object) => made(ann.patch(`/api/annotations/${id}/sequence`, lists))
    await change({ interpolationSegments: [theirs], visibilityRanges: [hidden(800, 820)] })
    await choose(still)
    await soon(() => segments(id)).toEqual([{ startFrame: 0, endFrame: 20, type: 'hold' }, theirs])
    expect(await ranges(id)).toEqual([hidden(800, 820)])
    await change({ interpolationSegments: [{ startFrame: 0, endFrame: 20, type: 'ease-in' }, theirs] })
    await choose('Linear')
    const dialog = page.getByRole('dialog', { name: 'Ann changed this track' })
    await dialog.waitFor()
    expect(await open.barriers()).toEqual([])
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await soon(() => segments(id)).toEqual([theirs])
    await change({ visibilityRanges: [hidden(5, 15)] })
    await button(/^Hide until/).click()
    await dialog.getByRole('button', { name: 'Keep that of Ann' }).click()
    await soon(() => ranges(id)).toEqual([hidden(5, 15)])
    expect(open.faults.filter((fault) => !fault.includes('412'))).toEqual([])
  })

  it('what is said while the server is away is seen at once and kept when it is back, without what it refuses', async () => {
    const id = await track({ boxes: [key(0, 0), key(100, 100), key(200, 200)] })
    await watch(id, 50)
    await page.waitForTimeout(500)
    await page.context().setOffline(true)
    await choose(still)
    await soon(drawn).toEqual({ x: 0, isShown: true })
    await button('Hide until frame 959').click()
    await soon(drawn).toEqual({ x: 0, isShown: false })
    await button('Undo').click()
    await soon(drawn).toEqual({ x: 0, isShown: true })
    await button('Redo').click()
    await page.getByText('Saving').waitFor()
    expect(await segments(id)).toBeUndefined()
    await page.context().setOffline(false)
    await soon(() => ranges(id)).toEqual([hidden(50, 959)])
    expect(await segments(id)).toEqual([{ startFrame: 0, endFrame: 100, type: 'hold' }])
    await page.getByText('Saving').waitFor({ state: 'hidden' })
    expect(await drawn()).toEqual({ x: 0, isShown: false })
    await page.route('**/graphql', async (route) => {
      if (!JSON.stringify(route.request().postDataJSON()).includes('ease-out')) return route.continue()
      const errors = [{ message: 'Not like this', extensions: { code: 'VALIDATION_ERROR' } }]
      await new Promise((done) => setTimeout(done, 1000))
      return route.fulfill({ json: { errors } })
    })
    await choose('Ease out')
    await button('Show until frame 959').click()
    await page.getByText('Not like this').first().waitFor()
    await soon(() => ranges(id)).toEqual([shown(50, 959)])
    expect(await segments(id)).toEqual([{ startFrame: 0, endFrame: 100, type: 'hold' }])
    await soon(drawn).toEqual({ x: 0, isShown: true })
    await soon(() => movement().inputValue()).toBe(still)
  })
})
