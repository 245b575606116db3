import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { keepPicture, openDesk, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: WorkingApi
let ann: Person
let suite: DeskSuite<WorkingApi> | undefined
let desk: OpenDesk
let videoId: string
const ids = new Map<string, string>()
const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

/** A track that persons of a name have from one frame to another, in boxes of 80 x 160 pixels. */
async function track(name: string, label: string, x: number, from: number, to: number): Promise<string> {
  const boxes = [from, to].map((frameNumber) => ({ frameNumber, x, y: 200, width: 80, height: 160, isKeyframe: true }))
  const body = { videoId, personaId: ids.get(name), type: 'type', label, frames: { boxes } }
  return (await made(ann.post('/api/annotations', body))).id
}

async function claims(name: string, ...texts: [text: string, frame?: number][]) {
  const { id } = await made(
    ann.post('/api/summaries', { videoId, personaId: ids.get(name), summary: `As ${name} sees it.` }),
  )
  for (const [text, frameNumber] of texts)
    await made(
      ann.post(`/api/summaries/${id}/claims`, {
        ...{ text, confidence: 1 },
        ...(frameNumber && { evidence: [{ text: 'Seen.', source: 'seen', frames: [{ frameNumber }] }] }),
      }),
    )
}

const address = (more = '') => `${api.url}/videos/${videoId}/compare?personas=${[...ids.values()].join(',')}${more}`
const part = (one = desk) => one.page.getByRole('region', { name: /^(Disagreements|Abweichungen)$/ })
const rows = () => part().getByRole('listitem')
const chosen = () => part().locator('li[data-chosen]')
const frame = () => new URL(desk.page.url()).searchParams.get('frame')
/** The disagreements as the server lists them. */
const listed = async (more = ''): Promise<any[]> =>
  made(
    ann.get(
      `/api/videos/${videoId}/agreement/disagreements?limit=100&personaIds=${[...ids.values()].join(',')}${more}`,
    ),
  )
const kindOf = (text: string) => /^[A-Z][a-z]+/.exec(text)![0].toLowerCase()
/** The player seeks to its initial frame once the file has loaded, which would undo an earlier seek. */
const stands = `(video => video.readyState >= 2 && !video.seeking)(document.querySelector('video'))`
const open = async (more = '') => {
  await desk.page.goto(address(more))
  await rows().first().waitFor()
  await expect.poll(() => desk.page.evaluate(stands)).toBe(true)
}

describe.skipIf(leftOut(noBrowser, 'disagreements in a browser'))('the disagreements of three personas', () => {
  beforeAll(async () => {
    suite = await startDesk(startWorkingApi)
    ;({ api, ann, desk } = suite)
    const videos = join(api.folder, 'videos')
    rmSync(join(videos, 'dust-storm.webm'))
    for (const name of ['pedestrians.webm', 'pedestrians.info.json'])
      copyFileSync(`tests/fixtures/videos/${name}`, join(videos, name))
    const admin = await api.admin()
    await made(admin.post('/api/videos/sync'))
    ;({ id: videoId } = (await made(admin.get('/api/videos'))).find((one: any) => /pedestrians/.test(one.filename)))
    for (const name of ['Red', 'Green', 'Blue']) {
      const { id } = await made(ann.post('/api/personas', { name, role: name, informationNeed: 'What?' }))
      ids.set(name, id)
      const entities = ['Pedestrian', 'Cyclist'].map((type) => ({ id: type.toLowerCase(), name: type, gloss: [] }))
      await made(ann.put(`/api/personas/${id}/ontology`, { entities }))
    }
    for (const name of ids.keys()) {
      // All have it, as another type.
      await track(name, name === 'Blue' ? 'cyclist' : 'pedestrian', 40, 0, 119)
      // Two have it, at another place.
      if (name !== 'Blue') await track(name, 'pedestrian', name === 'Red' ? 240 : 260, 41, 80)
      // All have it, for another time.
      await track(name, 'pedestrian', 440, 0, name === 'Blue' ? 49 : 59)
    }
    await track('Red', 'cyclist', 640, 20, 60)
    await track('Blue', 'cyclist', 560, 90, 110)
    await claims('Red', ['The woman crosses the path', 30], ['A bicycle leans at the wall'])
    await claims('Green', ['The woman does not cross the path', 32])
    await claims('Blue', ['Three children play'])
  })
  afterAll(() => suite?.stop())

  it('stand beside the picture, the heaviest first, with personas, frames and weight', async () => {
    const { page } = desk
    await page.setViewportSize(wide)
    await open()
    const found = await listed()
    expect(found.length).toBeGreaterThan(9)
    await part().getByText(String(found.length), { exact: true }).waitFor()
    const texts = await rows().allTextContents()
    expect(texts.map(kindOf)).toEqual(found.map(({ kind }) => kind))
    expect(texts.find((text) => text.includes('Cyclist') && text.startsWith('Missing'))).toMatch(
      /^MissingRed Cyclist \d+not by GreenBlueframes 20–60weight 0\.342$/,
    )
    expect(texts.find((text) => text.startsWith('Opposed'))).toContain(
      'Red The woman crosses the pathGreen The woman does not cross the path',
    )
    const [video, first, filter] = await Promise.all(
      [page.locator('video'), rows().first(), part().getByRole('textbox', { name: 'Kind' })].map(
        async (one) => (await one.boundingBox())!,
      ),
    )
    expect(first!.x).toBeGreaterThan(video!.x + video!.width)
    for (const { y, height } of [video!, first!, filter!]) expect(y + height).toBeLessThan(wide.height)
    await rows()
      .filter({ hasText: /^Place.*41–80/ })
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('img', { name: /2 of the chosen disagreement$/ }).waitFor()
    await keepPicture(page, 'disagreements')
    expect(await desk.barriers()).toEqual([])
    expect(desk.faults).toEqual([])
  })

  it('are chosen by the keys N and P: the video goes there, and the boxes concerned stand out', async () => {
    const { page } = desk
    const found = await listed()
    await open()
    expect(await chosen().count()).toBe(0)
    for (const [at, { kind, things, first }] of found.entries()) {
      await page.keyboard.press('n')
      await expect.poll(() => chosen().textContent()).toMatch(new RegExp(`^${kind}`, 'i'))
      expect(await rows().nth(at).getAttribute('data-chosen')).toBe('true')
      const focused = `document.activeElement.closest('li')?.hasAttribute('data-chosen')`
      expect(await page.evaluate(focused)).toBe(true)
      if (kind === 'missing' || kind === 'type') await expect.poll(frame).toBe(String(first))
      // The frame of a disagreement about time is one on which only one of the two is visible.
      const count = kind === 'time' ? 1 : things.filter((thing: any) => thing.kind === 'annotation').length
      await expect.poll(() => page.locator('svg[role=img] rect[data-concerned]').count()).toBe(count)
    }
    // The last one stays.
    await page.keyboard.press('n')
    expect(await rows().last().getAttribute('data-chosen')).toBe('true')
    await page.keyboard.press('p')
    await expect.poll(() => rows().nth(-2).getAttribute('data-chosen')).toBe('true')
    expect(desk.faults).toEqual([])
  })

  it('lead to the frame that shows them: shared by two places, had by one alone at another time', async () => {
    const { page } = desk
    await open('&kind=PLACE')
    await rows().filter({ hasText: '41–80' }).getByRole('button').click()
    await expect.poll(frame).toBe('60')
    await page.getByRole('img', { name: /frame 60, 2 of the chosen disagreement$/ }).waitFor()
    await part().getByText('Tube IoU 0.600.').waitFor()
    await open('&kind=TIME')
    await rows().first().getByRole('button').click()
    await expect.poll(frame).toBe('50')
    await page.getByRole('img', { name: /frame 50, 1 of the chosen disagreement$/ }).waitFor()
    expect(desk.faults).toEqual([])
  })

  it('are filtered by kind and persona, which the address keeps with the matching', async () => {
    const { page } = desk
    await open()
    const choose = async (field: string, option: string) => {
      await part().getByRole('textbox', { name: field }).press('Enter')
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Kind', 'Missing')
    await part().getByText('Some of the personas have this track').waitFor()
    const missing = await listed('&kinds=missing')
    await expect.poll(() => rows().count()).toBe(missing.length)
    await choose('Concerns the persona', 'Blue')
    const ofBlue = await listed(`&kinds=missing&personaId=${ids.get('Blue')}`)
    await expect.poll(() => rows().count()).toBe(ofBlue.length)
    expect(new URL(page.url()).searchParams.get('kind')).toBe('MISSING')
    // From this tube IoU on, the tracks at different places are no pair.
    const stricter = await listed(`&kinds=missing&personaId=${ids.get('Blue')}&minIou=0.7`)
    expect(stricter.length).toBeGreaterThan(ofBlue.length)
    await page.goto(`${page.url()}&minIou=0.7`)
    await expect.poll(() => rows().count()).toBe(stricter.length)
    await page.getByText('Tracks match from a tube IoU of 0.7.').waitFor()
    await open('&kind=NONE&about=nobody')
    expect(await rows().count()).toBe((await listed()).length)
    expect(desk.faults).toEqual([])
  })

  it('of claims show both texts and lead to each claim', async () => {
    const { page } = desk
    await open('&kind=OPPOSED')
    await rows().first().getByRole('button').click()
    await expect.poll(frame).toBe('30')
    await chosen().getByText('The woman does not cross the path').waitFor()
    await chosen().getByRole('link', { name: 'To the claim of Green' }).click()
    const claim = page.getByRole('treeitem', { name: /The woman does not cross the path/ })
    await claim.waitFor()
    await expect.poll(() => claim.evaluate((one: any) => one === one.ownerDocument.activeElement)).toBe(true)
    expect(desk.faults).toEqual([])
  })

  it('name their keys in the overlay, and leave them alone where single keys are switched off', async () => {
    const { page } = desk
    await open()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Next and previous disagreement').waitFor()
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.waitForTimeout(300)
    expect(await chosen().count()).toBe(0)
    await page.evaluate(`localStorage.removeItem('parallax.letters')`)
  })

  it.each(['en-GB', 'de-DE'])('have no barriers at either width, and fit a phone, in %s', async (locale) => {
    const other = await openDesk(suite!.browser, api, ann, wide, locale)
    const { page } = other
    await page.goto(address())
    const list = part(other)
    await list.getByRole('listitem').nth(1).getByRole('button').click()
    await list.locator('li[data-chosen]').waitFor()
    expect(await other.barriers()).toEqual([])
    await page.setViewportSize(narrow)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.width)
    const [video, first] = [await page.locator('video').boundingBox(), await list.boundingBox()]
    expect(first!.y).toBeGreaterThan(video!.y + video!.height)
    expect(await other.barriers()).toEqual([])
    expect(other.faults).toEqual([])
    await other.close()
  })

  describe('are settled', () => {
    const status = () => part().getByRole('status')
    const into = async () => {
      const { nodes } = (await personas())!
      return nodes.find(({ name }: any) => name === 'Agreed: pedestrians.webm')?.id as string | undefined
    }
    const personas = async () => {
      const { body } = await ann.post('/graphql', { query: '{ personas(first: 100) { nodes { id name } } }' })
      return body.data.personas
    }
    const tracksOf = async (personaId: string | undefined) =>
      (await made(ann.get(`/api/annotations/${videoId}`))).filter((one: any) => one.personaId === personaId)
    const decided = async (): Promise<any[]> =>
      (await listed('&state=settled')).map(({ decision, ...row }: any) => ({ ...row, ...decision }))
    const chosenIs = (row: any) =>
      expect.poll(() => chosen().getByRole('button').first().textContent()).toMatch(new RegExp(`^${row.kind}`, 'i'))
    const onChosen = `!!document.activeElement.closest('li[data-chosen]')`

    it('by one key each, into a persona that is made at the first one', async () => {
      const { page } = desk
      const before = await listed()
      const mine = new Map([...ids.values()].map((id) => [id, tracksOf(id)]))
      await page.setViewportSize(wide)
      await open()
      await page.keyboard.press('n')
      await chosenIs(before[0])
      await page.keyboard.press('1')
      const dialog = page.getByRole('dialog', { name: 'New persona' })
      await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Agreed: pedestrians.webm')
      await page.keyboard.press('Enter')
      await expect.poll(() => status().textContent()).toMatch(/^Adopted: Red, Cyclist \d+\.$/)
      expect(new URL(page.url()).searchParams.get('into')).toBe(await into())
      const [copy, ...others] = await tracksOf(await into())
      expect(others).toEqual([])
      expect(copy.forkedFrom.id).toBe(before[0].things[0].id)
      for (const [id, tracks] of mine) expect(await tracksOf(id)).toEqual(await tracks)
      // The next open one is chosen, and has the focus.
      await expect.poll(() => rows().count()).toBe(before.length - 1)
      await chosenIs(before[1])
      expect(await page.evaluate(onChosen)).toBe(true)
      expect(desk.faults).toEqual([])
    })

    it('by adopting the right one, or keeping both with a note, and are opened again by Ctrl Z', async () => {
      const { page } = desk
      await open('&kind=OPPOSED')
      await page.keyboard.press('n')
      await page.keyboard.press('2')
      await expect.poll(() => status().textContent()).toMatch(/^Adopted: Green, The woman does not cross/)
      await part().getByText('No disagreement of these kinds.').waitFor()
      const [opposed] = await listed('&kinds=opposed')
      expect(opposed.decision.adoptedId).toBe(opposed.things[1].id)
      await page.keyboard.press('Control+z')
      await expect.poll(() => status().textContent()).toBe('Open again: Opposed.')
      await chosenIs({ kind: 'opposed' })
      expect((await listed('&kinds=opposed'))[0].state).toBe('open')
      await page.keyboard.press('b')
      const dialog = page.getByRole('dialog', { name: 'Keep both' })
      await dialog.waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type('Frame 31 is blurred')
      await page.keyboard.press('Enter')
      await expect.poll(() => status().textContent()).toBe('Kept, with a note: Opposed.')
      expect((await listed('&kinds=opposed'))[0].decision.note).toBe('Frame 31 is blurred')
      expect(desk.faults).toEqual([])
    })

    it('all of them, by as many keys', async () => {
      const { page } = desk
      await open()
      await page.keyboard.press('n')
      const left = await rows().count()
      const begun = Date.now()
      for (let count = left; count > 0; count--) {
        await expect.poll(() => rows().count()).toBe(count)
        await expect.poll(() => page.evaluate(onChosen)).toBe(true)
        await page.keyboard.press('1')
      }
      await part().getByText('No disagreement of these kinds.').waitFor()
      process.stdout.write(`${left} disagreements settled by ${left} keys in ${Date.now() - begun} ms\n`)
      expect(await listed('&state=open')).toEqual([])
      expect(desk.faults).toEqual([])
    })

    it('and are listed as such, with what was decided, until they are opened again', async () => {
      const { page } = desk
      await page.goto(address(`&into=${await into()}`))
      await part().getByText('Settled', { exact: true }).click()
      const all = await decided()
      await expect.poll(() => rows().count()).toBe(all.length)
      await rows().filter({ hasText: 'does not cross' }).getByRole('button').first().click()
      await chosen().getByText('It stays as it is. Note: Frame 31 is blurred').waitFor()
      expect(await desk.barriers()).toEqual([])
      await page.setViewportSize(narrow)
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.width)
      expect(await desk.barriers()).toEqual([])
      await page.setViewportSize(wide)
      await chosen().getByRole('button', { name: 'Open again' }).click()
      await expect.poll(() => rows().count()).toBe(all.length - 1)
      const again = await listed('&state=open')
      expect(again.map(({ kind }) => kind)).toEqual(['opposed'])
      // What is settled elsewhere appears without a reload.
      const things = again[0].things.map(({ id, version }: any) => ({ id, version }))
      const input = { videoId, kind: 'OPPOSED', things, personaId: await into(), note: 'Elsewhere.' }
      const query =
        'mutation ($input: SettleDisagreementInput!) { settleDisagreement(input: $input) { decision { id } } }'
      const { body } = await ann.post('/graphql', { query, variables: { input } })
      expect(body.errors).toBeUndefined()
      await expect.poll(() => rows().count()).toBe(all.length)
      expect(desk.faults).toEqual([])
    })

    it('and are open again once what they are about was changed; what was changed meanwhile is read again', async () => {
      const { page } = desk
      const [place] = (await decided()).filter(({ kind }) => kind === 'place')
      const [{ id }] = place.things
      const move = async (x: number) => {
        const all = await made(ann.get(`/api/annotations/${videoId}`))
        const { frames } = all.find((one: any) => one.id === id)
        const boxes = frames.boxes.map((box: object) => ({ ...box, x }))
        await made(ann.put(`/api/annotations/${id}`, { frames: { ...frames, boxes } }))
      }
      await move(250)
      await open('&kind=PLACE')
      await page.keyboard.press('n')
      await chosenIs({ kind: 'place' })
      const before = (await decided()).length
      await move(252)
      await page.keyboard.press('1')
      await page.getByRole('alert').getByText('It was read again').waitFor()
      expect((await decided()).length).toBe(before)
      await expect
        .poll(
          async () => {
            await page.keyboard.press('1')
            return (await decided()).length
          },
          { interval: 1000 },
        )
        .toBeGreaterThan(before)
    })
  })
})
