import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { annotationOf, made } from '../support/workspace.js'
import { openDesk, putVideo, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

/** Like expect.poll, with a timeout of 15 seconds for busy machines. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

describe.skipIf(leftOut(noBrowser, 'label schemas in a browser'))('the types of a persona', () => {
  let api: TestApi
  let ann: Person
  let browser: DeskSuite<unknown>['browser']
  let stop: DeskSuite<unknown>['stop'] | undefined
  let desk: OpenDesk
  let page: Page
  let personaId: string

  beforeAll(async () => {
    ;({ api, ann, browser, desk, page, stop } = await startDesk(startApi))
    await putVideo(api, 'harbour')
    personaId = (await made(ann.post('/api/personas', { name: 'Pilot', role: 'Pilot', informationNeed: 'Who?' }))).id
  })
  afterAll(() => stop?.())

  const dialog = () => page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const choose = async (label: string, option: string, within = dialog()) => {
    await within.getByRole('textbox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const ontology = async () => made(ann.get(`/api/personas/${personaId}/ontology`))
  const entities = async () => (await ontology()).entities as any[]

  it('get a colour and attributes with choices, which tracks then have', async () => {
    await page.goto(`${api.url}/personas/${personaId}`)
    await button('New entity type').click()
    await page.getByRole('dialog', { name: 'New entity type' }).waitFor()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Ship')
    await dialog().getByRole('radio', { name: 'Colour #e64a4a' }).check()
    await dialog().getByRole('textbox', { name: 'Synonyms' }).fill('Vessel')
    await page.keyboard.press('Enter')
    await dialog().getByLabel('External ID').fill('Q11446')
    await button('Add an attribute').click()
    await page.keyboard.type('flag')
    const flag = dialog().getByRole('group', { name: 'flag', exact: true })
    await choose('Kind', 'Choices', flag)
    // An attribute without choices is not saved, and its field says so.
    await button('Save').click()
    await flag.getByText('flag has no choices.').waitFor()
    await flag.getByLabel('Choices').pressSequentially('red,green,')
    await choose('Default', 'red', flag)
    await choose('Holds for', 'The whole track', flag)
    await flag.getByLabel('Required').check()
    await button('Add an attribute').click()
    await page.keyboard.type('moored')
    await choose('Kind', 'Yes or no', dialog().getByRole('group', { name: 'moored', exact: true }))
    expect(await desk.barriers()).toEqual([])
    await button('Save').click()
    await page.getByRole('row', { name: /^Ship flag \(red, green\); moored \(Yes or no\)/ }).waitFor()
    const [ship] = await entities()
    expect(ship).toMatchObject({ name: 'Ship', color: '#e64a4a', synonyms: ['Vessel'], kbId: 'Q11446' })
    expect(ship.attributes).toEqual([
      {
        ...{ name: 'flag', type: 'string', required: true, defaultValue: 'red', choices: ['red', 'green'] },
        perFrame: false,
      },
      { name: 'moored', type: 'boolean', required: false, perFrame: true },
    ])

    const box = { y: 40, width: 60, height: 50, isKeyframe: true }
    const boxes = [{ ...box, frameNumber: 0, x: 20 }, { ...box, frameNumber: 20, x: 60, attributes: { moored: 'true' } }] // prettier-ignore
    const track = { videoId: 'harbour', personaId, type: 'type', label: ship.id }
    const { id } = await made(
      ann.post('/api/annotations', { ...track, frames: { interpolationMode: 'linear', boxes } }),
    )
    await page.goto(`${api.url}/videos/harbour?frame=0&annotation=${id}`)
    const attributes = page.getByRole('group', { name: 'Attributes' })
    const field = attributes.getByRole('textbox', { name: 'flag (whole track)' })
    await soon(() => field.inputValue()).toBe('red')
    await choose('flag (whole track)', 'green', attributes)
    const stored = async () =>
      (await annotationOf(ann, id)).frames.boxes.map((one: any) => [one.frameNumber, one.attributes ?? null])
    await soon(stored).toEqual([
      [0, { flag: 'green' }],
      [20, { moored: 'true', flag: 'green' }],
    ])
    await soon(() => field.inputValue()).toBe('green')
    // What holds for a frame is stored beside what holds for the whole track.
    await attributes.getByLabel('moored').check()
    await soon(async () => (await stored())[0]).toEqual([0, { flag: 'green', moored: 'true' }])
    const strip = page.getByRole('img', { name: /^Keyframes at 0/ })
    expect(await strip.locator('circle').first().getAttribute('fill')).toBe('#e64a4a')
    await button('Undo').click()
    await button('Undo').click()
    await soon(stored).toEqual([
      [0, null],
      [20, { moored: 'true' }],
    ])
  })

  it('are added several at once: of a list, of other tools and of another persona', async () => {
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [{ id: 'ship', name: 'Ship' }] }))
    const mate = await made(ann.post('/api/personas', { name: 'Mate', role: 'Mate', informationNeed: 'What?' }))
    const buoy = { id: 'b', name: 'Buoy', color: '#4cc9f0', attributes: [{ name: 'light', type: 'boolean' }] }
    const bell = { id: 'c', name: 'Bell buoy', parentTypeId: 'b', examples: ['At the bar'] }
    await made(ann.put(`/api/personas/${mate.id}/ontology`, { entities: [buoy, bell, { id: 'd', name: 'ship' }] }))
    const phone = await openDesk(browser, api, ann, { width: 390, height: 800 })
    page = phone.page
    await page.goto(`${api.url}/personas/${personaId}`)
    await button('Add several').click()
    await dialog().getByLabel('Types', { exact: true }).fill('Ship\n\nTug\tPulls ships\nTUG\nPier')
    await dialog().getByText('2 new types, 2 left out').waitFor()
    await dialog()
      .getByRole('row', { name: /Ship.*Exists already/ })
      .waitFor()
    await dialog()
      .getByRole('row', { name: /Tug.*Pulls ships.*Is added/ })
      .waitFor()
    expect(await phone.barriers()).toEqual([])
    expect(await page.evaluate('document.scrollingElement.scrollWidth <= innerWidth')).toBe(true)
    // Somebody else adds a type a moment before, which stays.
    let saves = 0
    await page.route('**/graphql', async (route) => {
      const isSaved = route.request().postData()?.includes('Pulls ships') === true
      if (isSaved && saves++ === 0)
        await made(ann.put(`/api/personas/${personaId}/ontology/entities/pier`, { name: 'pier' }))
      await route.continue()
    })
    await button('Add 2 types').click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByText('1 type added').waitFor()
    await page.unroute('**/graphql')
    expect(saves).toBe(2)
    const names = async () => (await entities()).map(({ name }) => name)
    expect(await names()).toEqual(['Ship', 'pier', 'Tug'])
    expect((await entities())[2].gloss).toEqual([{ type: 'text', content: 'Pulls ships' }])

    await button('Add several').click()
    await choose('From', 'Labels of CVAT')
    const labels = dialog().getByLabel('Labels as JSON')
    await labels.fill('[{"name": "Crane"')
    await dialog()
      .getByText(/^This is no JSON: /)
      .waitFor()
    expect(await button('Add types').isDisabled()).toBe(true)
    const load = {
      name: 'load',
      input_type: 'select',
      mutable: true,
      values: ['empty', 'full'],
      default_value: 'empty',
    }
    await labels.fill(JSON.stringify([{ name: 'Crane', color: '#ff6037', attributes: [load] }]))
    await dialog()
      .getByRole('row', { name: /Crane.*load \(empty, full\).*Is added/ })
      .waitFor()
    await button('Add 1 type').click()
    await dialog().waitFor({ state: 'detached' })
    const attribute = {
      name: 'load',
      type: 'string',
      required: false,
      defaultValue: 'empty',
      choices: ['empty', 'full'],
    }
    expect((await entities())[3]).toMatchObject({ name: 'Crane', color: '#ff6037', attributes: [attribute] })

    await button('Add several').click()
    await choose('From', 'Another persona')
    await choose('Persona', 'Mate')
    await dialog().getByText('2 new types, 1 left out').waitFor()
    await button('Add 2 types').click()
    await dialog().waitFor({ state: 'detached' })
    const [copy, copiedBell] = (await entities()).slice(4)
    expect(copy).toEqual({ ...buoy, id: copy.id })
    expect(copiedBell).toEqual({ ...bell, id: copiedBell.id, parentTypeId: copy.id })
    expect(copy.id).not.toBe('b')
    expect(phone.faults.filter((fault) => !fault.includes('412'))).toEqual([])
    await phone.close()
    expect(desk.faults).toEqual([])
  })
})
