import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { deleteTrack, putVideo, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

describe.skipIf(leftOut(noBrowser, 'the workbench in a browser'))('the workbench of a video', () => {
  let api: WorkingApi
  let ann: Person
  let desk: OpenDesk
  let page: Page
  let stop: DeskSuite<unknown>['stop'] | undefined
  let projectId: string

  beforeAll(async () => {
    ;({ api, ann, desk, page, stop } = await startDesk(startWorkingApi))
    await putVideo(api, 'other')
    projectId = (await made(ann.post('/api/projects', { name: 'Crossings', slug: 'crossings' }))).id
    const videoIds = [api.videoId, 'other']
    const input = { projectId, videoIds, assignedUserId: ann.id }
    const assign = `mutation ($input: AssignProjectVideosInput!) {
      assignProjectVideos(input: $input) { videoAssignments { id } }
    }`
    await made(ann.graph(assign, { input }))
    const persona = { name: 'Traffic', role: 'Police', informationNeed: 'Who?', projectId }
    const { id: personaId } = await made(ann.post('/api/personas', persona))
    const names = ['Pedestrian', 'Bicycle', 'Car', 'Bus', 'Dog', 'Lorry', 'Tram', 'Cart', 'Scooter', 'Push chair']
    const entities = names.map((name) => ({ id: name.toLowerCase(), name }))
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities }))
    const annotations = Array.from({ length: 80 }, (_one, n) => {
      const x = (n * 37) % 1200
      const box = (frameNumber: number) => ({ frameNumber, x, y: 9 * n, width: 60, height: 40, isKeyframe: true })
      const frames = { boxes: [box(n), box(n + 20)] }
      const label = n % 2 ? 'pedestrian' : 'bicycle'
      return { videoId: api.videoId, projectId, personaId, type: 'type', label, frames }
    })
    await made(ann.post('/api/annotations/bulk', { annotations }))
    await page.setViewportSize({ width: 1440, height: 900 })
  }, 120_000)
  afterAll(() => stop?.())

  const open = async (query = '') => {
    await page.goto(`${api.url}/videos/${api.videoId}${query}`)
    await soon(() => page.evaluate(`document.querySelector('video')?.readyState`)).toBe(4)
    await page.getByText('80 tracks, frames').waitFor()
  }
  const tab = (name: string) => page.getByRole('tab', { name })
  const isOpen = (name: string) => page.getByRole('tab', { name, selected: true }).waitFor()
  const list = () => page.getByRole('region', { name: 'Objects' })
  const timeline = () => page.getByRole('region', { name: 'Timeline' })
  const found = () =>
    list()
      .getByRole('listitem')
      .getByRole('button', { name: /^\w+ \d+$/ })
      .allTextContents()
  const atFrame = (frame: number) => page.locator(`output[data-frame="${frame}"]`).waitFor()
  const shown = () => page.locator('canvas').getAttribute('data-shown').then(Number)
  const bottomOf = async (name: string) => {
    const { y, height } = (await page.getByRole('region', { name }).boundingBox())!
    return y + height
  }

  it('fills the window, and its panel is as wide as the user wants, also the next time', async () => {
    await open('?panel=objects')
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const name of ['Timeline', 'Objects']) {
        await soon(() => bottomOf(name)).toBeLessThanOrEqual(height)
        expect(await bottomOf(name), name).toBeGreaterThan(height - 40)
      }
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(height)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const separator = page.getByRole('separator', { name: 'Width of the panel' })
    const width = async () => Math.round((await list().boundingBox())!.width)
    await soon(width).toBe(360)
    await separator.press('ArrowLeft')
    await soon(width).toBe(376)
    expect(await separator.getAttribute('aria-valuenow')).toBe('376')
    await separator.press('Home')
    await soon(width).toBe(300)
    // The keys of the separator are not those of the video.
    await atFrame(0)
    const { x, y, width: thickness, height } = (await separator.boundingBox())!
    await page.mouse.move(x + thickness / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + thickness / 2 - 150, y + height / 2 + 20, { steps: 4 })
    await page.mouse.up()
    await soon(width).toBe(450)
    await open('?panel=objects')
    await soon(width).toBe(450)
    await page.getByRole('separator', { name: 'Width of the panel' }).press('Enter')
    await soon(width).toBe(360)
    await page.setViewportSize({ width: 390, height: 844 })
    await separator.waitFor({ state: 'detached' })
    await soon(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('finds a track by a part of its name, goes to it, and shows it alone', async () => {
    await open()
    await page.getByText('Nothing is selected').waitFor()
    await tab('Objects').click()
    expect((await found()).slice(0, 2)).toEqual(['Bicycle 1', 'Bicycle 3'])
    await list().getByRole('group', { name: 'Tracks by type' }).getByRole('button', { name: 'Bicycle 40' }).waitFor()
    await list().getByLabel('Find a track').fill('73')
    await soon(found).toEqual(['Bicycle 73'])
    await list().getByRole('status').getByText('1 of 80 tracks').waitFor()
    await list().getByRole('button', { name: 'Bicycle 73', exact: true }).click()
    await atFrame(72)
    await isOpen('Objects')
    await list().getByLabel('Find a track').fill('pedestrian 7')
    await list().getByLabel('Find a track').press('Enter')
    await atFrame(69)
    await list().getByRole('button', { name: 'Hide Pedestrian 70' }).click()
    const before = await shown()
    expect(before).toBeGreaterThan(10)
    await list().getByRole('button', { name: 'Show only Pedestrian 70' }).click()
    await soon(shown).toBe(1)
    await list().getByRole('button', { name: 'Show the others again' }).click()
    await soon(shown).toBe(before)
    await list().getByRole('button', { name: 'Show 1 hidden track' }).click()
    await soon(shown).toBe(before + 1)
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await desk.barriers()).toEqual([])
  })

  it('brings what is selected in the timeline forward, with its acts in one row and in a menu', async () => {
    await open('?panel=detect')
    expect(await desk.barriers()).toEqual([])
    await timeline().getByRole('button', { name: 'Bicycle 1', exact: true }).click()
    await isOpen('Selected')
    const panel = page.getByRole('region', { name: 'Selected track' })
    await panel.getByRole('heading', { name: 'Bicycle 1' }).waitFor()
    await panel.getByRole('button', { name: 'Next keyframe' }).click()
    await atFrame(20)
    // The numbers of the box are folded or not as the user left them.
    await panel.getByLabel('Left', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Position and size' }).click()
    await panel.getByLabel('Left', { exact: true }).waitFor({ state: 'detached' })
    await page.reload()
    await panel.getByRole('heading', { name: 'Bicycle 1' }).waitFor()
    expect(await panel.getByLabel('Left', { exact: true }).count()).toBe(0)
    await panel.getByRole('button', { name: 'Label: Bicycle' }).click()
    await panel.getByRole('textbox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Push chair' }).click()
    await panel.getByRole('button', { name: 'Label: Push chair' }).waitFor()
    await panel.getByRole('heading', { name: 'Push chair 1' }).waitFor()
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await desk.barriers()).toEqual([])
    await deleteTrack(page)
    await page.getByText('79 tracks, frames').waitFor()
    await page.getByText('Nothing is selected').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('80 tracks, frames').waitFor()
  })

  it('shows pictures of the frames above the timeline, once the user wants them and the page is at rest', async () => {
    await open()
    const strip = timeline().locator('canvas')
    expect(await strip.count()).toBe(0)
    await timeline().getByRole('button', { name: 'Pictures of the frames' }).click()
    const drawn = async () => (await strip.getAttribute('data-drawn'))?.split(' of ').map(Number) ?? []
    await expect.poll(async () => (await drawn())[0], { timeout: 30_000 }).toBeGreaterThan(5)
    await expect.poll(async () => (([some, all]) => all! - some!)(await drawn()), { timeout: 30_000 }).toBe(0)
    const [count] = await drawn()
    const { width } = (await strip.boundingBox())!
    // As wide as they are high in the video, and none of them empty.
    expect(count).toBe(Math.round(width / (36 * (16 / 9))))
    const isEmpty = await strip.evaluate((canvas: any, slots) => {
      const pixels = canvas.getContext('2d')
      const at = (i: number) => pixels.getImageData(((i + 0.5) / slots) * canvas.width, canvas.height / 2, 1, 1).data
      return Array.from({ length: slots }, (_one, i) => at(i)[3] === 0)
    }, count!)
    expect(isEmpty).toEqual(Array(count).fill(false))
    await strip.click({ position: { x: width / 2, y: 10 } })
    const { last } = (await page.evaluate(
      `({ last: Number(document.querySelector('[role=slider]').ariaValueMax) })`,
    )) as { last: number }
    await atFrame(Math.floor((last + 1) / 2))
    expect(await desk.barriers()).toEqual([])
    await timeline().getByRole('button', { name: 'Pictures of the frames' }).click()
    expect(await strip.count()).toBe(0)
  })

  it('labels new boxes with a click on one of nine types, and with none of another persona', async () => {
    await open()
    const strip = page.getByRole('region', { name: 'Label of new boxes' })
    const chips = strip.getByRole('group', { name: 'Types with keys' }).getByRole('button')
    expect(await chips.allTextContents()).toEqual(
      ['Pedestrian', 'Bicycle', 'Car', 'Bus', 'Dog', 'Lorry', 'Tram', 'Cart', 'Scooter'].map((name, at) => {
        return `${name}${at + 1}`
      }),
    )
    await chips.nth(3).click()
    await soon(() => strip.getByRole('textbox', { name: 'Type' }).inputValue()).toBe('Bus')
    await page.keyboard.press('3')
    await soon(() => strip.getByRole('textbox', { name: 'Type' }).inputValue()).toBe('Car')
    await strip.getByRole('button', { name: 'Add box in centre' }).click()
    await page.getByRole('heading', { name: 'Car 81' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('80 tracks, frames').waitFor()
    await made(ann.post('/api/personas', { name: 'Weather', role: 'Office', informationNeed: 'What?' }))
    await page.reload()
    await strip.getByRole('textbox', { name: 'Persona' }).click()
    await page.getByRole('option', { name: 'Weather' }).click()
    await soon(() => chips.count()).toBe(0)
    await strip.getByRole('button', { name: 'Add box in centre' }).click()
    await page.getByRole('dialog', { name: 'Type of the new box' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('shows when times can be seen, and marks new ones in the world of the project, which can be undone', async () => {
    await open()
    const bar = (name: RegExp) => timeline().getByRole('list', { name: 'Times' }).getByRole('button', { name })
    expect(await timeline().getByRole('list', { name: 'Times' }).count()).toBe(0)
    // What another page of the user writes appears by itself, with the name of the event.
    const crossing = {
      id: 'crossing',
      label: 'Crossing',
      videoReferences: [{ videoId: api.videoId, frameRange: [10, 50] }],
    }
    const events = [
      { id: 'march', name: 'The march begins', startTime: 'crossing' },
      { id: 'honk', name: 'A car honks' },
    ]
    const world = `/api/projects/${projectId}/world`
    await made(ann.put(world, { times: [crossing], events }))
    await bar(/^The march begins, frames 10 to 50$/).click()
    await atFrame(10)
    expect(await desk.barriers()).toEqual([])
    await page.keyboard.press('t')
    await timeline().getByText('From frame 10').waitFor()
    await page.keyboard.press('Escape')
    await timeline().getByText('From frame 10').waitFor({ state: 'detached' })
    await page.keyboard.press('t')
    await page.keyboard.press('Shift+ArrowRight')
    await atFrame(20)
    await timeline().getByRole('button', { name: 'End the time here' }).click()
    const dialog = page.getByRole('dialog', { name: 'Time on frames 10 to 20' })
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    expect(await dialog.getByRole('textbox', { name: 'World of' }).inputValue()).toBe('Crossings')
    expect(await desk.barriers()).toEqual([])
    await dialog.getByRole('textbox', { name: 'Event that starts then' }).click()
    await page.getByRole('option', { name: 'A car honks' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Honk')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await bar(/^A car honks, frames 10 to 20$/).waitFor()
    const read = () => made(ann.get(world))
    const [, honk] = (await read()).times
    const place = { videoId: api.videoId, frameRange: [10, 20] }
    expect(honk).toMatchObject({ label: 'Honk', type: 'interval', videoReferences: [place] })
    expect((await read()).events).toEqual([events[0], { ...events[1], startTime: honk.id }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await bar(/^A car honks/).waitFor({ state: 'detached' })
    expect(await read()).toMatchObject({ times: [crossing], events })
    await page.getByRole('button', { name: 'Redo' }).click()
    await bar(/^A car honks, frames 10 to 20$/).waitFor()
    expect(await read()).toMatchObject({ times: [crossing, honk] })
    await made(ann.put(world, { times: [] }))
    await timeline().getByRole('list', { name: 'Times' }).waitFor({ state: 'detached' })
  })

  it('leads back to the project, and on to the next video that is assigned to the user and has no summary', async () => {
    await open()
    const way = page.getByRole('navigation', { name: 'Way to this video' })
    expect(await way.getByRole('link').allTextContents()).toEqual(['Library', 'Crossings'])
    await page.getByText('Assigned to you').waitFor()
    expect(await page.getByRole('link', { name: 'Next video' }).getAttribute('href')).toBe('/videos/other')
    const other = await made(
      ann.post('/api/personas', { name: 'Reader', role: 'Office', informationNeed: 'What?', projectId }),
    )
    await made(ann.post('/api/summaries', { videoId: 'other', personaId: other.id, projectId, summary: 'Nothing.' }))
    await page.reload()
    await page.getByText('Assigned to you').waitFor()
    await soon(() => page.getByRole('link', { name: 'Next video' }).count()).toBe(0)
    await way.getByRole('link', { name: 'Crossings' }).click()
    await page.getByRole('heading', { name: 'Crossings' }).waitFor()
    expect(desk.faults).toEqual([])
  })
})
