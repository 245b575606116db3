import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { made, makeContent } from '../support/workspace.js'
import { chooseOfMore, putVideo, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: TestApi
let ann: Person
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk
let page: Page
let ids: Awaited<ReturnType<typeof makeContent>>
const videoId = 'ferry-video'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

describe.skipIf(leftOut(noBrowser, 'histories in a browser'))('the past, in the desk', () => {
  beforeAll(async () => {
    ;({ api, ann, desk, page, stop } = await startDesk(startApi))
    await putVideo(api, videoId)
    ids = await makeContent(ann, videoId)
    await made(ann.put(`/api/personas/${ids.personaId}`, { name: 'Harbour master' }))
    await made(ann.put(`/api/personas/${ids.personaId}`, { informationNeed: 'Who leaves, and when?' }))
    await made(ann.put(`/api/summaries/${ids.summaryId}/claims/${ids.claimId}`, { text: 'A tug leaves' }))
  })
  afterAll(() => stop?.())

  const dialog = () => page.getByRole('dialog')
  /** Nothing is wider than the window, and axe finds no barrier, at the width of a desk and of a phone. */
  const fits = async (name: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size)
      // The page gets its new width with its next picture.
      const isWithin = () =>
        page.evaluate(`document.documentElement.scrollWidth <= document.documentElement.clientWidth`)
      await expect.poll(isWithin, { message: `${name} at ${size.width}` }).toBe(true)
      expect(await desk.barriers()).toEqual([])
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${size.width}.png` })
    }
    await page.setViewportSize(sizes[0]!)
  }

  it('shows who changed a persona, and goes back to a version', async () => {
    await page.goto(`${api.url}/personas/${ids.personaId}`)
    await chooseOfMore(page, 'History')
    const changes = dialog().getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem')
    await changes.first().getByText('Who leaves, and when?').waitFor()
    expect(await changes.count()).toBe(3)
    await changes.first().getByText('Ann changed it').waitFor()
    await fits('history')
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('That version is restored, as a new one.').waitFor()
    await expect.poll(() => changes.count()).toBe(4)
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('main').getByText('Who?', { exact: true }).waitFor()
    expect(desk.faults).toEqual([])
  })

  it('shows the history of a summary and of a claim where they are read', async () => {
    await page.goto(`${api.url}/videos/${videoId}/reading`)
    await chooseOfMore(page, 'History')
    await dialog().getByText('Ann created it').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions: A tug leaves' }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await dialog().getByRole('deletion').getByText('ferry', { exact: true }).waitFor()
    await dialog().getByRole('insertion').getByText('tug', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await expect.poll(async () => (await made(ann.get(`/api/claims/${ids.claimId}`))).text).toBe('A ferry leaves')
    expect(desk.faults).toEqual([])
  })

  it('says what changed of a track in sentences, with the names of types and no ids', async () => {
    const key = '1788f2f0-0167-4bce-914c-34d616a3ef71'
    const named = [
      { id: 'ship', name: 'Ship', gloss: [] },
      { id: key, name: 'Tug', gloss: [] },
    ]
    await made(ann.put(`/api/personas/${ids.personaId}/ontology`, { entities: named }))
    const of = `/api/annotations/${ids.annotationId}`
    const box = (frameNumber: number, x: number) => ({
      ...{ frameNumber, x, y: 2, width: 30, height: 40, isKeyframe: true },
    })
    const hidden = [{ startFrame: 30, endFrame: 39, visible: false }]
    await made(ann.put(of, { frames: { boxes: [box(0, 481.8), box(60, 5)] } }))
    await made(ann.put(of, { frames: { boxes: [box(0, 491.8), box(40, 9), box(60, 5)], visibilityRanges: hidden } }))
    await made(ann.put(of, { label: key, confidence: 0.9 }))
    await page.goto(`${api.url}/videos/${videoId}?frame=0&annotation=${ids.annotationId}`)
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const changes = dialog().getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem')
    await changes.nth(0).getByText('Type Ship to Tug').waitFor()
    await changes.nth(0).getByText('Confidence 100 % to 90 %').waitFor()
    for (const sentence of ['Keyframe 40 added', 'Frame 0: left 481.8 to 491.8', 'Frames 30 to 39 hidden'])
      await changes.nth(1).getByText(sentence, { exact: true }).waitFor()
    expect(await dialog().innerText()).not.toMatch(/[{}]|frameNumber|1788f2f0/)
    await fits('history-of-a-track')
    await page.keyboard.press('Escape')
    expect(desk.faults).toEqual([])
  })

  it('brings back from the trash what was deleted, or removes it for good', async () => {
    await made(ann.delete(`/api/personas/${ids.personaId}`))
    const other = await makeContent(ann, videoId)
    await made(ann.delete(`/api/annotations/${videoId}/${other.annotationId}`))
    // The library would ask for a picture of the video, which no model service makes here.
    await page.goto(`${api.url}/personas`)
    await page.getByRole('link', { name: 'Trash' }).click()
    const row = (name: RegExp) => page.getByRole('row', { name })
    await row(/^Persona: Scout.* 2 claims/).waitFor()
    await fits('trash')
    await page.getByRole('button', { name: /^Restore Scout/ }).click()
    await page.getByText('Restored.').waitFor()
    await row(/^Persona/).waitFor({ state: 'detached' })
    expect((await ann.get(`/api/claims/${ids.claimId}`)).status).toBe(200)
    await page.getByRole('button', { name: 'Delete permanently: Ship 2, frame 0, ferry-video.webm' }).click()
    await dialog().getByText('It can never be restored then').waitFor()
    await dialog().getByRole('button', { name: 'Delete permanently', exact: true }).click()
    await row(/^Annotation: Ship 2, frame 0/).waitFor({ state: 'detached' })
    expect((await made(ann.get('/api/trash'))).trash).toEqual([])
    expect(desk.faults).toEqual([])
  })

  it('names the objects of the worlds that other members of the project have there', async () => {
    const ben = await api.person('Ben')
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: 'port' }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: ben.id, role: 'annotator' }))
    const [quay, lock] = ['1788f2f0-0167-4bce-914c-34d616a3ef81', '1788f2f0-0167-4bce-914c-34d616a3ef82']
    const entities = [
      { id: quay, name: 'Quay of Ben' },
      { id: lock, name: 'Lock of Ben' },
    ]
    await made(ben.put(`/api/projects/${project.id}/world`, { entities }))
    // Ann has an object with the same id in her own world there, to which an annotation of hers refers first.
    await made(ann.put(`/api/projects/${project.id}/world`, { entities: [{ id: lock, name: 'Lock of Ann' }] }))
    const { annotationId } = await makeContent(ann, videoId, project.id)
    const of = `/api/annotations/${annotationId}`
    await made(ann.put(of, { type: 'object', linkType: 'entity', label: quay }))
    await made(ann.put(of, { label: lock }))
    await page.goto(`${api.url}/videos/${videoId}?frame=0&annotation=${annotationId}`)
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const changes = dialog().getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem')
    await changes.nth(0).getByText('Quay of Ben to Lock of Ann').waitFor()
    await changes.nth(1).getByText('World object Ship to Quay of Ben').waitFor()
    await page.keyboard.press('Escape')
    expect(desk.faults).toEqual([])
  })
})
