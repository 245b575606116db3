import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { keepPicture, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: WorkingApi
let ann: Person
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk

describe.skipIf(leftOut(noBrowser, 'two points of view in a browser'))('two points of view', () => {
  beforeAll(async () => {
    ;({ api, ann, desk, stop } = await startDesk(startWorkingApi))
    const { videoId } = api
    const said = {
      Pilot: ['The ferry leaves the pier at noon', 'The wind is strong'],
      Merchant: ['The ferry leaves the pier at twelve', 'The cargo is grain'],
    }
    for (const [at, [name, claims]] of Object.entries(said).entries()) {
      const persona = await made(ann.post('/api/personas', { name, role: name, informationNeed: 'What?' }))
      const annotation = { videoId, personaId: persona.id, type: 'type', label: `${name}’s ship` }
      const box = { x: 200 + at * 300, y: 200, width: 260, height: 240, isKeyframe: true }
      await made(
        ann.post('/api/annotations', {
          ...annotation,
          frames: {
            boxes: [
              { ...box, frameNumber: at * 20 },
              { ...box, frameNumber: 60 },
            ],
          },
        }),
      )
      const summary = await made(
        ann.post('/api/summaries', { videoId, personaId: persona.id, summary: `As ${name} sees it.` }),
      )
      const all = claims.map((text) => ({ text, confidence: 1 }))
      await made(ann.post(`/api/summaries/${summary.id}/claims/bulk`, { claims: all }))
    }
  })
  afterAll(() => stop?.())

  it('stand side by side: boxes on one picture, what both say and what only one says', async () => {
    const { page } = desk
    await page.goto(`${api.url}/videos/${api.videoId}/compare`)
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    await part('Pilot').getByText('As Pilot sees it.').waitFor()
    await part('Merchant').getByText('As Merchant sees it.').waitFor()
    await part('Claims of both').getByText('The ferry leaves the pier').waitFor()
    expect(await part('Only Pilot').getByRole('listitem').allTextContents()).toEqual(['The wind is strong'])
    expect(await part('Only Merchant').getByRole('listitem').allTextContents()).toEqual(['The cargo is grain'])
    // The box of the second persona appears on later frames than that of the first.
    await page.getByRole('img', { name: '1 box on frame 0' }).waitFor()
    // The player seeks to its initial frame once the file has loaded, which would undo an earlier seek.
    const stands = "(video => video.readyState >= 2 && !video.seeking)(document.querySelector('video'))"
    await expect.poll(() => page.evaluate(stands)).toBe(true)
    await page.evaluate("document.querySelector('video').currentTime = 1.5")
    await page.getByRole('img', { name: /^2 boxes on frame \d\d$/ }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    // The disagreements are beside the picture, in sight at once, and no control lies over the picture.
    const [video, first, slider] = await Promise.all(
      [
        page.locator('video'),
        part('Disagreements').getByRole('listitem').first(),
        page.getByRole('slider', { name: 'Position in the video' }),
      ].map(async (one) => (await one.boundingBox())!),
    )
    expect(first!.x).toBeGreaterThan(video!.x + video!.width)
    expect(first!.y).toBeLessThan(video!.y + video!.height)
    expect(slider!.y).toBeGreaterThanOrEqual(video!.y + video!.height)
    expect(await page.locator('video[controls]').count()).toBe(0)
    await keepPicture(page, 'compare')
    expect(await desk.barriers()).toEqual([])
    expect(desk.faults).toEqual([])
  })

  it('agree where somebody has said so, and not where somebody has said that they disagree', async () => {
    const { page } = desk
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    const ids = new Map<string, string>()
    for (const { id } of await made(ann.get(`/api/videos/${api.videoId}/summaries`)))
      for (const one of await made(ann.get(`/api/summaries/${id}/claims`))) ids.set(one.text, one.id)
    const relate = (source: string, relationTypeId: string, target: string) =>
      made(ann.post(`/api/claims/${ids.get(source)}/relations`, { targetClaimId: ids.get(target), relationTypeId }))
    await relate('The wind is strong', 'disagrees', 'The cargo is grain')
    await page.reload()
    await part('Only Pilot').getByText('The wind is strong').waitFor()
    await relate('The wind is strong', 'supports', 'The ferry leaves the pier at twelve')
    await page.reload()
    await part('Only Pilot').getByText('All claims are also made by the other persona.').waitFor()
  })

  it('stand together where they are related, and where they are worded the same before what is only alike', async () => {
    const { page } = desk
    const items = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem')
    const [merchant, pilot] = await made(ann.get(`/api/videos/${api.videoId}/summaries`))
    const say = async ({ id }: { id: string }, text: string) =>
      (await made(ann.post(`/api/summaries/${id}/claims`, { text }))).id as string
    const claims = [
      await say(pilot, 'A red van turns left'),
      await say(pilot, 'A blue van turns left'),
      await say(pilot, 'Fog hides the mole'),
      await say(merchant, 'A blue van turns left'),
      await say(merchant, 'Fog hides the mole'),
      await say(merchant, 'Nothing is seen of the harbour wall'),
    ]
    const [, , fog, , , wall] = claims
    await made(ann.post(`/api/claims/${fog}/relations`, { targetClaimId: wall, relationTypeId: 'same' }))
    await page.reload()
    await items('Only Pilot').getByText('A red van turns left').waitFor()
    expect(await items('Only Merchant').allTextContents()).toEqual(['The cargo is grain'])
    expect(await items('Only Pilot').allTextContents()).toEqual(['A red van turns left'])
    expect((await items('Claims of both').allTextContents()).sort()).toEqual([
      'A blue van turns left',
      'Fog hides the mole',
      'Nothing is seen of the harbour wallPilot: Fog hides the mole',
      'The ferry leaves the pier at twelvePilot: The ferry leaves the pier at noonPilot: The wind is strong',
    ])
    for (const id of claims) expect((await ann.delete(`/api/claims/${id}`)).status).toBe(200)
  })

  it('have their claims compared at any depth', async () => {
    const { page } = desk
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    const [merchant, pilot] = await made(ann.get(`/api/videos/${api.videoId}/summaries`))
    const [{ id: parentClaimId }] = await made(ann.get(`/api/summaries/${pilot.id}/claims`))
    await made(ann.post(`/api/summaries/${pilot.id}/claims`, { text: 'Rain comes from the west', parentClaimId }))
    await made(ann.post(`/api/summaries/${merchant.id}/claims`, { text: 'The rain comes from the west' }))
    await page.reload()
    await part('Claims of both').getByText('rain comes from the west').waitFor()
    expect(await part('Only Merchant').getByRole('listitem').allTextContents()).toEqual(['The cargo is grain'])
  })

  it('are told of one who makes no claim that the other does not make as well', async () => {
    const { page } = desk
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    const echo = await made(ann.post('/api/personas', { name: 'Echo', role: 'Echo', informationNeed: 'What?' }))
    const body = { videoId: api.videoId, personaId: echo.id, summary: 'As Echo sees it.' }
    const { id } = await made(ann.post('/api/summaries', body))
    await made(ann.post(`/api/summaries/${id}/claims`, { text: 'The ferry leaves the pier' }))
    await page.goto(`${api.url}/videos/${api.videoId}/compare?first=${echo.id}`)
    await part('Claims of both').getByText('The ferry leaves the pier').waitFor()
    await part('Only Echo').getByText('All claims are also made by the other persona.').waitFor()
    await made(ann.delete(`/api/personas/${echo.id}`))
    await page.goto(`${api.url}/videos/${api.videoId}/compare`)
  })

  it('say the same by meaning, or of one frame or time, but not where one of them denies it', async () => {
    const { page } = desk
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    const at = (place: object) => ({ evidence: [{ text: 'Seen or heard.', source: 'seen', ...place }] })
    const frame = (frameNumber: number) => at({ frames: [{ frameNumber }] })
    const said = [
      ['A gull circles', 'Some gull is flying', frame(30), frame(30)],
      ['A horn sounds', 'The horn of a tug', at({ startTime: 2, endTime: 4 }), at({ startTime: 3 })],
      ['A man walks to the left.', 'A man is walking left.'],
      ['A car stops at the gate.', 'An automobile is stopping at the gate.'],
      ['A crew sings', 'Some crew is rowing', frame(30), frame(90)],
      ['The lighthouse is not lit', 'The lighthouse is lit'],
      ['The bridge opens twice a day', 'The bridge opens twice a night'],
    ] as const
    const [merchant, pilot] = await made(ann.get(`/api/videos/${api.videoId}/summaries`))
    const claim = async ({ id }: { id: string }, text: string, more: object) =>
      (await made(ann.post(`/api/summaries/${id}/claims`, { text, ...more }))).id as string
    for (const [ofPilot, ofMerchant, first = {}, second = {}] of said) {
      const [one, other] = [await claim(pilot, ofPilot, first), await claim(merchant, ofMerchant, second)]
      if (ofPilot.includes('bridge'))
        await made(ann.post(`/api/claims/${other}/relations`, { targetClaimId: one, relationTypeId: 'contradicts' }))
    }
    await page.reload()
    // Until the model has compared the claims, only their words decide.
    await part('Claims of both').getByText('An automobile is stopping at the gate.').waitFor()
    const both = await part('Claims of both').getByRole('listitem').allTextContents()
    const inBothWords = said.slice(0, 4).map(([ofPilot, ofMerchant]) => `${ofMerchant}Pilot: ${ofPilot}`)
    expect(both).toEqual(expect.arrayContaining(inBothWords))
    const only = async (name: string) => (await part(name).getByRole('listitem').allTextContents()).sort()
    const apart = said.slice(4)
    expect(await only('Only Pilot')).toEqual(apart.map(([ofPilot]) => ofPilot).sort())
    expect(await only('Only Merchant')).toEqual(
      [...apart.map(([, ofMerchant]) => ofMerchant), 'The cargo is grain'].sort(),
    )
    expect(desk.faults).toEqual([])
  })

  it('share the boxes of objects of the world, which are drawn in a look of their own', async () => {
    const { page } = desk
    const legend = page.getByText('Dotted: objects of the world')
    await page.goto(`${api.url}/videos/${api.videoId}/compare`)
    await page.getByRole('img', { name: '1 box on frame 0' }).waitFor()
    expect(await legend.count()).toBe(0)
    await made(ann.put('/api/world', { entities: [{ id: 'pier', name: 'The pier' }] }))
    // Its name would cover that of the ship around it.
    const box = { x: 210, y: 205, width: 90, height: 60, isKeyframe: true }
    const frames = { boxes: [0, 60].map((frameNumber) => ({ ...box, frameNumber })) }
    const { videoId } = api
    const input = { videoId, type: 'object', linkType: 'entity', label: 'pier', frames }
    const { id } = await made(ann.post('/api/annotations', input))
    await page.reload()
    await page.getByRole('img', { name: '2 boxes on frame 0' }).waitFor()
    await legend.waitFor()
    const dashes = await page
      .locator('svg[role=img] rect')
      .evaluateAll((all) => all.map((one: any) => one.getAttribute('stroke-dasharray')))
    const names = page.locator('svg[role=img] text')
    expect(await names.allTextContents()).toContain('The pier 3')
    const [one, other] = (await Promise.all((await names.all()).map((name) => name.boundingBox()))).map(
      (place) => place!,
    )
    const isApart = one!.y + one!.height <= other!.y || other!.y + other!.height <= one!.y
    expect(isApart).toBe(true)
    expect(new Set(dashes).size).toBe(2)
    expect(dashes).toContain('2 4')
    expect(await desk.barriers()).toEqual([])
    expect(desk.faults).toEqual([])
    expect((await ann.delete(`/api/annotations/${videoId}/${id}`)).status).toBe(204)
  })

  describe('of three personas', () => {
    const ids = new Map<string, string>()
    const matrix = () => desk.page.getByRole('table', { name: 'Agreement of each pair of personas' })
    /** The figures of a row of the matrix, and nothing for the persona and itself. */
    const rowOf = async (name: string) => {
      const row = matrix()
        .getByRole('row')
        .filter({ has: desk.page.getByRole('rowheader', { name }) })
      const cells = await row.locator('td').allTextContents()
      return cells.map((text) => /^(\d\.\d{3}|–)?/.exec(text)?.[0] ?? '')
    }
    const choose = async (figure: string) => {
      await desk.page.getByRole('textbox', { name: 'Figure', exact: true }).press('Enter')
      await desk.page.getByRole('option', { name: figure, exact: true }).click()
    }

    beforeAll(async () => {
      const { videoId } = api
      const track = (name: string, x: number, more: object = {}) => {
        const box = { x, y: 100, width: 200, height: 100, isKeyframe: true }
        const frames = { boxes: [0, 60].map((frameNumber) => ({ ...box, frameNumber })) }
        const personaId = ids.get(name)
        return made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label: 'ship', frames, ...more }))
      }
      for (const name of ['Red', 'Green', 'Blue']) {
        const persona = await made(ann.post('/api/personas', { name, role: name, informationNeed: 'What?' }))
        ids.set(name, persona.id)
        const entities = [{ id: 'ship', name: 'Ship', gloss: [] }]
        const more = name === 'Red' ? [{ id: 'buoy', name: 'Buoy', gloss: [] }] : []
        await made(ann.put(`/api/personas/${persona.id}/ontology`, { entities: [...entities, ...more] }))
      }
      await track('Red', 100)
      await track('Red', 600, { label: 'buoy' })
      await track('Green', 100)
      await track('Blue', 150)
      const { id } = await track('Blue', 900)
      await made(ann.post('/api/reviews', { ids: [id], state: 'rejected' }))
    })

    it('shows their figures, their tracks in lanes, and whose boxes are whose', async () => {
      const { page } = desk
      await page.goto(`${api.url}/videos/${api.videoId}/compare?personas=${[...ids.values()].join(',')}`)
      await matrix().waitFor()
      expect(await rowOf('Red')).toEqual(['', '0.667', '0.667'])
      expect(await rowOf('Green')).toEqual(['0.667', '', '1.000'])
      expect(await rowOf('Blue')).toEqual(['0.667', '1.000', ''])
      await choose('Tube IoU')
      await expect.poll(() => rowOf('Red')).toEqual(['', '1.000', '0.600'])
      expect(await rowOf('Blue')).toEqual(['0.600', '0.600', ''])
      const agreement = page.getByRole('region', { name: 'Agreement', exact: true })
      const labels = agreement.getByRole('table', { name: 'Types and objects' })
      expect(
        await labels
          .getByRole('row', { name: /^Observed/ })
          .getByRole('cell')
          .nth(1)
          .textContent(),
      ).toBe('1.000')
      expect(
        await labels
          .getByRole('row', { name: /^Units/ })
          .getByRole('cell')
          .nth(1)
          .textContent(),
      ).toBe('1')
      const time = agreement.getByRole('table', { name: 'Time by type' })
      expect(await time.getByRole('row', { name: 'Ship' }).getByRole('cell').nth(2).textContent()).toBe('1.000')
      await agreement.getByText('Buoy (Red)').waitFor()
      await agreement.getByText('1 annotation in another review state, such as rejected').waitFor()
      const lanes = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
      expect(await lanes.allTextContents()).toEqual(['Red2 tracks', 'Green1 track', 'Blue2 tracks'])
      await lanes.first().getByRole('img', { name: 'Frames 0 to 60' }).waitFor()
      await page.getByText('Those of Red and Green, the first two personas.').waitFor()
      await page.evaluate(`document.querySelector('table').closest('section').scrollIntoView()`)
      await page.evaluate('scrollBy(0, -72)')
      await keepPicture(page, 'agreement')
      expect(await desk.barriers()).toEqual([])
      expect(desk.faults).toEqual([])
    })

    it('fits a phone: only the matrix scrolls sideways, inside itself', async () => {
      const { page } = desk
      await page.setViewportSize({ width: 390, height: 844 })
      await matrix().scrollIntoViewIfNeeded()
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      expect(await desk.barriers()).toEqual([])
      await page.setViewportSize({ width: 1280, height: 800 })
    })

    it('is used by keys alone: personas, shown boxes, figure and frames', async () => {
      const { page } = desk
      const { videoId } = api
      // As former versions of the page named them in its address.
      await page.goto(`${api.url}/videos/${videoId}/compare?first=${ids.get('Red')}&second=${ids.get('Green')}`)
      await page.getByRole('img', { name: '3 boxes on frame 0' }).waitFor()
      await expect.poll(() => rowOf('Red')).toEqual(['', '0.667'])
      const colourOf = () => page.locator('svg[role=img] rect').nth(2).getAttribute('stroke')
      const green = await colourOf()
      const personas = page.getByRole('textbox', { name: 'Personas', exact: true })
      await personas.focus()
      await page.keyboard.type('Blue')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: '5 boxes on frame 0' }).waitFor()
      expect(new URL(page.url()).searchParams.get('personas')).toBe([...ids.values()].join())
      expect(new URL(page.url()).searchParams.has('first')).toBe(false)
      expect(await colourOf()).toBe(green)
      await page.keyboard.press('Escape')
      await page.getByRole('checkbox', { name: 'Red' }).focus()
      await page.keyboard.press('Space')
      await page.getByRole('img', { name: '3 boxes on frame 0' }).waitFor()
      await page.getByRole('textbox', { name: 'Figure', exact: true }).focus()
      await page.keyboard.press('Enter')
      const pointed = page.locator('[role=option][data-combobox-selected]')
      const down = () => page.keyboard.press('ArrowDown').then(() => pointed.textContent())
      await expect.poll(down).toBe('Tube IoU')
      await page.keyboard.press('Enter')
      await expect.poll(() => rowOf('Blue')).toEqual(['0.600', '0.600', ''])
      await page.getByRole('button', { name: 'Frames and matching' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Least tube IoU' }).focus()
      await page.keyboard.type('0.7')
      await page.keyboard.press('Enter')
      await expect.poll(() => rowOf('Blue')).toEqual(['–', '–', ''])
      await page.getByRole('textbox', { name: 'First frame' }).focus()
      await page.keyboard.type('30')
      await page.getByRole('textbox', { name: 'Last frame' }).focus()
      await page.keyboard.type('39')
      await page.keyboard.press('Enter')
      await page.getByText('Compared: 10 frames, from 30 to 39. Tracks match from a tube IoU of 0.7.').waitFor()
      expect(desk.faults).toEqual([])
    })

    it('keeps the colour of a persona when another is taken out, and asks for two', async () => {
      const { page } = desk
      const personas = page.getByRole('textbox', { name: 'Personas', exact: true })
      const boxes = page.locator('svg[role=img] rect')
      await page.goto(`${api.url}/videos/${api.videoId}/compare?personas=${[...ids.values()].join(',')}`)
      await page.getByRole('img', { name: '5 boxes on frame 0' }).waitFor()
      const before = await boxes.evaluateAll((all) => all.map((one: any) => one.getAttribute('stroke')))
      expect(new Set(before).size).toBe(3)
      await personas.focus()
      await page.keyboard.press('Backspace')
      await page.getByRole('img', { name: '3 boxes on frame 0' }).waitFor()
      expect(await boxes.evaluateAll((all) => all.map((one: any) => one.getAttribute('stroke')))).toEqual(
        before.slice(0, 3),
      )
      await page.keyboard.press('Backspace')
      await page.getByText('Choose at least two personas to compare them.').waitFor()
      expect(desk.faults).toEqual([])
      const unknown = '00000000-0000-4000-8000-000000000000'
      await page.goto(`${api.url}/videos/${api.videoId}/compare?personas=${ids.get('Red')},${unknown}`)
      const agreement = page.getByRole('region', { name: 'Agreement', exact: true })
      await agreement.getByRole('alert').getByText('Persona not found').waitFor()
    })
  })
})
