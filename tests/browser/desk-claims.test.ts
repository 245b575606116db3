import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ontology, persona } from '../../examples/demo/content.mjs'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

/** Like expect.poll, with a timeout of 15 seconds for busy machines. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
const window = { width: 1440, height: 900 }

describe.skipIf(leftOut(noBrowser, 'claims beside their video in a browser'))('claims beside their video', () => {
  let api: WorkingApi
  let ann: Person
  let stop: DeskSuite<unknown>['stop'] | undefined
  let desk: OpenDesk
  let page: Page
  let trackId: string

  beforeAll(async () => {
    ;({ api, ann, desk, page, stop } = await startDesk(startWorkingApi))
    const personaId = (await made(ann.post('/api/personas', persona))).id
    await made(ann.put(`/api/personas/${personaId}/ontology`, ontology(personaId)))
    const box = { x: 300, y: 240, width: 560, height: 250, isKeyframe: true }
    const frames = { boxes: [30, 90].map((frameNumber) => ({ frameNumber, ...box })) }
    const annotation = { videoId: api.videoId, personaId, type: 'type', label: 'front', frames }
    trackId = (await made(ann.post('/api/annotations', annotation))).id
    const summary = [
      { type: 'text', content: `${'A wall of dust comes over the fields and takes the light. '.repeat(12)}See ` },
      { type: 'annotationRef', content: trackId },
    ]
    const { id } = await made(ann.post('/api/summaries', { videoId: api.videoId, personaId, summary }))
    const seen = (frameNumber: number) => ({
      frameNumber,
      boxes: [{ label: 'dust', x: 0.1, y: 0.1, width: 0.3, height: 0.3 }],
    })
    const claims = Array.from({ length: 60 }, (_, i) => ({
      text:
        i % 4
          ? `The dust hides tree ${i}.`
          : `Behind the front, which has the whole width of the picture, tree ${i} is not seen any more.`,
      confidence: 0.3 + (i % 7) / 10,
      evidence: [{ text: 'Dust.', source: 'seen', frames: [seen(i), seen(i + 50)] }],
    }))
    await made(ann.post(`/api/summaries/${id}/claims/bulk`, { claims }))
    await page.setViewportSize(window)
    await page.goto(`${api.url}/videos/${api.videoId}/reading`)
  }, 120_000)
  afterAll(() => stop?.())

  const tree = () => page.getByRole('tree', { name: 'Claims' })
  const frame = () => page.locator('canvas').getAttribute('data-frame').then(Number)
  const isVideoInView = async () => {
    const { y, height } = (await page.locator('video').boundingBox())!
    return y >= 0 && y + height <= window.height
  }

  it('are seen at least fourteen at once, below a head of at most 100 pixels, and the page does not scroll', async () => {
    const rows = tree().getByRole('treeitem')
    await rows.nth(13).waitFor()
    const panel = (await page.getByRole('region', { name: 'Claims' }).boundingBox())!
    const end = Math.min(window.height, panel.y + panel.height)
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
    expect(boxes.filter((box) => box && box.y >= panel.y && box.y + box.height <= end).length).toBeGreaterThanOrEqual(
      14,
    )
    expect(boxes[0]!.y - panel.y).toBeLessThanOrEqual(100)
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true)
    expect(await desk.barriers()).toEqual([])
  })

  it('show their evidence in the video that stays in sight, with all its frames and boxes', async () => {
    await tree().getByRole('treeitem').first().focus()
    await soon(async () => {
      await page.keyboard.press('End')
      return tree().getByText('The dust hides tree 59.').count()
    }).toBe(1)
    const last = tree().getByRole('treeitem').filter({ hasText: 'The dust hides tree 59.' })
    await last.getByRole('link', { name: 'Show in video: 0:01 +1 more', exact: true }).click()
    await soon(frame).toBe(59)
    expect(page.url()).toContain('/reading')
    expect(await isVideoInView()).toBe(true)
    const evidence = page.getByRole('region', { name: 'Evidence' })
    await evidence.getByText('Annotated on this frame: dust').waitFor()
    expect(await desk.barriers()).toEqual([])
    await evidence.getByRole('button', { name: 'Frame 109' }).click()
    await soon(frame).toBe(109)
    await evidence.getByRole('button', { name: 'Hide the evidence' }).click()
    await evidence.waitFor({ state: 'detached' })
    // A track that the summary names is shown in the same place, with its box.
    await page.getByRole('link', { name: /^Dust front 1, frames 30 to 90/ }).click()
    await soon(frame).toBe(30)
    await soon(() => page.locator('canvas').getAttribute('data-shown')).toBe('1')
    expect(await isVideoInView()).toBe(true)
  })

  it('leave the keys of the player to the page, apart from those that the tree uses', async () => {
    await page.getByRole('heading', { name: 'Summary', exact: true }).click()
    await page.keyboard.press('Shift+ArrowRight')
    await soon(frame).toBe(40)
    await page.keyboard.press(',')
    await soon(frame).toBe(39)
    await tree().getByRole('treeitem').last().focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await page.getByText('1 claim selected').waitFor()
    await page.keyboard.press('Escape')
    expect(await frame()).toBe(39)
    await page.keyboard.press('l')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await soon(async () => (await frame()) > 39).toBe(true)
    await page.keyboard.press('k')
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Back, stop, forward; again: faster').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('and the summary are written with suggestions at the caret, on whichever line it is', async () => {
    await page.getByRole('button', { name: 'Edit the summary' }).click()
    const field = page.getByLabel('Text of the summary')
    const options = page.getByRole('listbox')
    for (const [key, isAtTop] of [
      ['Control+Home', true],
      ['Control+End', false],
    ] as const) {
      await field.press(key)
      await page.keyboard.type(isAtTop ? '@du' : '\n@du')
      await options
        .getByRole('option', { name: /^Dust front/ })
        .first()
        .waitFor()
      const [text, list] = [(await field.boundingBox())!, (await options.boundingBox())!]
      // The caret is on the first or the last line, whose height is less than 24 pixels, after three letters.
      const line = isAtTop ? text.y + 6 : text.y + text.height - 30
      expect(Math.max(list.y - (line + 24), line - (list.y + list.height))).toBeLessThan(40)
      expect(list.x).toBeLessThan(text.x + 40)
      await page.keyboard.press('Escape')
    }
    expect(await desk.barriers()).toEqual([])
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  it('stand in one column at the width of a phone, and nothing was wrong on the way', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    const [video, claims] = [page.locator('video'), page.getByRole('region', { name: 'Claims' })]
    expect((await claims.boundingBox())!.y).toBeGreaterThan((await video.boundingBox())!.y)
    await tree().getByRole('treeitem').first().getByRole('link', { name: 'Show in video' }).click()
    await soon(isVideoInView).toBe(true)
    expect(await desk.barriers()).toEqual([])
    expect(desk.faults).toEqual([])
  })
})
